/**
 * Payments are compared with the card service, and repaired on request. The card service is a ledger in which each difference is
 * planted.
 */
import type { Booking } from '@booking-service/contract';
import type { AuditList, PaymentDifference, PaymentDifferenceList } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { operatorCaller } from '../../src/admin/admin-context.ts';
import { reconcileOperations } from '../../src/admin/operations/payment-operations.ts';
import type { Provider } from '../../src/index.ts';
import {
  cancel,
  create,
  createCardLedger,
  keptOf,
  type LedgerPayment,
  pay,
  pricedProvider,
  read,
} from '../support/card-ledger.ts';
import { engines, type EngineName } from '../support/engines.ts';
import { createAt } from '../support/providers.ts';
import { callAdmin, openAdminWorld, openSandboxWorld } from '../support/worlds/admin-world.ts';

/** Opens a world whose bookings cost 5000, and a function that reconciles. */
async function openReconciled(engine: EngineName, methods: Partial<Provider> = {}) {
  await using opened = new AsyncDisposableStack();
  const ledger = createCardLedger({ approved: true });
  const { payments } = ledger;
  const world = opened.use(await openAdminWorld(engine, { providers: [pricedProvider(methods)], payments }));
  const path = { organization_id: world.organization_id };
  const reconcile = async (body: object = {}) =>
    (await world.call<PaymentDifferenceList>('reconcilePayments', { path, body })).body;
  const refund = ({ id }: Booking, amount_refunded: number) =>
    world.call('refundPayment', { path: { ...path, booking_id: id }, body: { amount_refunded } });
  const running = opened.move();
  return {
    ...world,
    ledger,
    reconcile,
    refund,
    work: (ms = 4_000) => world.clock.advance(ms),
    /** The part of the difference that names what is planted. */
    differences: async (body: object = {}) => (await reconcile(body)).data.map(briefly),
    paid: async () => pay(world.service, 'own'),
    kept: ({ id }: Booking): LedgerPayment => {
      const found = ledger.found.get(id);
      if (!found) throw new Error(`The ledger does not have ${id}.`);
      return found;
    },
    /** Loses the runs of every booking, as a restored backup does. */
    loseRuns: () => world.query('DELETE FROM runs RETURNING 1'),
    audited: async () =>
      (await world.call<AuditList>('listAllAuditEntries')).body.data.filter(
        ({ action }) => action === 'reconcilePayments',
      ),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const briefly = ({ booking_id, difference, found, repair, repaired }: PaymentDifference) => [
  booking_id,
  difference,
  found?.status ?? null,
  found?.amount_refunded ?? null,
  repair,
  repaired,
];

describe.each(engines)('on %s', (engine) => {
  it('CRD-8: lists each difference, repairs those that a run or the record can settle, and repairs none twice', async () => {
    await using world = await openReconciled(engine);
    const { service, ledger, paid, kept, refund, work } = world;
    await createAt(service, 'own');
    const equal = await paid();
    const short = await paid();
    const twice = await paid();
    for (const each of [short, twice]) await refund(each, 2000);
    await work();
    const [unpaid, dearer, unknown, byHand, charged] = [
      await paid(),
      await paid(),
      await paid(),
      await paid(),
      await paid(),
    ];
    const open = await create(service, 'own');
    const waiting = await create(service, 'own');
    ledger.fail('refund', 'before', Infinity);
    ledger.fail('void', 'before', Infinity);
    for (const each of [byHand, charged, open]) await cancel(service, each);
    await work();
    await world.loseRuns();
    ledger.fail('refund', 'before', 0);
    ledger.fail('void', 'before', 0);
    kept(short).refunds.pop();
    kept(twice).refunds.push(2000);
    kept(unpaid).state = 'void';
    kept(dearer).amount = 6000;
    ledger.found.delete(unknown.id);
    kept(byHand).refunds.push(5000);
    expect(await world.differences()).toEqual([
      [open.id, 'open_without_booking', 'authorized', null, 'run', false],
      [charged.id, 'charged_without_booking', 'captured', 0, 'run', false],
      [byHand.id, 'record_differs', 'captured', 5000, 'record', false],
      [unknown.id, 'unknown_reference', null, null, 'by_hand', false],
      [dearer.id, 'amount_differs', null, null, 'by_hand', false],
      [unpaid.id, 'booked_without_charge', 'voided', null, 'by_hand', false],
      [twice.id, 'refunded_more', 'captured', 4000, 'record', false],
      [short.id, 'refund_missing', 'captured', 0, 'run', false],
    ]);
    const stored = async () => Promise.all([equal, short, twice, charged, open].map((each) => read(service, each)));
    const before = await stored();
    await work(120_000);
    expect(await stored()).toEqual(before);
    expect(await world.audited()).toEqual([]);

    const repaired = await world.reconcile({ repair: true });
    expect(repaired.read).toBe(10);
    expect(repaired.data.filter((each) => each.repaired).map((each) => [each.booking_id, each.repair])).toEqual([
      [open.id, 'run'],
      [charged.id, 'run'],
      [byHand.id, 'record'],
      [twice.id, 'record'],
      [short.id, 'run'],
    ]);
    const changed = await stored();
    const second = await world.reconcile({ repair: true });
    expect(second.data.some((each) => each.repaired)).toBe(false);
    expect(await stored()).toEqual(changed);
    await work(120_000);
    expect(await world.differences({ repair: true })).toEqual([
      [unknown.id, 'unknown_reference', null, null, 'by_hand', false],
      [dearer.id, 'amount_differs', null, null, 'by_hand', false],
      [unpaid.id, 'booked_without_charge', 'voided', null, 'by_hand', false],
    ]);
    expect([open, charged, byHand, short, twice, equal].map((each) => keptOf(kept(each)))).toEqual([
      0, 0, 0, 3000, 1000, 5000,
    ]);
    expect(kept(charged)).toMatchObject({ captures: 1, refunds: [5000] });
    expect(kept(short).refunds).toEqual([2000]);
    expect((await read(service, twice)).payment).toMatchObject({ status: 'captured', amount_refunded: 4000 });
    expect((await read(service, byHand)).payment).toMatchObject({ status: 'refunded', amount_refunded: 5000 });
    expect((await read(service, waiting)).payment).toMatchObject({ status: 'requires_approval' });
    const entries = await world.audited();
    expect(entries).toHaveLength(5);
    expect(new Set(entries.map(({ target }) => target))).toEqual(
      new Set([open, charged, byHand, twice, short].map(({ id }) => id)),
    );
    expect(entries.find(({ target }) => target === short.id)?.details).toEqual({
      difference: 'refund_missing',
      repair: 'run',
    });
  });

  it('CRD-9: returns a missing part of a cancellation again, although its provider decided before', async () => {
    let releases = 0;
    await using world = await openReconciled(engine, {
      release: async () => (releases++ === 0 ? { refund: { amount: 1200, currency: 'EUR' } } : undefined),
    });
    const booking = await world.paid();
    await cancel(world.service, booking);
    await world.work();
    expect(await world.differences()).toEqual([]);
    world.kept(booking).refunds.pop();
    expect(await world.differences({ repair: true })).toEqual([
      [booking.id, 'refund_missing', 'captured', 0, 'run', true],
    ]);
    await world.work();
    expect([world.kept(booking).refunds, releases]).toEqual([[1200], 1]);
    expect(await world.differences()).toEqual([]);
  });

  it('CRD-8: leaves a booking to its run, which a repair would only repeat', async () => {
    await using world = await openReconciled(engine);
    const booking = await world.paid();
    world.ledger.fail('refund', 'before', Infinity);
    await cancel(world.service, booking);
    await world.work();
    const [found] = (await world.reconcile({ repair: true })).data;
    expect(found).toMatchObject({
      difference: 'charged_without_booking',
      repair: 'run',
      repaired: false,
      next_attempt_at: expect.any(String),
    });
    expect(await world.audited()).toEqual([]);
  });

  it('CRD-8: does not compare a booking that its run changes while the card service is read', async () => {
    const ledger = createCardLedger({ approved: true });
    let meanwhile: (() => Promise<unknown>) | undefined;
    const payments = {
      ...ledger.payments,
      read: async (...args: Parameters<typeof ledger.payments.read>) => {
        const reading = await ledger.payments.read(...args);
        await meanwhile?.();
        return reading;
      },
    };
    await using world = await openAdminWorld(engine, { providers: [pricedProvider()], payments });
    const booking = await pay(world.service, 'own');
    const path = { organization_id: world.organization_id };
    await world.query('DELETE FROM runs RETURNING 1');
    ledger.found.get(booking.id)?.refunds.push(2000);
    meanwhile = () =>
      world.call('refundPayment', { path: { ...path, booking_id: booking.id }, body: { amount_refunded: 1000 } });
    const list = await world.call<PaymentDifferenceList>('reconcilePayments', { path, body: { repair: true } });
    expect(list.body.data).toMatchObject([
      { difference: 'not_read', reason: expect.stringContaining('A run changed the booking'), repaired: false },
    ]);
  });

  it('CRD-8: reports a card service that fails, or never responds, and reads the others', async () => {
    await using world = await openReconciled(engine);
    const [first, second] = [await world.paid(), await world.paid()];
    world.kept(first).state = 'void';
    world.ledger.fail('read', 'before', 1);
    expect(await world.differences()).toEqual([
      [second.id, 'not_read', null, null, 'none', false],
      [first.id, 'booked_without_charge', 'voided', null, 'by_hand', false],
    ]);
    world.ledger.fail('read', 'before', Infinity);
    const failed = await world.reconcile({ repair: true });
    expect(failed.data.map(({ difference, reason }) => [difference, reason])).toEqual([
      ['not_read', 'The card service failed before read.'],
      ['not_read', 'The card service failed before read.'],
    ]);
    world.ledger.fail('read', 'before', 0);
    const called = Promise.withResolvers<void>();
    let calls = 0;
    Object.assign(world.ledger.payments, {
      read() {
        calls += 1;
        if (calls === 2) called.resolve();
        return new Promise<never>(() => undefined);
      },
    });
    const listed = world.differences();
    await called.promise;
    await world.work(30_000);
    expect((await listed).map(([, difference]) => difference)).toEqual(['not_read', 'not_read']);
  });

  it('CRD-8: reads a page at a time, and only bookings of the time range', async () => {
    await using world = await openReconciled(engine);
    const bookings: Booking[] = [];
    for (let count = 0; count < 5; count += 1) {
      bookings.unshift(await world.paid());
      for (const each of world.ledger.found.values()) each.state = 'void';
      await world.work(60_000);
    }
    const [fifth, fourth, third, second, first] = bookings.map(({ id }) => id);
    const ids = (list: PaymentDifferenceList) => list.data.map(({ booking_id }) => booking_id);
    const reads = world.ledger.calls.length;
    const page = await world.reconcile({ limit: 2 });
    expect([ids(page), page.read, world.ledger.calls.length - reads]).toEqual([[fifth, fourth], 2, 2]);
    const next = await world.reconcile({ limit: 2, cursor: page.next_cursor });
    expect(ids(next)).toEqual([third, second]);
    const last = await world.reconcile({ limit: 2, cursor: next.next_cursor });
    expect([ids(last), last.next_cursor]).toEqual([[first], null]);
    const createdOf = (id: string | undefined) => bookings.find((each) => each.id === id)?.created;
    const range = { created_from: createdOf(second), created_before: createdOf(fifth) };
    expect(ids(await world.reconcile(range))).toEqual([fourth, third, second]);
    const begin = await world.reconcile({ ...range, limit: 2 });
    expect(ids(begin)).toEqual([fourth, third]);
    const end = await world.reconcile({ ...range, limit: 2, cursor: begin.next_cursor });
    expect([ids(end), end.next_cursor]).toEqual([[second], null]);
    for (const body of [{ limit: 21 }, { cursor: 'evt_1' }, { repair: 'yes' }, { created_from: 'today' }]) {
      const path = { organization_id: world.organization_id };
      expect(await world.call('reconcilePayments', { path, body })).toMatchObject({ status: 400 });
    }
  });
});

it('is refused where no card service is connected', async () => {
  await using world = await openReconciled('sqlite');
  const { store, clock, organization_id } = world;
  const { reconcilePayments } = reconcileOperations({ store, clock });
  const request = { path: { organization_id }, query: {}, header: {}, body: {} };
  await expect(reconcilePayments(request, operatorCaller('command'))).rejects.toMatchObject({
    error_code: 'invalid_state',
  });
});

it('CRD-8: reads the card service of a sandbox', async () => {
  await using sandbox = await openSandboxWorld();
  const path = `/organizations/${sandbox.organization_id}/payments/reconcile` as const;
  const { status, body } = await callAdmin<PaymentDifferenceList>(sandbox.adminUrl, `POST ${path}`, { body: {} });
  expect({ status, body }).toMatchObject({ status: 200, body: { data: [], read: 0 } });
});
