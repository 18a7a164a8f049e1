import { delivery as contract, type Booking } from '@booking-service/contract';
import {
  adminLimits,
  type BookingList,
  type BookingTimeline,
  type FoundBookings,
  type ListedBooking as ShownBooking,
  type TimelineDelivery as ShownDelivery,
  type TimelineEntry,
} from '@booking-service/contract/admin';
import type { EveryField } from '@booking-service/kernel/every-field';
import { keptSince } from '@booking-service/kernel/store/history/retention';
import {
  toListedBooking,
  type BookingName,
  type ListedBooking,
  type TimelineDelivery,
  type TimelineEvent,
} from '../../store/lists/booking-lists.ts';
import { bookingFilters, matcherOf } from '../../store/lists/list-filters.ts';
import { bookingCursor, isBookingCursor, listMatching, toTimes } from '../../store/lists/list-page.ts';
import { isIdCursor } from '../../store/lists/list-ranges.ts';
import type { AdminContext, AdminHandlers } from '../admin-context.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { defaultLimit, requireCursor, toListBody } from './lists.ts';
import { toShownListedAttempt } from './delivery-operations.ts';

const maxFound = 20;

/** The operations on the bookings of an organization. They show neither a guest nor the data of a caller. */
export function bookingOperations({
  store,
  clock,
  retention_days = contract.retention_days,
}: Pick<AdminContext, 'store' | 'clock' | 'retention_days'>): Pick<
  AdminHandlers,
  'listOrganizationBookings' | 'findBooking' | 'getBookingTimeline'
> {
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
    async getBookingTimeline({ path: { organization_id, booking_id }, query }) {
      const cursor = requireCursor(query.cursor, (text) => isIdCursor('evt', text));
      const now = clock.now();
      const [booking] = await store.findBookings({ organization_id, name: { id: booking_id }, limit: 1, now });
      if (!booking) throw new AdminRefusal('not_found', `No booking has the id ${booking_id}.`);
      const page = { organization_id, booking_id, cursor, limit: adminLimits.timeline_events };
      const { rows, next } = await store.listBookingEvents(page);
      const body = {
        object: 'booking_timeline',
        booking: toShownBooking(booking),
        data: [...rows.map(toEntry), ...(next === null ? withoutEvent(booking, rows.at(-1)) : [])],
        next_cursor: next,
        removed_before: keptSince(now, { retention_days }).toISOString(),
      } as const;
      return { status: 200, body: body satisfies EveryField<BookingTimeline> };
    },
  };
}

/** Returns the last change if no stored event has it: an expiry, or a change whose event was removed. */
function withoutEvent({ status, updated }: ListedBooking, last: TimelineEvent | undefined): TimelineEntry[] {
  if (last?.status === status) return [];
  return [{ at: updated, status, event_id: null, event_type: null, deliveries: [] }];
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
  price,
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
    price: price ?? null,
    payment: payment ?? null,
    expires_at: expires_at ?? null,
    confirmation_code: confirmation_code ?? null,
    error_code: error_code ?? null,
    error_message: error_message ?? null,
  } satisfies EveryField<ShownBooking>;
}

function toEntry({ id, type, created, status, deliveries }: TimelineEvent): TimelineEntry {
  return {
    at: created,
    status,
    event_id: id,
    event_type: type,
    deliveries: deliveries.map(toShownDelivery),
  } satisfies EveryField<TimelineEntry>;
}

function toShownDelivery({ attempts, ...delivery }: TimelineDelivery): ShownDelivery {
  return { ...delivery, attempts: attempts.map(toShownListedAttempt) } satisfies EveryField<ShownDelivery>;
}
