/** Typical code of an integrator. Every supported compiler compiles it. `@ts-expect-error` marks lines that must not compile. */
import {
  createBookingClient,
  matchError,
  type Booking,
  type BookingClient,
  type BookingStatus,
} from '@booking-service/client';
import { withTracing } from '@booking-service/client/otel';
import { createRawClient } from '@booking-service/client/raw';

export const client: BookingClient = createBookingClient({
  apiKey: 'sk_test_types',
  baseUrl: 'https://bookings.test',
  fetch: (request) => fetch(request),
  middleware: [(request, next, { operation, number }) => (operation && number > 1 ? next(request) : next(request))],
  logger: console,
});
export const traced: BookingClient = createBookingClient(
  withTracing({ apiKey: 'sk_test_types', baseUrl: 'https://bookings.test' }),
);
const raw = createRawClient({ apiKey: 'sk_test_types', baseUrl: 'https://bookings.test' });

export async function book(slot_id: string, signal: AbortSignal): Promise<Booking> {
  const guest = { first_name: 'Ada', email: 'ada@diner.test' };
  const create = { venue_id: 'ven_harbour_table', slot_id, party_size: 2, guest };
  const { id } = await client.bookings.create(create, { idempotencyKey: slot_id, signal });
  const booking = await client.bookings.waitFor(id, { until: ['confirmed', 'requires_action'] });
  const status: 'confirmed' | 'requires_action' = booking.status;
  // @ts-expect-error waitFor resolves with no other status
  const other: 'failed' = booking.status;
  // @ts-expect-error party_size is a number
  void client.bookings.create({ ...create, party_size: 'two' });
  return { ...booking, status: status || other };
}

export async function read(id: string): Promise<string> {
  const result = await client.bookings.get(id).result();
  if (!result.ok) {
    const { error } = result;
    if (error.is('not_found')) return error.response.url;
    // @ts-expect-error the code does not exist
    error.is('not_fuond');
    return matchError(error, { ...noCase(), otherwise: ({ name }) => name });
  }
  // @ts-expect-error a later version may have another status
  const status: BookingStatus = result.data.status;
  return `${status} after ${result.attempts.length}`;
}

export async function searchAll(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of client.venues.search({ city: 'Lisbon' })) names.push(name);
  const { data: first } = await raw.POST('/v1/venues/search', { body: { limit: 1 } });
  return [...names, ...(first?.data ?? []).map(({ name }) => name)];
}

function noCase() {
  const refused = (): string => 'refused';
  return {
    invalid_request: refused,
    unauthorized: refused,
    org_suspended: refused,
    wrong_key_environment: refused,
    insufficient_scope: refused,
    not_found: refused,
    rate_limited: refused,
    internal_error: refused,
    service_unavailable: refused,
  };
}
