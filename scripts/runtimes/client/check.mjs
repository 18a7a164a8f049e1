// Runs on every runtime with the installed package: creates a booking at a real service, gets a refusal, and cancels.
import { BookingClientError, createBookingClient } from '@booking-service/client';
import { same } from '../same.mjs';

const venue_id = 'ven_express_counter';

/** Returns a line that summarizes the check. Throws if a value differs. */
export async function check({ url: baseUrl, key: apiKey }) {
  if ('document' in globalThis) refusesBrowserByDefault({ baseUrl, apiKey });
  const client = createBookingClient({ baseUrl, apiKey, dangerouslyAllowBrowser: true });

  let venues = 0;
  for await (const venue of client.venues.search({ city: 'Lisbon', limit: 1 }))
    venues += venue.city === 'Lisbon' ? 1 : 0;
  same('venues, from several pages', venues > 1, true);
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const slots = await client.availability.search({ venue_id, date, party_size: 2 });
  const guest = { first_name: 'Zoë', email: 'zoe@diner.test' };
  const create = { venue_id, slot_id: slots.data[0].id, party_size: 2, guest };

  const { data: booking, idempotencyKey, attempts } = await client.bookings.create(create).withResponse();
  same('attempts', attempts.length, 1);
  const again = await client.bookings.create(create, { idempotencyKey });
  same('a repeated create', again.id, booking.id);
  const confirmed = await client.bookings.waitFor(booking.id, { until: 'confirmed' });
  same('status', confirmed.status, 'confirmed');
  same('guest', confirmed.guest.first_name, guest.first_name);
  same('cancelled', (await client.bookings.cancel(booking.id)).status, 'cancelled');

  const { error } = await client.bookings.cancel(booking.id).result();
  same('an error of the client', error instanceof BookingClientError, true);
  same('refusal', error.code, 'invalid_state');
  const silent = client.withOptions({ fetch: () => new Promise(() => undefined), timeout: 1, retries: 0 });
  same('a timeout', (await silent.venues.search().result()).error?.name, 'TimeoutError');
  const signal = AbortSignal.abort();
  same('a signal', (await client.venues.search({}, { signal }).result()).error?.name, 'AbortedError');
  same('a path', await client.bookings.get('..').then(String, (thrown) => thrown.name), 'TypeError');
  return 'a booking from search to cancel, a refusal, a timeout, a signal';
}

function refusesBrowserByDefault(options) {
  let thrown;
  try {
    createBookingClient(options);
  } catch (error) {
    thrown = error;
  }
  same('a browser without dangerouslyAllowBrowser', thrown?.name, 'TypeError');
}
