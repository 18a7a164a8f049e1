import type { World } from '@booking-service/server/testing';

/** The response of the endpoint to each request, until it is changed. */
type EndpointResponse = World['endpoint']['responses'][number];

/** Creates a booking, and advances the clock until its webhooks are delivered or abandoned. Returns its id. */
export async function makeBooking(
  { call, clock, endpoint }: World,
  { response = 204, first_name = 'Ada' }: { readonly response?: EndpointResponse; readonly first_name?: string } = {},
): Promise<string> {
  // Two events with at most four attempts each.
  endpoint.responses.splice(0, Infinity, ...Array.from({ length: 8 }, () => response));
  const day = new Date(clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  const { body } = await call<{ id: string }>('POST', '/v1/bookings', {
    body: {
      venue_id: 'ven_harbour_table',
      slot_id: `slt_harbour_table_${day}T1900`,
      party_size: 2,
      guest: { first_name, email: 'ada@diner.test' },
    },
  });
  await clock.advance(20 * 60_000);
  endpoint.responses.length = 0;
  return body.id;
}
