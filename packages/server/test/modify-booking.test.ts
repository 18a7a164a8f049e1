import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { openWorld, type World } from '../src/testing.ts';

async function createConfirmed(world: World): Promise<Booking> {
  const { body } = await world.call<Booking>('POST', '/v1/bookings', {
    body: {
      venue_id: 'ven_express_counter',
      slot_id: 'slt_express_counter_20261121T1900',
      party_size: 2,
      guest: { first_name: 'Ada', email: 'ada@diner.test' },
    },
  });
  expect(body.status).toBe('confirmed');
  return body;
}

it.each([
  { what: 'the slot', body: { slot_id: 'slt_express_counter_20261121T2000' } },
  { what: 'the party', body: { party_size: 4 } },
  { what: 'both', body: { slot_id: 'slt_express_counter_20261121T2000', party_size: 4 } },
])('STA-7 STA-11 END-11: a refused change of $what is 422, changes nothing and sends nothing', async ({ body }) => {
  await using world = await openWorld();
  const before = await createConfirmed(world);
  const refused = await world.call('POST', `/v1/bookings/${before.id}/modify`, { body });
  expect(refused).toMatchObject({ status: 422, body: { error_code: 'modify_unsupported' } });
  await world.clock.advance(60_000);
  expect((await world.call<Booking>('GET', `/v1/bookings/${before.id}`)).body).toStrictEqual(before);
  const types = world.endpoint.received.map(({ event }) => event.type).toSorted();
  expect(types).toEqual(['booking.confirmed', 'booking.created']);
});

it.each([
  { why: 'no field at all', body: {} },
  { why: 'a field that cannot be modified', body: { venue_id: 'ven_code_house' } },
  { why: 'a party of none', body: { party_size: 0 } },
])('END-11: $why is 400', async ({ body }) => {
  await using world = await openWorld();
  const { id } = await createConfirmed(world);
  const refused = await world.call('POST', `/v1/bookings/${id}/modify`, { body });
  expect(refused).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
});
