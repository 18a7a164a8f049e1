import { type JsonText, limits } from '@booking-service/contract';
import {
  type BookingServerOptions,
  createBookingServer,
  createLog,
  createOrganization,
  createSandboxProvider,
  createSealing,
  openSqliteStore,
  type Provider,
  type Store,
  systemClock,
} from '@booking-service/server';
import type { Listening } from './listening.ts';

type Caller = NonNullable<Awaited<ReturnType<Store['authenticate']>>>;
type Stored = NonNullable<Awaited<ReturnType<Store['findBooking']>>>;

/** The part of a store that creates and reads need, in memory, so that the benchmark measures the server alone. No run is worked on. */
function openMemoryStore(): Store {
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

export interface ServiceOptions {
  /** `default` writes what the framework writes by default, to standard output. */
  readonly log: 'silent' | 'default';
  /** Logs the requests of each organization. Default: no log, as the other candidates. */
  readonly requestLog?: true;
  /** The folder of the SQLite store. Default: none, in memory. */
  readonly folder?: string;
}

/** Starts the service. */
export async function listenBookingServer(options: ServiceOptions): Promise<Listening> {
  const { key, ...serverOptions } = await openService(options);
  const log = createLog(options.log === 'silent' ? { level: 'silent' } : {});
  const server = createBookingServer({
    ...serverOptions,
    log,
    request_log_days: options.requestLog ? limits.request_log.days : 0,
  });
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, key };
}

/**
 * Opens a store, an organization, and a provider that accepts every request and never finishes, so that the benchmark measures HTTP
 * and the store. If runs ended, the candidate that leaves its worker less time would do less work for a request.
 */
export async function openService({ folder }: Pick<ServiceOptions, 'folder'>): Promise<
  Pick<BookingServerOptions, 'store' | 'suppliers'> & {
    readonly key: string;
  }
> {
  const sealing = createSealing(new Uint8Array(32));
  const store = folder === undefined ? openMemoryStore() : openSqliteStore(folder, { sealing });
  const settings = { name: 'Bench', webhook_url: null, rate_limit: 1_000_000_000 };
  const { keys } = await createOrganization(store, settings, new Date());
  const provider: Provider = {
    ...createSandboxProvider({ clock: systemClock }),
    checkRequest: async () => ({ at_once: false }),
    book: () => Promise.withResolvers<never>().promise,
  };
  return { store, suppliers: [{ live: provider, test: provider }], key: keys.live };
}
