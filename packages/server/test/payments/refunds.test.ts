/** The refunds of a cancellation and of a modification (CRD-9), and the cancellation policy of a booking (CRD-11). */
import { type Booking, type CancellationPolicy, runs, type SlotList } from '@booking-service/contract';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { approve, cancel, create, createCardLedger, pay, pricedProvider, read } from '../support/card-ledger.ts';
import { type EngineName, engines, type EngineWorld, openWorldOn } from '../support/engines.ts';
import { createHttpProvider, type Provider, systemClock } from '../../src/index.ts';
import { testContext } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';
import { confirmed, ownProvider } from '../support/providers.ts';
import { secret, startHttpProvider } from '../suppliers/test-http-provider.ts';

describe.each(engines)('refunds, on %s', (engine) => {
  it('CRD-8 CRD-9: a provider whose releases fail delays no end of a page, and a refund for as long as stated', async () => {
    const ledger = createCardLedger();
    const provider = pricedProvider({
      release: async () => {
        throw new Error('The provider is away.');
      },
    });
    await using world = await openWorldOn(engine, { providers: [provider], payments: ledger.payments });
    const paid = await create(world, 'own');
    ledger.approve(paid.id);
    await approve(world, paid);
    const [cancelled, expired] = [await create(world, 'own'), await create(world, 'own')];
    await world.clock.advance(4_000);
    await cancel(world, cancelled);
    await world.clock.advance(2_000);
    expect(ledger.found.get(cancelled.id)?.state).toBe('void');
    await world.clock.advance(21 * 60_000);
    expect(ledger.found.get(expired.id)?.state).toBe('void');

    await cancel(world, paid);
    const { refund_waits_for_at_most_seconds } = runs.release;
    await world.clock.advance((refund_waits_for_at_most_seconds - 5) * 1000);
    const decided_by = new Date(world.clock.now().getTime() + 5_000).toISOString();
    expect((await read(world, paid)).payment).toMatchObject({ status: 'captured', refund_decided_at: decided_by });
    await world.clock.advance(10_000);
    expect((await read(world, paid)).payment).toMatchObject({ status: 'refunded', refund_due: 5000 });
    expect(ledger.found.get(paid.id)).toMatchObject({ captures: 1, refunds: [5000] });
    expect(await world.query('SELECT 1 FROM runs WHERE failures > 0')).toHaveLength(3);
  });

  it('CRD-9: a part that the provider states too late moves no more money', async () => {
    const ledger = createCardLedger({ approved: true });
    let isAway = true;
    const provider = pricedProvider({
      release: async () => {
        if (isAway) throw new Error('The provider is away.');
        return { refund: 'none' };
      },
    });
    await using world = await openWorldOn(engine, { providers: [provider], payments: ledger.payments });
    const booking = await pay(world, 'own');
    ledger.fail('refund', 'before', 3);
    await cancel(world, booking);
    await world.clock.advance(runs.release.refund_waits_for_at_most_seconds * 1000);
    isAway = false;
    await world.clock.advance(runs.release.longest_delay_seconds * 1000);
    expect((await read(world, booking)).payment).toMatchObject({ status: 'refunded', refund_due: 5000 });
    expect(await world.query('SELECT 1 FROM runs')).toEqual([]);
  });

  it('CRD-9: a refund that fails repeats no release', async () => {
    const ledger = createCardLedger({ approved: true });
    const released: string[] = [];
    const provider = pricedProvider({ release: async ({ id }) => void released.push(id) });
    await using world = await openWorldOn(engine, { providers: [provider], payments: ledger.payments });
    const booking = await pay(world, 'own');
    ledger.fail('refund', 'before', 5);
    await cancel(world, booking);
    await world.clock.advance(30_000);
    expect((await read(world, booking)).payment).toMatchObject({ status: 'captured', refund_due: 5000 });
    await world.clock.advance(120_000);
    expect((await read(world, booking)).payment).toMatchObject({ status: 'refunded' });
    expect(released).toEqual([booking.id]);
  });

  it('CRD-9 STA-13: a cancel while a dearer modification is taken back releases the booking and returns the money', async () => {
    const ledger = createCardLedger({ approved: true });
    const released: string[] = [];
    const provider = pricedProvider({
      async modify({ booking, reference }) {
        if (reference.endsWith('/undo')) await cancel(world, booking);
        return { outcome: 'modified', price: { amount: 9000, currency: 'EUR' } };
      },
      release: async ({ id }) => void released.push(id),
    });
    await using world = await openWorldOn(engine, { providers: [provider], payments: ledger.payments });
    const booking = await pay(world, 'own');
    const path = `/v1/bookings/${booking.id}/modify`;
    expect(await world.call('POST', path, { body: { party_size: 3 } })).toMatchObject({ status: 422 });
    await world.clock.advance(4_000);
    expect(await read(world, booking)).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' } });
    expect(released).toEqual([booking.id]);
  });

  it.each([
    { refund: undefined, payment: { status: 'refunded', amount_refunded: 5000 } },
    { refund: 'full', payment: { status: 'refunded', amount_refunded: 5000 } },
    { refund: 'none', payment: { status: 'captured', amount_refunded: 0 } },
    { refund: { amount: 1200, currency: 'EUR' }, payment: { status: 'captured', amount_refunded: 1200 } },
    { refund: { amount: 0, currency: 'EUR' }, payment: { status: 'captured', amount_refunded: 0 } },
    { refund: { amount: 5000, currency: 'EUR' }, payment: { status: 'refunded', amount_refunded: 5000 } },
  ] as const)('CRD-9: a cancel returns $refund of the price', async ({ refund, payment }) => {
    const ledger = createCardLedger({ approved: true });
    const provider = pricedProvider({ release: async () => ({ refund }) });
    await using world = await openWorldOn(engine, { providers: [provider], payments: ledger.payments });
    const booking = await pay(world, 'own');
    await cancel(world, booking);
    await world.clock.advance(4_000);
    expect((await read(world, booking)).payment).toMatchObject(payment);
  });

  it('CRD-9: a cancel after a cheaper modification returns the difference and a part of the new price', async () => {
    const ledger = createCardLedger({ approved: true });
    const provider = pricedProvider({
      modify: async () => ({ outcome: 'modified', price: { amount: 2000, currency: 'EUR' } }),
      release: async () => ({ refund: { amount: 500, currency: 'EUR' } }),
    });
    await using world = await openWorldOn(engine, { providers: [provider], payments: ledger.payments });
    const booking = await pay(world, 'own');
    await world.call('POST', `/v1/bookings/${booking.id}/modify`, { body: { party_size: 1 } });
    await world.clock.advance(4_000);
    await cancel(world, booking);
    await world.clock.advance(4_000);
    expect((await read(world, booking)).payment).toMatchObject({ status: 'captured', amount_refunded: 3500 });
    expect(ledger.found.get(booking.id)?.refunds).toEqual([3000, 500]);
  });

  it('CRD-9: The Half Back returns half', async () => {
    await using world = await openWorldOn(engine);
    const booking = await pay(world, 'half_back');
    await cancel(world, booking);
    await world.clock.advance(4_000);
    expect((await read(world, booking)).payment).toMatchObject({ status: 'captured', amount_refunded: 2500 });
  });

  it('CRD-9: a lower price returns the difference, and a higher one is refused and taken back', async () => {
    const ledger = createCardLedger({ approved: true });
    const modified: unknown[] = [];
    const provider = pricedProvider({
      modify: async ({ changes, reference }) => {
        modified.push([changes, reference.slice(36)]);
        return { outcome: 'modified', price: { amount: 2500 * (changes.party_size ?? 2), currency: 'EUR' } };
      },
    });
    await using world = await openWorldOn(engine, { providers: [provider], payments: ledger.payments });
    const booking = await pay(world, 'own');
    const modify = (party_size: number) =>
      world.call<Booking & { error: string; error_code: string }>('POST', `/v1/bookings/${booking.id}/modify`, {
        body: { party_size },
      });
    const dearer = await modify(3);
    expect(dearer).toMatchObject({ status: 422, body: { error_code: 'modification_refused' } });
    expect(dearer.body.error).toContain('higher than what the card service took');
    expect(await read(world, booking)).toMatchObject({ party_size: 2, price: { amount: 5000 } });
    expect(modified).toEqual([
      [{ party_size: 3 }, '/2'],
      [{ party_size: 2 }, '/2/undo'],
    ]);

    ledger.fail('refund', 'after', 2);
    expect(await modify(1)).toMatchObject({ status: 200, body: { party_size: 1, price: { amount: 2500 } } });
    await world.clock.advance(30_000);
    expect((await read(world, booking)).payment).toMatchObject({ status: 'captured', amount_refunded: 2500 });
    expect(await modify(2)).toMatchObject({ status: 422 });

    await cancel(world, booking);
    await world.clock.advance(4_000);
    expect((await read(world, booking)).payment).toMatchObject({ status: 'refunded', amount_refunded: 5000 });
    expect(ledger.found.get(booking.id)?.refunds).toEqual([2500, 2500]);
  });

  it.each([
    { change: 'dearer', price: { amount: 9000, currency: 'EUR' } },
    { change: 'stated in another currency', price: { amount: 4000, currency: 'USD' } },
  ])('CRD-9: keeps a modification that is $change and not taken back, and logs it', async ({ price }) => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
    const ledger = createCardLedger({ approved: true });
    const provider = pricedProvider({
      modify: async ({ reference }) =>
        reference.endsWith('/undo') ? { outcome: 'refused' } : { outcome: 'modified', price },
    });
    await using world = await openWorldOn(engine, { providers: [provider], payments: ledger.payments, log });
    const booking = await pay(world, 'own');
    const path = `/v1/bookings/${booking.id}/modify`;
    expect(await world.call('POST', path, { body: { party_size: 3 } })).toMatchObject({
      status: 200,
      body: { party_size: 3, price, payment: { amount: 5000, status: 'captured' } },
    });
    expect(lines.filter(({ code }) => code === 'run_modification_uncovered')).toEqual([
      {
        level: 50,
        time: expect.any(Number),
        code: 'run_modification_uncovered',
        msg: expect.stringContaining('its price is not what the card service took'),
        booking_id: booking.id,
        organization_id: world.organization.organization_id,
        request_id: expect.stringMatching(/^req_/),
        provider: 'own',
        step: 2,
        attempt: 1,
        duration_ms: expect.any(Number),
        ...(engine === 'cells' && { cell: 'two' }),
      },
    ]);
  });
});

