/** The list of payments, over HTTP. */
import type { Booking } from '@booking-service/contract';
import type { BookingList, BookingState, BookingTimeline, FoundBookings } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { cancel, create, pay, pricedProvider } from '../../payments/pay.ts';
import { createCardLedger } from '../../support/card-ledger.ts';
import { engines } from '../../support/engines.ts';
import { createAt } from '../../support/providers.ts';
import { type AdminWorld, openAdminWorld } from '../../support/worlds/admin-world.ts';

describe.each(engines)('on %s', (engine) => {
  it('CRD-7: lists the payments of an organization by status and by what is unsettled, in pages', async () => {
    const ledger = createCardLedger({ approved: true });
    const provider = pricedProvider();
    await using world = await openAdminWorld(engine, { providers: [provider], payments: ledger.payments });
    const { service, organization_id, clock } = world;
    const path = { organization_id };
    const list = async (query = {}) => (await world.call<BookingList>('listPayments', { path, query })).body;
    const ids = async (query = {}) => (await list(query)).data.map(({ id }) => id);
    expect(await list()).toEqual({ object: 'list', data: [], next_cursor: null });

    const kept = await pay(service, 'own');
    const refunded = await pay(service, 'own');
    const requested = await pay(service, 'own');
    await createAt(service, 'own');
    await clock.advance(1000);
    const waiting = await create(service, 'own');
    ledger.fail('refund', 'before', Infinity);
    await cancel(service, refunded);
    const refund = { path: { ...path, booking_id: requested.id }, body: { amount_refunded: 100 } };
    await world.call('refundPayment', refund);
    await clock.advance(4_000);

    const all: Pick<Booking, 'id'>[] = [waiting, requested, refunded, kept];
    expect(await ids()).toEqual(all.map(({ id }) => id));
    expect(await ids({ unsettled: 'true' })).toEqual([requested.id, refunded.id]);
    expect(await ids({ unsettled: 'false' })).toEqual([waiting.id, kept.id]);
    expect(await ids({ status: 'captured' })).toEqual([requested.id, refunded.id, kept.id]);
    expect(await ids({ status: 'captured', unsettled: 'false' })).toEqual([kept.id]);
    expect(await ids({ status: 'refunded' })).toEqual([]);
    ledger.fail('refund', 'before', 0);
    await clock.advance(60_000);
    expect(await ids({ unsettled: 'true' })).toEqual([]);
    expect(await ids({ status: 'refunded' })).toEqual([refunded.id]);
    expect((await list({ status: 'captured' })).data).toMatchObject([
      { id: requested.id, status: 'confirmed', payment: { amount_refunded: 100, refund_requested: 100 } },
      { id: kept.id, payment: { amount_refunded: 0 } },
    ]);

    const first = await list({ limit: 3 });
    expect(first.data.map(({ id }) => id)).toEqual(all.slice(0, 3).map(({ id }) => id));
    const second = await list({ limit: 3, cursor: first.next_cursor });
    expect([second.data.map(({ id }) => id), second.next_cursor]).toEqual([[kept.id], null]);
    for (const query of [{ status: 'paid' }, { unsettled: 'yes' }, { cursor: 'evt_1' }, { limit: 0 }])
      expect(await world.call('listPayments', { path, query })).toMatchObject({ status: 400 });
    const other = { path: { organization_id: world.foreign_id } };
    expect((await world.call<BookingList>('listPayments', other)).body.data).toEqual([]);
  });
});

// The payment of a booking on the admin server.

function pathOf({ organization_id }: AdminWorld, { id }: Pick<Booking, 'id'>) {
  return { path: { organization_id, booking_id: id } };
}

describe.each(engines)('on %s', (engine) => {
  it('CRD-7: each operation that returns a booking shows its payment, and null without one', async () => {
    const ledger = createCardLedger({ approved: true });
    await using world = await openAdminWorld(engine, { providers: [pricedProvider()], payments: ledger.payments });
    const booking = await pay(world.service, 'own');
    const { organization_id } = world;
    const payment = {
      status: 'captured',
      amount: 5000,
      amount_refunded: 0,
      currency: 'EUR',
      reference: `ledger_${booking.id}`,
    };
    const state = await world.call<BookingState>('getBookingState', pathOf(world, booking));
    expect(state.body.booking.payment).toStrictEqual(payment);
    const timeline = await world.call<BookingTimeline>('getBookingTimeline', pathOf(world, booking));
    expect(timeline.body.booking.payment).toStrictEqual(payment);
    const query = { id: booking.id };
    const found = await world.call<FoundBookings>('findBooking', { path: { organization_id }, query });
    expect(found.body.data.map((each) => each.payment)).toStrictEqual([payment]);
    await world.clock.advance(1000);
    await createAt(world.service, 'own');
    const list = await world.call<BookingList>('listOrganizationBookings', { path: { organization_id } });
    expect(list.body.data.map((each) => each.payment)).toStrictEqual([null, payment]);
  });
});
