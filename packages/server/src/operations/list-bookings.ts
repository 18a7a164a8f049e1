import type { Booking, OperationRequest, OperationResponse } from '@booking-service/contract';
import { bookingAt } from '../domain/booking.ts';
import { matcherOf, publicFilters } from '../store/lists/list-filters.ts';
import { bookingCursor, isBookingCursor, listMatching, toTimes } from '../store/lists/list-page.ts';
import type { Caller } from '../store/store.ts';
import { type OperationContext, readList } from './operation-context.ts';
import { getOwnBooking, livemodeOf } from './own.ts';

/** GET /v1/bookings (BKG-13). A booking of the page that has just expired is stored as expired, as a read of it does (STA-9). */
export async function listBookings(
  { query }: OperationRequest<'listBookings'>,
  caller: Caller,
  { store, clock }: OperationContext,
): Promise<OperationResponse<'listBookings'>> {
  const now = clock.now();
  const filter = {
    organization_id: caller.organization.id,
    livemode: livemodeOf(caller.key.mode),
    status: query.status,
    ...toTimes(query),
    now,
  };
  const page = await readList(query, caller, {
    operationId: 'listBookings',
    isCursor: isBookingCursor,
    read: ({ cursor, limit }) =>
      listMatching(
        { cursor, limit, matches: matcherOf(publicFilters.listBookings, query) },
        (part) => store.listBookings({ ...filter, ...part }),
        bookingCursor,
      ),
  });
  const present = async (booking: Booking) =>
    bookingAt(booking, now) === booking ? booking : (await getOwnBooking(booking.id, caller, { store, clock })).booking;
  return { status: 200, body: { ...page, data: await Promise.all(page.data.map(present)) } };
}
