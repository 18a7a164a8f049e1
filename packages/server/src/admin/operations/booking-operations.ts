import { type Booking, errorCatalogue } from '@booking-service/contract';
import type {
  BookingList,
  BookingRun,
  BookingState,
  FoundBookings,
  ListedBooking as ShownBooking,
  StuckBooking,
  StuckBookingList,
} from '@booking-service/contract/admin';
import { type EveryField, randomId } from '@booking-service/kernel/contract';
import { type BookingName, type ListedBooking, toListedBooking } from '../../store/lists/booking-lists.ts';
import { bookingFilters, matcherOf } from '../../store/lists/list-filters.ts';
import { bookingCursor, isBookingCursor, listMatching, toTimes } from '../../store/lists/list-page.ts';
import { type AdminContext, type AdminHandlers, AdminRefusal, type OwnFields, toAuditEntry } from '../admin-context.ts';
import { defaultLimit, requireCursor, toListBody, toWholeList } from './lists.ts';
import { stuckBefore } from '../../domain/run-schedule.ts';
import { isStuckCursor, type RunState } from '../../store/runs/port.ts';
import type { StoredBooking } from '../../store/store.ts';
import { bookingAt, moveBooking, toEvents } from '../../domain/booking.ts';

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
      const body = toWholeList(found.map(toShownBooking));
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

/** After a lost race a change is decided again. This many losses in a row mean a fault. */
export const maxRaces = 20;

export interface BookingPath {
  readonly organization_id: string;
  readonly booking_id: string;
}

/** Returns a booking with its run, as the admin contract shows both. */
export async function showState(
  { organization_id, booking_id }: BookingPath,
  { store, clock }: Pick<AdminContext, 'store' | 'clock'>,
): Promise<BookingState> {
  const now = clock.now();
  const [[booking], [run]] = await Promise.all([
    store.findBookings({ organization_id, name: { id: booking_id }, limit: 1, now }),
    store.findRuns({ organization_id, booking_id }),
  ]);
  if (!booking) throw noBooking(booking_id);
  const state = {
    object: 'booking_state',
    booking: toShownBooking(booking),
    run: run ? toRun(run, now) : null,
  } as const;
  return state satisfies EveryField<BookingState>;
}

/** Returns the stored booking. Refuses with not_found if the organization has no such booking. */
export async function requireBooking(
  { organization_id, booking_id }: BookingPath,
  { store }: Pick<AdminContext, 'store'>,
): Promise<StoredBooking> {
  const stored = await store.findBooking({ organization_id, id: booking_id });
  if (!stored) throw noBooking(booking_id);
  return stored;
}

/** Returns a run as the admin contract shows it. */
export function toRun(
  { work, reason, since, attempts, failures, due_at, lease_until }: RunState,
  now: Date,
): BookingRun {
  const run = {
    work,
    reason,
    since,
    attempts,
    failures,
    next_attempt_at: due_at,
    in_progress: lease_until !== null && Date.parse(lease_until) >= now.getTime(),
    stuck: since !== null && Date.parse(since) <= stuckBefore(now).getTime(),
  };
  return run satisfies EveryField<BookingRun>;
}

function noBooking(booking_id: string): AdminRefusal {
  return new AdminRefusal('not_found', `No booking has the id ${booking_id}.`);
}

/** The operations on bookings whose provider holds them up, and on the run of one booking. */
export function stuckBookingOperations({
  store,
  clock,
}: Pick<AdminContext, 'store' | 'clock'>): Pick<
  AdminHandlers,
  'listStuckBookings' | 'getBookingState' | 'retryBooking' | 'failBooking'
> {
  return {
    async listStuckBookings({ query: { limit = defaultLimit, cursor: given } }) {
      const now = clock.now();
      const cursor = requireCursor(given, isStuckCursor);
      const listed = await store.listStuckRuns({ stuck_before: stuckBefore(now), cursor, limit });
      const body = toListBody(listed, (run) => toStuckBooking(run, now));
      return { status: 200, body: body satisfies OwnFields<StuckBookingList> };
    },
    getBookingState: async ({ path }) => ({ status: 200, body: await showState(path, { store, clock }) }),
    async retryBooking({ path }, caller) {
      const { organization_id, booking_id } = path;
      await requireBooking(path, { store });
      const now = clock.now();
      const action = { action: 'retryBooking', organization_id, target: booking_id } as const;
      const isDue = await store
        .audited(toAuditEntry(action, { caller, now }))
        .retryRun({ organization_id, booking_id, now });
      if (!isDue) {
        const [run] = await store.findRuns(path);
        throw new AdminRefusal(
          'invalid_state',
          run
            ? `A worker has the run of booking ${booking_id}: the provider is being called. Try again after ${run.lease_until ?? now.toISOString()}.`
            : `Booking ${booking_id} has no work at its provider, so nothing can be retried.`,
        );
      }
      return { status: 200, body: await showState(path, { store, clock }) };
    },
    async failBooking({ path }, caller) {
      const { organization_id, booking_id } = path;
      for (let race = 0; race < maxRaces; race += 1) {
        const before = await requireBooking(path, { store });
        const now = clock.now();
        const { status } = bookingAt(before.booking, now);
        const move = { trigger: 'provider', to: 'failed', error_code: 'provider_failed', error_message } as const;
        const moved = status === before.booking.status ? moveBooking(before.booking, move, now) : undefined;
        if (!moved) {
          throw new AdminRefusal(
            'invalid_state',
            `Booking ${booking_id} is ${status}. Only a booking in processing or requires_action can be failed.`,
          );
        }
        const events = toEvents(moved.events, moved.booking, { newId: randomId });
        // The provider may have the booking: the run releases it. A worker that has the run finds it failed, and releases it, too.
        const run = { step: before.step, due_at: now.toISOString() };
        const details = { from: before.booking.status };
        const entry = toAuditEntry(
          { action: 'failBooking', organization_id, target: booking_id, details },
          { caller, now },
        );
        const change = { before, booking: moved.booking, events, run };
        if (await store.audited(entry).changeBooking(change))
          return { status: 200, body: await showState(path, { store, clock }) };
      }
      throw new AdminRefusal('invalid_state', `Booking ${booking_id} keeps changing. Send the request again.`);
    },
  };
}

const error_message = errorCatalogue.provider_failed.message;

function toStuckBooking(state: RunState, now: Date): StuckBooking {
  const { organization_id, booking_id, provider, status, payment_status, last_error } = state;
  const booking = {
    object: 'stuck_booking',
    organization_id,
    booking_id,
    provider,
    status,
    payment_status,
    last_error,
    run: toRun(state, now),
  } as const;
  return booking satisfies EveryField<StuckBooking>;
}
