/** The cancellation policy of a booking: where it comes from, and what it returns of a payment (CRD-11, CRD-9). */
import type { Booking, CancellationPolicy, SlotList } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { createHttpProvider, systemClock, type Provider } from '../../src/index.ts';
import { testContext } from '../../src/testing.ts';
import { createCardLedger } from '../support/card-ledger.ts';
import { engines, openWorldOn, type EngineName, type EngineWorld } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { confirmed, ownProvider } from '../support/providers.ts';
import { secret, startHttpProvider } from '../suppliers/test-http-provider.ts';
import { approve, cancel, read } from './pay.ts';

const paid = { payment_collection: 'cardservice_external' } as const;
const free_until = '2026-11-21T12:00:00.000Z';
const policy: CancellationPolicy = { free_until, late_refund_percent: 25 };

/** A provider with the policy. */
function strict(methods: Partial<Provider> = {}): Provider {
  return ownProvider('strict', {
    checkRequest: async () => ({ at_once: true, price: { amount: 9999, currency: 'EUR' }, cancellation: policy }),
    book: async () => confirmed,
    release: async () => undefined,
    ...methods,
  });
}

/** Opens a world with a confirmed, paid booking at the provider. */
async function openPaid(engine: EngineName, provider: Provider) {
  await using opened = new AsyncDisposableStack();
  const ledger = createCardLedger({ approved: true });
  const world: EngineWorld = opened.use(
    await openWorldOn(engine, { providers: [provider], payments: ledger.payments }),
  );
  const body = { ...newBooking({ venue: 'strict' }), ...paid };
  const { body: booking } = await world.call<Booking>('POST', '/v1/bookings', { body });
  await approve(world, booking);
  await world.clock.advance(4000);
  expect(await read(world, booking)).toMatchObject({ status: 'confirmed', cancellation: policy });
  const running = opened.move();
  return {
    world,
    booking,
    refunds: () => ledger.found.get(booking.id)?.refunds,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const hour_ms = 3600_000;

describe.each(engines)('on %s', (engine) => {
  it('CRD-11: shows the policy with the slot and the booking, and returns by it, on the sandbox', async () => {
    await using world = await openWorldOn(engine);
    const day = { venue_id: 'ven_late_fee', date: '2026-11-22', party_size: 2 };
    const slots = await world.call<SlotList>('POST', '/v1/availability/search', { body: day });
    const late = { free_until: '2026-11-21T19:00:00.000Z', late_refund_percent: 30 };
    expect(slots.body.data.map(({ cancellation }) => cancellation)).toContainEqual(late);
    const body = { ...newBooking({ venue: 'late_fee', date: '2026-11-22' }), ...paid };
    const { body: booking } = await world.call<Booking>('POST', '/v1/bookings', { body });
    expect(booking.cancellation).toEqual(late);
    await approve(world, booking);
    await world.clock.advance(4000);
    await world.call('POST', `/v1/bookings/${booking.id}/modify`, { body: { slot_id: 'slt_late_fee_20261121T1900' } });
    expect((await read(world, booking)).cancellation).toEqual({ ...late, free_until: '2026-11-20T19:00:00.000Z' });
    await cancel(world, booking);
    await world.clock.advance(4000);
    expect(await read(world, booking)).toMatchObject({
      cancellation: { refund_percent: 30 },
      payment: { amount: 5000, amount_refunded: 1500 },
    });
  });

  it.each([
    { when: 'until free_until', wait_ms: 0, percent: 100, refunds: [9999] },
    { when: 'after free_until', wait_ms: 3 * hour_ms, percent: 25, refunds: [2499] },
  ])('CRD-11 CRD-9: a cancel $when returns $percent %', async ({ wait_ms, percent, refunds }) => {
    await using opened = await openPaid(engine, strict());
    const { world, booking } = opened;
    await world.clock.advance(wait_ms);
    const cancelled = await world.call<Booking>('POST', `/v1/bookings/${booking.id}/cancel`);
    expect(cancelled.body.cancellation).toEqual({ ...policy, refund_percent: percent });
    await world.clock.advance(60_000);
    expect(opened.refunds()).toEqual(refunds);
    const bodies = world.endpoint.received.map(({ event }) => JSON.stringify(event));
    expect(bodies.join()).not.toContain('free_until');
  });

  it.each([
    { stated: 'full' as const, refunds: [9999] },
    { stated: 'none' as const, refunds: [] },
    { stated: { amount: 1000, currency: 'EUR' }, refunds: [1000] },
  ])('CRD-9: a refund of $stated that the provider states comes before the policy', async ({ stated, refunds }) => {
    await using opened = await openPaid(engine, strict({ release: async () => ({ refund: stated }) }));
    const { world, booking } = opened;
    await world.clock.advance(3 * hour_ms);
    await cancel(world, booking);
    await world.clock.advance(60_000);
    expect(opened.refunds()).toEqual(refunds);
  });

  it('CRD-9 PRV-4: a booking that its provider cancelled gets everything back', async () => {
    const readBooking = async () => ({ state: 'cancelled' }) as const;
    await using opened = await openPaid(engine, strict({ readBooking, read_after_seconds: 3 * 3600 }));
    const { world, booking } = opened;
    await world.clock.advance(4 * hour_ms);
    const { status, cancellation } = await read(world, booking);
    expect({ status, cancellation }).toEqual({ status: 'cancelled', cancellation: policy });
    expect(opened.refunds()).toEqual([9999]);
  });
});

it('CRD-11 BKG-6: a provider over HTTP may state the policy and the start with any offset', async () => {
  const cancellation = { free_until: '2029-12-31T20:00:00+01:00', late_refund_percent: 0 };
  const slot = { id: 'slt_corner_1', starts_at: '2030-01-01T19:00:00Z', duration_minutes: 90 };
  const page = { data: [{ ...slot, min_party_size: 1, max_party_size: 8, cancellation }], next_cursor: null };
  await using server = await startHttpProvider({
    operations: {
      '/availability/search': () => ({ status: 200, body: page }),
      '/bookings/check': () => ({
        status: 200,
        body: { at_once: false, starts_at: '2030-01-01T20:00:00+01:00', cancellation },
      }),
    },
  });
  const provider = createHttpProvider({ name: 'corner', url: server.url, secret, clock: systemClock });
  const utc = { free_until: '2029-12-31T19:00:00.000Z', late_refund_percent: 0 };
  const day = { venue_id: 'ven_corner_cafe', date: '2030-01-01', party_size: 2 };
  expect((await provider.searchAvailability(day, testContext)).data).toMatchObject([{ cancellation: utc }]);
  const request = { ...newBooking(), venue_id: 'ven_corner_cafe' };
  const accepted = { at_once: false, starts_at: '2030-01-01T19:00:00.000Z', cancellation: utc };
  expect(await provider.checkRequest(request, testContext)).toEqual(accepted);
});
