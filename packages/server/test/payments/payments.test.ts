/** The payment of a booking: its states, and what the service does while the card service fails (CRD-7, CRD-8, CRD-10). */
import { describe, expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import {
  ageFailures,
  approve,
  cancel,
  create,
  createCardLedger,
  keptOf,
  pay,
  pricedProvider,
  read,
} from '../support/card-ledger.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { confirmed } from '../support/providers.ts';

describe.each(engines)('on %s', (engine) => {
  it('CRD-7 CRD-8: the sandbox reaches every status of a payment', async () => {
    await using world = await openWorldOn(engine);
    const waiting = await create(world);
    expect(waiting.payment).toStrictEqual({
      status: 'requires_approval',
      amount: 5000,
      amount_refunded: 0,
      currency: 'EUR',
      reference: `pay_${waiting.id.slice(4)}`,
    });
    await cancel(world, waiting);
    const slow = await create(world, 'slow_service');
    await approve(world, slow);
    const lost = await create(world, 'outcome_unknown');
    await approve(world, lost);
    await world.clock.advance(4_000);
    const taken = await pay(world);
    const statuses = async () =>
      Promise.all([waiting, slow, lost, taken].map(async (each) => (await read(world, each)).payment?.status));
    expect(await statuses()).toEqual(['voided', 'authorized', 'unknown', 'captured']);
    await cancel(world, taken);
    await world.clock.advance(120_000);
    expect(await statuses()).toEqual(['voided', 'captured', 'voided', 'refunded']);
  });

  it('CRD-6: a booking that is free needs no payment, and does not become dearer without one', async () => {
    const ledger = createCardLedger();
    const prices = [2500, 0];
    const provider = pricedProvider({
      checkRequest: async () => ({ at_once: false, price: { amount: 0, currency: 'EUR' } }),
      modify: async () => ({ outcome: 'modified', price: { amount: prices.shift() ?? 0, currency: 'EUR' } }),
    });
    await using world = await openWorldOn(engine, { providers: [provider], payments: ledger.payments });
    const created = await create(world, 'own');
    expect(created).toMatchObject({ status: 'processing', payment_collection: 'cardservice_external' });
    await world.clock.advance(4_000);
    const free = await read(world, created);
    expect(free).toMatchObject({ status: 'confirmed', price: { amount: 0 } });
    expect(free.payment).toBeUndefined();
    const modified = await world.call('POST', `/v1/bookings/${free.id}/modify`, { body: { party_size: 3 } });
    expect(modified).toMatchObject({ status: 422, body: { error_code: 'modification_refused' } });
    expect([(await read(world, free)).party_size, ledger.calls]).toEqual([free.party_size, []]);
  });

  it('CRD-10: a continue before the approval returns to the same page and the same end', async () => {
    await using world = await openWorldOn(engine);
    const booking = await create(world, 'slow_wallet');
    await world.clock.advance(10_000);
    expect((await approve(world, booking)).body.status).toBe('processing');
    await world.clock.advance(4_000);
    const again = await read(world, booking);
    expect(again).toMatchObject({ status: 'requires_action', expires_at: booking.expires_at });
    expect(again.next_action).toEqual(booking.next_action);
    await world.clock.advance(60_000);
    await approve(world, booking);
    await world.clock.advance(4_000);
    expect(await read(world, booking)).toMatchObject({ status: 'confirmed', payment: { status: 'captured' } });
  });

  it('CRD-8: a payment that is approved after the end of its booking is voided', async () => {
    const ledger = createCardLedger();
    await using world = await openWorldOn(engine, { payments: ledger.payments });
    const booking = await create(world);
    await world.clock.advance(20 * 60_000 + 1);
    ledger.approve(booking.id);
    await world.clock.advance(60_000);
    expect(await read(world, booking)).toMatchObject({ status: 'expired', payment: { status: 'voided' } });
    expect(ledger.found.get(booking.id)).toMatchObject({ state: 'void', captures: 0 });
  });

  it('CRD-8: voids the payment if the provider fails the booking', async () => {
    const ledger = createCardLedger({ approved: true });
    const provider = pricedProvider({ book: async () => ({ outcome: 'failed', error_code: 'slot_not_offered' }) });
    await using world = await openWorldOn(engine, { providers: [provider], payments: ledger.payments });
    const booking = await pay(world, 'own');
    expect(booking).toMatchObject({ status: 'failed', error_code: 'slot_not_offered', payment: { status: 'voided' } });
    expect(ledger.calls).toEqual(['open', 'read', 'void']);
  });

  it('CRD-8: a hold that the card service dropped fails the booking and releases it', async () => {
    const ledger = createCardLedger({ approved: true });
    const released: string[] = [];
    const provider = pricedProvider({
      book: async ({ booking }) => {
        ledger.drop(booking.id);
        return confirmed;
      },
      release: async ({ id }) => void released.push(id),
    });
    await using world = await openWorldOn(engine, { providers: [provider], payments: ledger.payments });
    const booking = await pay(world, 'own');
    expect(booking).toMatchObject({
      status: 'failed',
      error_code: 'payment_replay_failed',
      payment: { status: 'voided' },
    });
    expect(released).toEqual([booking.id]);
  });

  it.each(['read', 'capture', 'void', 'refund'] as const)(
    'CRD-8 STA-12: repeats a %s that failed before or after its effect, which happens once',
    async (method) => {
      for (const when of ['before', 'after'] as const) {
        const ledger = createCardLedger({ approved: true });
        await using world = await openWorldOn(engine, { payments: ledger.payments });
        ledger.fail(method, when, 3);
        const booking = await create(world);
        await approve(world, booking);
        await world.clock.advance(60_000);
        expect((await read(world, booking)).payment?.status).toBe('captured');
        await cancel(world, booking);
        await world.clock.advance(60_000);
        expect((await read(world, booking)).payment).toMatchObject({ status: 'refunded', amount_refunded: 5000 });
        expect(ledger.found.get(booking.id)).toMatchObject({ captures: 1, refunds: [5000] });
      }
    },
  );

  it('CRD-8: a card service that stays away fails the booking, and gets its money back to the guest when it returns', async () => {
    const ledger = createCardLedger({ approved: true });
    await using world = await openWorldOn(engine, { payments: ledger.payments });
    // Every response is lost. The money is taken.
    ledger.fail('capture', 'after', 10_000);
    ledger.fail('void', 'before', 10_000);
    const booking = await create(world);
    await approve(world, booking);
    await world.clock.advance(130_000);
    await ageFailures(world);
    await world.clock.advance(130_000);
    const failed = await read(world, booking);
    expect(failed).toMatchObject({
      status: 'failed',
      error_code: 'payment_outcome_unknown',
      payment: { status: 'unknown' },
    });
    // Past the time after which a release at a provider is given up.
    await ageFailures(world);
    await world.clock.advance(905_000);
    expect((await read(world, booking)).payment?.status).toBe('unknown');
    ledger.fail('void', 'before', 0);
    await world.clock.advance(905_000);
    expect(await read(world, booking)).toMatchObject({ status: 'failed', payment: { status: 'refunded' } });
    expect(ledger.found.get(booking.id)).toMatchObject({ captures: 1, refunds: [5000] });
  });

  it.each([
    { what: 'given back whole', captured: 5000, returned: 5000, refunds: [5000], status: 'refunded' },
    { what: 'given back in part', captured: 5000, returned: 2000, refunds: [2000, 3000], status: 'refunded' },
    { what: 'captured in part', captured: 3000, returned: 0, refunds: [3000], status: 'refunded' },
  ])('CRD-8: a payment that a person has $what confirms no booking, and the rest is returned', async (each) => {
    for (const when of ['before book', 'after book'] as const) {
      const ledger = createCardLedger({ approved: true });
      const byHand = (id: string) => {
        ledger.captureByHand(id, each.captured);
        ledger.refundByHand(id, each.returned);
      };
      const released: string[] = [];
      const provider = pricedProvider({
        book: async ({ booking }) => {
          byHand(booking.id);
          return confirmed;
        },
        release: async ({ id }) => void released.push(id),
      });
      await using world = await openWorldOn(engine, { providers: [provider], payments: ledger.payments });
      const booking = await create(world, 'own');
      if (when === 'before book') byHand(booking.id);
      await approve(world, booking);
      await world.clock.advance(4_000);
      const { status, refunds } = each;
      expect(await read(world, booking)).toMatchObject({
        status: 'failed',
        error_code: 'payment_replay_failed',
        payment: { status },
      });
      expect(ledger.found.get(booking.id)?.refunds).toEqual(refunds);
      expect(released).toEqual(when === 'before book' ? [] : [booking.id]);
    }
  });

  it('CRD-8: a cancel returns what a person has captured of the hold, and no more', async () => {
    const ledger = createCardLedger({ approved: true });
    await using world = await openWorldOn(engine, { providers: [pricedProvider()], payments: ledger.payments });
    const booking = await create(world, 'own');
    ledger.captureByHand(booking.id, 3000);
    await cancel(world, booking);
    await world.clock.advance(4_000);
    expect(await read(world, booking)).toMatchObject({
      status: 'cancelled',
      payment: { status: 'refunded', amount: 5000, amount_captured: 3000, amount_refunded: 3000 },
    });
    expect(ledger.found.get(booking.id)?.refunds).toEqual([3000]);
  });

  it('CRD-8: a card service that states more returned than taken confirms no booking', async () => {
    const { payments } = createCardLedger({ approved: true });
    const read9000 = async () => ({ status: 'captured', amount_refunded: 9000 }) as const;
    await using world = await openWorldOn(engine, {
      providers: [pricedProvider()],
      payments: { ...payments, read: read9000 },
    });
    const booking = await pay(world, 'own');
    expect(booking.status).toBe('processing');
    await ageFailures(world);
    await world.clock.advance(130_000);
    expect(await read(world, booking)).toMatchObject({ status: 'failed', error_code: 'payment_outcome_unknown' });
  });

  it('CRD-8: a cancel while the payment is captured returns the money', async () => {
    const ledger = createCardLedger({ approved: true });
    let cancelled: Promise<void> | undefined;
    await using world = await openWorldOn(engine, {
      payments: {
        ...ledger.payments,
        async capture(payment, context) {
          const reading = await ledger.payments.capture(payment, context);
          cancelled ??= cancel(world, payment.booking);
          await cancelled;
          return reading;
        },
      },
    });
    const booking = await create(world);
    await approve(world, booking);
    await world.clock.advance(30_000);
    expect(await read(world, booking)).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' } });
    expect([...ledger.found.values()].map(keptOf)).toEqual([0]);
    expect(ledger.found.get(booking.id)).toMatchObject({ captures: 1, refunds: [5000] });
  });
});

describe('a refund while a run is about to end', () => {
  it.each(engines)('CRD-9: on %s, the run does not end with the request', async (engine) => {
    const ledger = createCardLedger({ approved: true });
    const provider = pricedProvider({ release: async () => ({ refund: 'none' }) });
    await using world = await openWorldOn(engine, { providers: [provider], payments: ledger.payments });
    const { store, clock, organization } = world;
    const booking = await pay(world, 'own');
    const { id } = booking;
    await cancel(world, booking);
    await clock.advance(4_000);
    const { organization_id } = organization;
    const find = async () => {
      const stored = await store.findBooking({ organization_id, id });
      if (!stored?.booking.payment) throw new Error('The booking has no payment.');
      return { ...stored, booking: { ...stored.booking, payment: stored.booking.payment } };
    };

    const request = async (refund_requested: number) => {
      const before = await find();
      const payment = { ...before.booking.payment, refund_requested };
      await store.changeBooking({ before, booking: { ...before.booking, payment }, events: [] });
      return find();
    };

    // The run of the first request is claimed beside the worker of this world, and has done its part when the second one arrives.
    const readNow = await request(1000);
    const lease = { lease_token: randomId('lease'), lease_until: new Date(clock.now().getTime() + 60_000) };
    const [claimed] = await store.claimRuns({ ...lease, now: clock.now(), limit: 1 });
    if (!claimed) throw new Error('The run was not claimed.');
    await request(2000);
    expect(await store.finishRun(claimed, readNow)).toBe('due');
    await clock.advance(4_000);
    expect(ledger.found.get(id)?.refunds).toEqual([2000]);
  });
});
