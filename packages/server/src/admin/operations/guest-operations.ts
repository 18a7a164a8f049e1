import type { Booking } from '@booking-service/contract';
import type { BookingErasure, BookingExport, GuestBookings, PersonalValue } from '@booking-service/contract/admin';
import { type EveryField, requireAllTaken } from '@booking-service/kernel/contract';
import { normalizeDestination } from '../../domain/session.ts';
import { eraseEvent, erasePersonal, personalValues, toEvent } from '../../domain/personal-data.ts';
import { toListedBooking } from '../../store/lists/booking-lists.ts';
import type { KeptBooking } from '../../store/store.ts';
import { type AdminContext, type AdminHandlers, AdminRefusal, toAuditEntry } from '../admin-context.ts';
import { toShownBooking } from './booking-operations.ts';
import { toListBody } from './lists.ts';

type GuestHandlers = Pick<AdminHandlers, 'eraseBooking' | 'exportBooking' | 'findGuestBookings'>;

/** The bookings that one page of a search reads. Parsing them takes a few milliseconds. */
const scanned = 200;

/** The operations on the personal data of guests. Which fields are personal is in the contract (x-personal). */
export function guestOperations({ store, clock }: Pick<AdminContext, 'store' | 'clock'>): GuestHandlers {
  return {
    async eraseBooking({ path: { organization_id, booking_id: id } }, caller) {
      const now = clock.now();
      const kept = await store.findKeptBooking({ organization_id, id });
      if (!kept) throw noBooking(id);
      requireEnded(kept);
      const booking = erasePersonal('Booking', kept.booking);
      const events = kept.events.map((event) => ({ id: event.id, payload: eraseEvent(event.payload) }));
      const counts = {
        erased_fields: personalValues('Booking', kept.booking).length,
        erased_events: events.filter(({ payload }, index) => payload !== kept.events[index]?.payload).length,
        erased_responses: kept.responses.length,
      };
      if (Object.values(counts).some((count) => count > 0)) {
        const action = { action: 'eraseBooking', organization_id, target: id, details: counts } as const;
        const audited = store.audited(toAuditEntry(action, { caller, now }));
        const { version } = kept;
        const result = await audited.eraseBooking({ organization_id, id, version, booking, events, now });
        if (result.outcome !== 'erased') throw inProgress(id, reasons[result.outcome]);
        counts.erased_responses = result.responses;
      }
      const body = { object: 'booking_erasure', booking: toShown(booking, now), ...counts } as const;
      return { status: 200, body: body satisfies EveryField<BookingErasure> };
    },
    async exportBooking({ path: { organization_id, booking_id: id } }, caller) {
      const now = clock.now();
      const entry = toAuditEntry({ action: 'exportBooking', organization_id, target: id }, { caller, now });
      const kept = await store.audited(entry).findKeptBooking({ organization_id, id });
      if (!kept) throw noBooking(id);
      const body = {
        object: 'booking_export',
        booking: toShown(kept.booking, now),
        personal_data: toPersonalData(kept),
      } as const;
      return { status: 200, body: body satisfies EveryField<BookingExport> };
    },
    async findGuestBookings({ path: { organization_id }, body: { contact, cursor, ...rest } }, caller) {
      requireAllTaken(rest);
      const now = clock.now();
      const { rows, next } = await store.scanBookings({ organization_id, cursor, limit: scanned });
      const wanted = normalizeDestination(contact);
      const found = rows.filter(({ guest: { email, phone = '' } }) =>
        [email, phone].some((one) => isSame(one, wanted)),
      );
      // A search has one entry, also if it finds nothing. Its later pages add entries only for the bookings that they return.
      if (cursor === undefined || found.length > 0) {
        const details = { bookings: found.length };
        const action = { action: 'findGuestBookings', organization_id, details } as const;
        await store.recordAudit(toAuditEntry(action, { caller, now }));
      }
      const body = toListBody({ rows: found, next }, (booking) => toShown(booking, now));
      return { status: 200, body: body satisfies EveryField<GuestBookings> };
    },
  };
}

const reasons = {
  changed: 'has changed at this moment. Try again',
  delivering: 'has a webhook that is sent at this moment. Try again in a minute',
} as const;

/** Throws a refusal while the provider still needs the guest. */
function requireEnded({ booking: { id, status }, working }: KeptBooking): void {
  if (status === 'processing' || status === 'requires_action') {
    throw inProgress(id, `is in ${status}. Cancel it, or wait until it has ended`);
  }
  if (working) throw inProgress(id, 'is changed or released at its provider. Wait until this has ended');
}

function inProgress(id: string, reason: string): AdminRefusal {
  return new AdminRefusal('booking_in_progress', `Booking ${id} ${reason}.`);
}

function noBooking(id: string): AdminRefusal {
  return new AdminRefusal('not_found', `No booking has the id ${id}.`);
}

function isSame(one: string, normalized: string): boolean {
  return one !== '' && normalizeDestination(one) === normalized;
}

function toPersonalData({ booking, events, responses }: KeptBooking): PersonalValue[] {
  const ofEvents = events.flatMap(({ id, payload }) =>
    personalValues('BookingSummary', toEvent(payload).data.object).map(
      (each) => ({ source: 'event', id, ...each }) as const,
    ),
  );
  return [
    ...personalValues('Booking', booking).map((each) => ({ source: 'booking', id: booking.id, ...each }) as const),
    ...ofEvents,
    ...responses.map(({ delivery_id: id, attempt, answer }) => {
      return { source: 'response', id, field: String(attempt), value: answer } as const;
    }),
  ].map(({ source, id, field, value }) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return { source, id, field, value: text } satisfies EveryField<PersonalValue>;
  });
}

function toShown(booking: Booking, now: Date): BookingErasure['booking'] {
  return toShownBooking(toListedBooking(booking, now));
}
