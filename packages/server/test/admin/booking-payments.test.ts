/** The payment of a booking on the admin server. */
import type { Booking } from '@booking-service/contract';
import type { BookingList, BookingState, BookingTimeline, FoundBookings } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { pay, pricedProvider } from '../payments/pay.ts';
import { createCardLedger } from '../support/card-ledger.ts';
import { engines } from '../support/engines.ts';
import { createAt } from '../support/own-provider.ts';
import { openAdminWorld, type AdminWorld } from '../support/worlds/admin-world.ts';

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
