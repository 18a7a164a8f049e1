/** The refunds of a cancellation and of a modification (CRD-9). */
import { runs, type Booking } from '@booking-service/contract';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createCardLedger } from '../support/card-ledger.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { approve, cancel, create, pay, pricedProvider, read } from './pay.ts';

describe.each(engines)('on %s', (engine) => {
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
    expect((await read(world, paid)).payment).toMatchObject({ status: 'captured', refund_decided_by: decided_by });
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
