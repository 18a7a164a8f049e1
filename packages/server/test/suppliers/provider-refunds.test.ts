/** The refund that a provider over HTTP states for a cancelled booking, and that the card service makes (CRD-9). */
import type { Booking } from '@booking-service/contract';
import { randomId } from '@booking-service/kernel/contract';
import { describe, expect, it } from 'vitest';
import { checkProvider } from '../../src/command/checks/check-provider.ts';
import { openBooking } from '../../src/domain/booking.ts';
import { createHttpProvider, systemClock } from '../../src/index.ts';
import { testContext } from '../../src/testing.ts';
import { approve, cancel, read } from '../payments/pay.ts';
import { createCardLedger } from '../support/card-ledger.ts';
import { engines, openWorldOn, type EngineName } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { secret, startHttpProvider, type ProviderResponse } from './test-http-provider.ts';

const connect = (url: string) => createHttpProvider({ name: 'corner', url, secret, clock: systemClock });

/** Opens a world with a confirmed booking for two people, who paid 6000 EUR. The releases of its provider get these responses in turn. */
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
    expect((await read(paid.world, paid.booking)).payment).toMatchObject({ status: 'captured', amount_refunded: 1500 });
    expect(paid.releases()).toBe(2);
  });
});

/** Returns what a release over HTTP with this response resolves to. */
async function released(response: ProviderResponse): Promise<unknown> {
  await using server = await startHttpProvider({ operations: { '/bookings/release': () => response } });
  const opening = { id: randomId('bkg'), provider: 'corner', livemode: false, request: newBooking() };
  return await connect(server.url).release(openBooking(opening, new Date()).booking, testContext);
}

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
