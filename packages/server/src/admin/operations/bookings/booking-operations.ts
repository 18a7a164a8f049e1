import type { Booking } from '@booking-service/contract';
import type { BookingList, FoundBookings, ListedBooking as ShownBooking } from '@booking-service/contract/admin';
import type { EveryField } from '@booking-service/kernel/contract';
import { toListedBooking, type BookingName, type ListedBooking } from '../../../store/lists/booking-lists.ts';
import { bookingFilters, matcherOf } from '../../../store/lists/list-filters.ts';
import { bookingCursor, isBookingCursor, listMatching, toTimes } from '../../../store/lists/list-page.ts';
import type { AdminContext, AdminHandlers } from '../../admin-context.ts';
import { AdminRefusal } from '../../admin-refusal.ts';
import { defaultLimit, requireCursor, toListBody } from '../lists.ts';

const maxFound = 20;

/** The operations on the bookings of an organization. They show neither a guest nor the data of a caller. */
export function bookingOperations({
  store,
  clock,
}: Pick<AdminContext, 'store' | 'clock'>): Pick<AdminHandlers, 'listOrganizationBookings' | 'findBooking'> {
  return {
    async listOrganizationBookings({ path: { organization_id }, query }) {
      const { limit = defaultLimit, cursor: given, mode, created_from, created_before, ...filter } = query;
      const cursor = requireCursor(given, isBookingCursor);
      const livemode = mode === undefined ? undefined : mode === 'live';
      const times = toTimes({ created_from, created_before });
      const now = clock.now();
      const listed = await listMatching(
        { limit, cursor, matches: matcherOf(bookingFilters, filter) },
        (page) => store.listBookings({ organization_id, status: filter.status, livemode, ...times, ...page, now }),
        bookingCursor,
      );
      const toShown = (booking: Booking) => toShownBooking(toListedBooking(booking, now));
      return { status: 200, body: toListBody(listed, toShown) satisfies EveryField<BookingList> };
    },
    async findBooking({ path: { organization_id }, query }) {
      const name = toName(query);
      const found = await store.findBookings({ organization_id, name, limit: maxFound, now: clock.now() });
      const body = { object: 'list', data: found.map(toShownBooking) } as const;
      return { status: 200, body: body satisfies EveryField<FoundBookings> };
    },
  };
}

function toName({
  id,
  idempotency_key,
  confirmation_code,
}: {
  readonly id?: string | undefined;
  readonly idempotency_key?: string | undefined;
  readonly confirmation_code?: string | undefined;
}): BookingName {
  const [name, ...others] = [
    id === undefined ? [] : [{ id }],
    idempotency_key === undefined ? [] : [{ idempotency_key }],
    confirmation_code === undefined ? [] : [{ confirmation_code }],
  ].flat();
  if (name && others.length === 0) return name;
  throw new AdminRefusal('invalid_request', 'Name exactly one of id, idempotency_key and confirmation_code.');
}

/** Returns a booking as the admin contract shows it. */
export function toShownBooking({
  party,
  starts_at,
  price,
  cancellation,
  payment,
  expires_at,
  confirmation_code,
  error_code,
  error_message,
  ...booking
}: ListedBooking): ShownBooking {
  return {
    object: 'booking',
    ...booking,
    party: party ?? null,
    starts_at: starts_at ?? null,
    price: price ?? null,
    cancellation: cancellation ?? null,
    payment: payment ?? null,
    expires_at: expires_at ?? null,
    confirmation_code: confirmation_code ?? null,
    error_code: error_code ?? null,
    error_message: error_message ?? null,
  } satisfies EveryField<ShownBooking>;
}