const paidBooking = { payment_collection: 'cardservice_external' } as const;
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
  const body = { ...newBooking({ venue: 'strict' }), ...paidBooking };
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

describe('the cancellation policy', () => {
  describe.each(engines)('on %s', (engine) => {
    it('CRD-11: shows the policy with the slot and the booking, and returns by it, on the sandbox', async () => {
      await using world = await openWorldOn(engine);
      const day = { venue_id: 'ven_late_fee', date: '2026-11-22', party_size: 2 };
      const slots = await world.call<SlotList>('POST', '/v1/availability/search', { body: day });
      const late = { free_until: '2026-11-21T19:00:00.000Z', late_refund_percent: 30 };
      expect(slots.body.data.map(({ cancellation }) => cancellation)).toContainEqual(late);
      const body = { ...newBooking({ venue: 'late_fee', date: '2026-11-22' }), ...paidBooking };
      const { body: booking } = await world.call<Booking>('POST', '/v1/bookings', { body });
      expect(booking.cancellation).toEqual(late);
      await approve(world, booking);
      await world.clock.advance(4000);
      await world.call('POST', `/v1/bookings/${booking.id}/modify`, {
        body: { slot_id: 'slt_late_fee_20261121T1900' },
      });
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
    const page = {
      object: 'list',
      data: [{ ...slot, min_party_size: 1, max_party_size: 8, cancellation }],
      has_more: false,
      next_cursor: null,
    };
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
});
