/** The prices of a provider over HTTP, and how the check of a provider finds wrong ones. */
import type { Booking, SlotList } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { checkProvider } from '../../src/command/checks/check-provider.ts';
import { createHttpProvider, systemClock } from '../../src/index.ts';
import { openWorld } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';
import { pageOf, refusal, secret, slotsOf, startHttpProvider, type Replaced } from './test-http-provider.ts';

const connect = (url: string) => createHttpProvider({ name: 'corner', url, secret, clock: systemClock });

it('CRD-4 CRD-5: slots and bookings have the prices of the provider', async () => {
  await using server = await startHttpProvider();
  await using world = await openWorld({ providers: [connect(server.url)] });
  const venue_id = 'ven_corner_cafe';
  const search = { venue_id, date: '2030-01-01', party_size: 2 };
  const { body: slots } = await world.call<SlotList>('POST', '/v1/availability/search', { body: search });
  expect(slots.data.map(({ price }) => price)).toEqual(
    slots.data.map(() => ({ amount: 3000, currency: 'EUR', per: 'person' })),
  );
  const body = newBooking({ venue_id, slot_id: slots.data[0]?.id ?? '' });
  const { body: booking } = await world.call<Booking>('POST', '/v1/bookings', { body });
  expect(booking.price).toStrictEqual({ amount: 6000, currency: 'EUR' });
  await world.clock.advance(1000);
  const changes = { body: { party_size: 4 } };
  const modified = await world.call<Booking>('POST', `/v1/bookings/${booking.id}/modify`, changes);
  expect(modified.body.price).toStrictEqual({ amount: 12_000, currency: 'EUR' });
});

it('CRD-5: creates a booking whose slot starts at a leap second', async () => {
  const checked = { at_once: false, starts_at: '2030-12-31T23:59:60Z' };
  await using server = await startHttpProvider({
    operations: { '/bookings/check': () => ({ status: 200, body: checked }) },
  });
  await using world = await openWorld({ providers: [connect(server.url)] });
  const body = newBooking({ venue_id: 'ven_corner_cafe', slot_id: 'slt_corner_cafe_20301231T2300' });
  expect(await world.call('POST', '/v1/bookings', { body })).toMatchObject({
    status: 201,
    body: { starts_at: '2031-01-01T00:00:00.000Z' },
  });
});

/** Checks a provider over HTTP with these operations replaced. */
async function resultsOf(operations: Replaced['operations'] = {}): Promise<string[]> {
  await using server = await startHttpProvider({ operations });
  const pause = async () => undefined;
  const results = await checkProvider({ provider: connect(server.url), clock: systemClock, pause });
  return results.map(({ scenario, verdict, detail }) => `${scenario} ${verdict}: ${detail}`);
}

/** Every slot has this price. */
const slotsWith = (price: unknown): Replaced['operations'] => ({
  '/availability/search': ({ venue_id, date, ...page }, { parts: { venues } }) => {
    if (!venues.some(({ id }) => id === venue_id)) return refusal(404, 'not_found');
    const slots = slotsOf(venue_id, date).map((slot) => ({ ...slot, price }));
    return pageOf(slots, page);
  },
});
/** Every check of a booking returns this price. */
const checkWith = (price: unknown): Replaced['operations'] => ({
  '/bookings/check': ({ slot_id }) =>
    String(slot_id) === 'slt_unknown_slot'
      ? refusal(409, 'slot_not_offered')
      : { status: 200, body: { at_once: false, price } },
});

const wrongSlots = 'availability failed: The provider corner failed at searchAvailability: its response does not match';
const wrongCheck = 'check failed: The provider corner failed at checkRequest: its response does not match the contract';

it.each<[string, Replaced['operations'], string]>([
  ['its own price', {}, 'price passed: 6000 EUR for two people'],
  ['a price in the check only', slotsWith(undefined), 'price passed: 6000 EUR in the check only'],
  ['no price', { ...slotsWith(undefined), ...checkWith(undefined) }, 'price skipped: it states no price'],
  ['a fraction', slotsWith({ amount: 29.5, currency: 'EUR', per: 'person' }), wrongSlots],
  ['a text', slotsWith({ amount: '2950', currency: 'EUR', per: 'person' }), wrongSlots],
  ['an unknown form of currency', slotsWith({ amount: 2950, currency: 'euro', per: 'person' }), wrongSlots],
  ['a price per table', slotsWith({ amount: 2950, currency: 'EUR', per: 'table' }), wrongSlots],
  ['a total below zero', checkWith({ amount: -1, currency: 'EUR' }), wrongCheck],
  [
    'a slot with a price and a check without',
    checkWith(undefined),
    'price failed: a slot has a price, but the check of a booking returns none',
  ],
  [
    'another total in the check',
    checkWith({ amount: 3000, currency: 'EUR' }),
    'price failed: the total of a slot is 6000 EUR, but the check returns 3000 EUR',
  ],
  [
    'another currency in the check',
    checkWith({ amount: 6000, currency: 'USD' }),
    'price failed: the total of a slot is 6000 EUR, but the check returns 6000 USD',
  ],
])('PRV-3 CRD-4 CRD-5: the check of a provider reports %s', async (_, operations, expected) => {
  expect((await resultsOf(operations)).join('\n')).toContain(expected);
});
