import type { JsonText } from '@booking-service/contract';
import type { Store } from '@booking-service/server';

type Caller = NonNullable<Awaited<ReturnType<Store['authenticate']>>>;
type Stored = NonNullable<Awaited<ReturnType<Store['findBooking']>>>;

/** The part of a store that creates and reads need, in memory, so that the benchmark measures the server alone. No run is worked on. */
export function openMemoryStore(): Store {
  const callers = new Map<string, Caller>();
  const bookings = new Map<string, Stored>();
  const windows = new Map<string, { start: string; calls: number }>();

  const methods: Partial<Store> = {
    async createOrganization({ id: organization_id, rate_limit }, keys = []) {
      const organization = { id: organization_id, suspended: false, rate_limit, test_allowance: 1, test_confirmed: 0 };
      for (const { id, digest, mode, scopes } of keys) callers.set(digest, { organization, key: { id, mode, scopes } });
    },
    async authenticate(digest) {
      return callers.get(digest);
    },
    async admit({ digest, window_start }) {
      const caller = callers.get(digest);
      if (!caller) return undefined;
      const { id } = caller.organization;
      const window = windows.get(id);
      const calls = window?.start === window_start ? window.calls + 1 : 1;
      windows.set(id, { start: window_start, calls });
      return { caller, calls, limit: caller.organization.rate_limit };
    },
    async createBooking({ organization_id, booking, run }) {
      const stored = { organization_id, version: 1, step: run?.step ?? 0, working: run !== undefined, booking };
      bookings.set(booking.id, stored);
      return { stored, replayed: false };
    },
    async findBooking({ id }) {
      return bookings.get(id);
    },
    async findBookingText({ id }) {
      const stored = bookings.get(id);
      if (!stored) return undefined;
      const { booking } = stored;
      // Text made from a booking.
      const text = JSON.stringify(booking) as JsonText<typeof booking>;
      return { livemode: booking.livemode, expires_at: null, text };
    },
    recordKeyUses: async () => undefined,
    recordRequests: async () => undefined,
    trimRequests: async () => undefined,
    removeRequests: async () => ({ removed: 0, next: undefined }),
    readyRuns: async () => 0,
    claimRuns: async () => [],
    claimRun: async () => undefined,
    claimExpired: async () => [],
    claimTurns: async () => [],
  };
  // Creates and reads call no other method.
  return methods as Store;
}
