/** The prices of a provider over HTTP, and the refund that it states for a cancelled booking (CRD-9). */
import type { Booking, SlotList } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import { checkProvider } from '../../src/command/checks/check-provider.ts';
import { createHttpProvider, systemClock } from '../../src/index.ts';
import { openWorld, testContext } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';
import {
  pageOf,
  type ProviderResponse,
  refusal,
  type Replaced,
  secret,
  slotsOf,
  startHttpProvider,
} from './test-http-provider.ts';
import { openBooking } from '../../src/domain/booking.ts';
import { approve, cancel, createCardLedger, read } from '../support/card-ledger.ts';
import { type EngineName, engines, openWorldOn } from '../support/engines.ts';

const connect = (url: string) => createHttpProvider({ name: 'corner', url, secret, clock: systemClock });

describe('prices', () => {
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

/**
 * Opens a world with a confirmed booking for two people, who paid 6000 EUR. The releases of its provider get these responses in
 * turn.
 */
async function openPaid(engine: EngineName, responses: readonly ProviderResponse[]) {
  await using opened = new AsyncDisposableStack();
  let releases = 0;
  const server = opened.use(
    await startHttpProvider({
      operations: { '/bookings/release': () => responses[releases++] ?? { status: 500 } },
    }),
  );
  const provider = connect(server.url);
  const ledger = createCardLedger({ approved: true });
  const world = opened.use(await openWorldOn(engine, { providers: [provider], payments: ledger.payments }));
  const slot = { venue_id: 'ven_corner_cafe', slot_id: 'slt_corner_cafe_20300101T1900' };
  const body = { ...newBooking(), ...slot, payment_collection: 'cardservice_external' };
  const { body: booking } = await world.call<Booking>('POST', '/v1/bookings', { body });
  await approve(world, booking);
  await world.clock.advance(4_000);
  expect(await read(world, booking)).toMatchObject({ status: 'confirmed', payment: { amount: 6000 } });
  const running = opened.move();
  return {
    booking,
    world,
    releases: () => releases,
    refunds: () => ledger.found.get(booking.id)?.refunds,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const returns = (amount: number, currency = 'EUR') => ({ status: 200, body: { refund: { amount, currency } } });

describe('refunds', () => {
  describe.each(engines)('on %s', (engine) => {
    it.each([
      { stated: 'a part', response: returns(1500), refunds: [1500] },
      { stated: 'nothing', response: returns(0), refunds: [] },
      { stated: 'everything', response: returns(6000), refunds: [6000] },
      { stated: 'no refund', response: { status: 200, body: {} }, refunds: [6000] },
      { stated: 'no body', response: { status: 204 }, refunds: [6000] },
    ])('CRD-9: a provider that states $stated', async ({ response, refunds }) => {
      await using paid = await openPaid(engine, [response]);
      await cancel(paid.world, paid.booking);
      await paid.world.clock.advance(4_000);
      expect(paid.refunds()).toEqual(refunds);
      const amount_refunded = refunds[0] ?? 0;
      const status = amount_refunded === 6000 ? 'refunded' : 'captured';
      expect((await read(paid.world, paid.booking)).payment).toMatchObject({ status, amount_refunded });
      expect(paid.releases()).toBe(1);
    });

    it.each([
      { stated: 'more than was paid', response: returns(6001) },
      { stated: 'another currency', response: returns(1500, 'USD') },
      { stated: 'a part of a cent', response: returns(0.5) },
    ])('CRD-9: $stated counts as a failure, and the release is repeated', async ({ response }) => {
      await using paid = await openPaid(engine, [response, returns(1500)]);
      await cancel(paid.world, paid.booking);
      await paid.world.clock.advance(0);
      expect(paid.refunds()).toEqual([]);
      await paid.world.clock.advance(4_000);
      expect(paid.refunds()).toEqual([1500]);
      expect((await read(paid.world, paid.booking)).payment).toMatchObject({
        status: 'captured',
        amount_refunded: 1500,
      });
      expect(paid.releases()).toBe(2);
    });
  });

  it.each([
    { response: { status: 204 }, result: {} },
    { response: { status: 200, body: {} }, result: {} },
    { response: returns(0), result: { refund: { amount: 0, currency: 'EUR' } } },
  ])('CRD-9: a release with $response.status $response.body states $result', async ({ response, result }) => {
    expect(await released(response)).toEqual(result);
  });

  it.each([
    { amount: -1, currency: 'EUR' },
    { amount: 0.5, currency: 'EUR' },
    { amount: '100', currency: 'EUR' },
    { amount: 100, currency: 'euro' },
    { amount: 100 },
    'full',
    null,
  ])('PRV-3: the refund %j does not match the contract', async (refund) => {
    await expect(released({ status: 200, body: { refund } })).rejects.toThrow(
      'The provider corner failed at release: its response does not match the contract',
    );
  });

  describe('provider check finds a provider that', () => {
    const seen = new Set<unknown>();
    it.each<{ fault: string; release: (request: { readonly booking?: unknown }) => ProviderResponse; finds: string }>([
      {
        fault: 'returns more than the price',
        release: () => returns(9001),
        finds: 'refund: it returns 9001 EUR of a booking that costs 9000 EUR',
      },
      {
        fault: 'returns another currency',
        release: () => returns(9000, 'USD'),
        finds: 'refund: it returns 9000 USD of a booking that costs 9000 EUR',
      },
      {
        fault: 'returns another part when the release is repeated',
        release({ booking }) {
          const { id } = booking as { id: string };
          if (seen.has(id)) return { status: 204 };
          seen.add(id);
          return returns(4500);
        },
        finds: 'cancel twice: a repeated release returns everything, the first returned 4500 EUR',
      },
      {
        fault: 'returns a part of a cent',
        release: () => returns(0.5),
        finds: 'cancel: The provider corner failed at release: its response does not match the contract',
      },
    ])('$fault', async ({ release, finds }) => {
      await using server = await startHttpProvider({ operations: { '/bookings/release': release } });
      const results = await checkProvider({ provider: connect(server.url), clock: systemClock });
      const failed = results.filter(({ verdict }) => verdict === 'failed');
      expect(failed.map(({ scenario, detail }) => `${scenario}: ${detail}`).join('\n')).toContain(finds);
    });
  });
});

/** Returns what a release over HTTP with this response resolves to. */
async function released(response: ProviderResponse): Promise<unknown> {
  await using server = await startHttpProvider({ operations: { '/bookings/release': () => response } });
  const opening = { id: randomId('bkg'), provider: 'corner', livemode: false, request: newBooking() };
  return await connect(server.url).release(openBooking(opening, new Date()).booking, testContext);
}
