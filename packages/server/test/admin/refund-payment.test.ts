/** Refunds that the operator requests: for confirmed and for ended bookings, once, however the card service fails. */
import type { Booking } from '@booking-service/contract';
import type { AuditList, BookingState } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import type { PaymentService, Provider } from '../../src/index.ts';
import { ageFailures, cancel, create, createCardLedger, pay, pricedProvider, read } from '../support/card-ledger.ts';
import { engines, type EngineName } from '../support/engines.ts';
import { createAt } from '../support/providers.ts';
import { openAdminWorld } from '../support/worlds/admin-world.ts';

/** Opens a world with a provider whose bookings cost 5000, and a booking that is paid. */
async function openPaid(engine: EngineName, methods: Partial<Provider> = {}) {
  await using opened = new AsyncDisposableStack();
  const ledger = createCardLedger({ approved: true });
  const { payments } = ledger;
  const world = opened.use(await openAdminWorld(engine, { providers: [pricedProvider(methods)], payments }));
  const { service, clock } = world;
  const booking = await pay(service, 'own');
  const refund = (amount_refunded: unknown, { id }: Pick<Booking, 'id'> = booking) =>
    world.call<BookingState & { error: string }>('refundPayment', {
      path: { organization_id: world.organization_id, booking_id: id },
      body: { amount_refunded },
    });
  const running = opened.move();
  return {
    ...world,
    ledger,
    booking,
    refund,
    work: (ms = 4_000) => clock.advance(ms),
    payment: async () => (await read(service, booking)).payment,
    refunds: () => ledger.found.get(booking.id)?.refunds,
    modify: (party_size: number) =>
      service.call<Booking>('POST', `/v1/bookings/${booking.id}/modify`, { body: { party_size } }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const refused = (status: number, text: string) => ({ status, body: { error: expect.stringContaining(text) } });

describe.each(engines)('on %s', (engine) => {
  it('CRD-9: returns a part of a confirmed booking and later the rest, each once, and records who requested it', async () => {
    await using paid = await openPaid(engine);
    const sent = paid.endpoint.received.length;
    expect(await paid.refund(2000)).toMatchObject({
      status: 200,
      body: {
        booking: { status: 'confirmed', payment: { amount_refunded: 0, refund_requested: 2000 } },
        run: { work: 'payment', next_attempt_at: paid.clock.now().toISOString() },
      },
    });
    await paid.work();
    expect(await paid.payment()).toMatchObject({ status: 'captured', amount_refunded: 2000, refund_requested: 2000 });
    expect(await paid.refund(5000)).toMatchObject({ status: 200 });
    await paid.work();
    expect(await paid.payment()).toMatchObject({ status: 'refunded', amount_refunded: 5000 });
    expect((await read(paid.service, paid.booking)).status).toBe('confirmed');
    expect(paid.refunds()).toEqual([2000, 3000]);
    expect(paid.endpoint.received).toHaveLength(sent);
    const { data } = (await paid.call<AuditList>('listAllAuditEntries')).body;
    expect(data.filter(({ action }) => action === 'refundPayment')).toMatchObject([
      { target: paid.booking.id, details: { amount_refunded: 5000, currency: 'EUR' } },
      { target: paid.booking.id, details: { amount_refunded: 2000, currency: 'EUR' } },
    ]);
  });

  it.each([
    { when: 'before', soon: 0 },
    { when: 'after', soon: 2000 },
  ] as const)('CRD-9: refunds once if the card service fails $when its effect', async ({ when, soon }) => {
    await using paid = await openPaid(engine);
    paid.ledger.fail('refund', when, 2);
    await paid.refund(2000);
    await paid.work();
    expect(await paid.payment()).toMatchObject({ amount_refunded: soon });
    await paid.work(30_000);
    expect(await paid.payment()).toMatchObject({ status: 'captured', amount_refunded: 2000 });
    expect(paid.refunds()).toEqual([2000]);
  });

  it('CRD-9: repeats a requested refund although the card service fails for too long', async () => {
    await using paid = await openPaid(engine);
    paid.ledger.fail('refund', 'before', Infinity);
    await paid.refund(2000);
    await paid.work();
    await ageFailures(paid.service);
    await paid.work(60_000);
    expect(await paid.payment()).toMatchObject({ amount_refunded: 0 });
    paid.ledger.fail('refund', 'before', 0);
    await paid.work(16 * 60_000);
    expect(await paid.payment()).toMatchObject({ amount_refunded: 2000 });
    expect(paid.refunds()).toEqual([2000]);
  });

  it('CRD-9: refunds a cancelled booking without a second decision of its provider', async () => {
    let releases = 0;
    await using paid = await openPaid(engine, {
      // Once the slot is over, a provider may have nothing to release, which would return everything.
      release: async () => (releases++ === 0 ? { refund: 'none' } : undefined),
    });
    await cancel(paid.service, paid.booking);
    await paid.work();
    const kept = await paid.payment();
    expect(kept).toMatchObject({ status: 'captured', amount_refunded: 0, settled_at: expect.any(String) });
    paid.ledger.fail('refund', 'after');
    expect(await paid.refund(1500)).toMatchObject({ status: 200, body: { run: { work: 'payment' } } });
    await paid.work(30_000);
    expect(await paid.payment()).toEqual({ ...kept, amount_refunded: 1500, refund_requested: 1500 });
    expect([paid.refunds(), releases]).toEqual([[1500], 1]);
  });

  it.each([
    { refund: 'none', amount_refunded: 1500 },
    { refund: { amount: 1000, currency: 'EUR' }, amount_refunded: 1500 },
    { refund: { amount: 4000, currency: 'EUR' }, amount_refunded: 4000 },
    { refund: 'full', amount_refunded: 5000 },
  ] as const)('CRD-9: a cancel that returns $refund and a request for 1500 return the larger sum', async (row) => {
    await using paid = await openPaid(engine, { release: async () => ({ refund: row.refund }) });
    await paid.refund(1500);
    await cancel(paid.service, paid.booking);
    await paid.work();
    expect(await paid.payment()).toMatchObject({ amount_refunded: row.amount_refunded });
    expect(paid.refunds()).toEqual([row.amount_refunded]);
  });

  it('CRD-9: keeps a request that comes while an earlier one is at the card service', async () => {
    await using paid = await openPaid(engine);
    const { payments } = paid.ledger;
    const ledger = { ...payments };
    Object.assign(payments, {
      async refund(...args: Parameters<PaymentService['refund']>) {
        const reading = await ledger.refund(...args);
        await paid.refund(2500);
        return reading;
      },
    });
    await paid.refund(1000);
    await paid.work(30_000);
    expect(await paid.payment()).toMatchObject({ amount_refunded: 2500, refund_requested: 2500 });
    expect(paid.refunds()).toEqual([1000, 1500]);
  });

  it('CRD-9: a booking with a refund can be modified, but not to a higher price', async () => {
    let price = 5000;
    await using paid = await openPaid(engine, {
      modify: async () => ({ outcome: 'modified', price: { amount: price, currency: 'EUR' } }),
    });
    await paid.refund(1000);
    await paid.work();
    expect(await paid.modify(3)).toMatchObject({ status: 200, body: { party_size: 3 } });
    await paid.refund(5000);
    await paid.work();
    price = 5001;
    expect(await paid.modify(4)).toMatchObject({ status: 422 });
    expect(paid.refunds()).toEqual([1000, 4000]);
  });

  it('CRD-9: refuses what cannot be refunded', async () => {
    const held = Promise.withResolvers<never>();
    const modifying = Promise.withResolvers<void>();
    await using paid = await openPaid(engine, {
      modify: () => {
        modifying.resolve();
        return held.promise;
      },
    });
    const { service } = paid;
    const waiting = await create(service, 'own');
    const unpaid = { id: await createAt(service, 'own') };
    expect(await paid.refund(1, { id: 'bkg_none' })).toMatchObject(refused(404, 'No booking has the id'));
    expect(await paid.refund(1, waiting)).toMatchObject(refused(409, 'is requires_approval'));
    expect(await paid.refund(1, unpaid)).toMatchObject(refused(409, 'collects no payment'));
    expect(await paid.refund(5001)).toMatchObject(refused(409, 'is 5000 EUR'));
    for (const wrong of [0, -1, 1.5, '1', undefined]) expect(await paid.refund(wrong)).toMatchObject({ status: 400 });
    await paid.refund(2000);
    expect(await paid.refund(2000)).toMatchObject(refused(409, '2000 EUR is refunded or requested'));
    await paid.work();
    expect(await paid.refund(1999)).toMatchObject(refused(409, '2000 EUR is refunded or requested'));
    const modified = paid.modify(3);
    await modifying.promise;
    expect(await paid.refund(3000)).toMatchObject(refused(409, 'A modification of booking'));
    held.reject(new Error('The provider is away.'));
    await modified;
    expect(paid.refunds()).toEqual([2000]);
    const { data } = (await paid.call<AuditList>('listAllAuditEntries')).body;
    expect(data.filter(({ action }) => action === 'refundPayment')).toHaveLength(1);
  });
});
