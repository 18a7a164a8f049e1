import {
  errorCatalogue,
  sandbox,
  type Booking,
  type BookingDocument,
  type BookingErrorCode,
  limits,
  type SlotList,
  type VenueList,
} from '@booking-service/contract';
import { type EveryField, type NamesEveryField, requireAllTaken } from '@booking-service/kernel/contract';
import { type Clock, DeadlineError } from '@booking-service/kernel/time';
import type { RequestedAction } from '../../domain/booking.ts';
import { changedBooking } from '../../domain/party.ts';
import { maskDestination } from '../../domain/session.ts';
import { Refusal } from '../../domain/refusal.ts';
import type {
  BookingStep,
  Documented,
  Hold,
  Modification,
  ModificationOutcome,
  Outcome,
  Provider,
} from '../provider.ts';
import {
  findSandboxVenue,
  offersSlot,
  policyOf,
  type SandboxVenue,
  sandboxSlots,
  sandboxVenues,
  startOf,
  totalOf,
} from './sandbox-venues.ts';

type AskedCode = Extract<RequestedAction, { type: 'enter_code' }>;

const refusedQueries = new Map(Object.entries(sandbox.search_queries));

/**
 * The provider of the sandbox. The script of the venue in the contract determines every outcome, so the same call always has
 * the same outcome.
 */
export function createSandboxProvider({ clock }: { clock: Pick<Clock, 'now'> }): Provider {
  return {
    name: sandbox.provider,
    simulated: true,
    handlesVenue: (venue_id) => findSandboxVenue(venue_id) !== undefined,
    async searchVenues(search) {
      const code = refusedQueries.get(search.query ?? '');
      if (code) throw new Refusal(code);
      return toPage(sandboxVenues(search), search);
    },
    async searchAvailability(search) {
      const { venue_id, date, party_size, party, limit: _limit, cursor: _cursor, ...rest } = search;
      requireAllTaken(rest);
      const venue = getVenue(venue_id);
      if (venue.availability_error) throw new Refusal(venue.availability_error);
      return toPage(sandboxSlots(venue, { date, party_size, party, now: clock.now() }), search);
    },
    async checkRequest(request) {
      const venue = findSandboxVenue(request.venue_id);
      if (venue?.fault === 'unreachable') throw new Error('The provider is unreachable.');
      if (!venue || !offersSlot(venue, { ...request, now: clock.now() })) throw new Refusal('slot_not_offered');
      if (venue.needs_last_name && request.guest.last_name === undefined) throw new Refusal('missing_last_name');
      const start = startOf(request.slot_id);
      return {
        at_once: venue.at_once === true,
        starts_at: start.toISOString(),
        price: totalOf(venue, request),
        cancellation: policyOf(venue, start),
      };
    },
    book: async (step) => play(getVenue(step.booking.venue_id), step),
    modify: async (modification) => modify(getVenue(modification.booking.venue_id), modification, clock.now()),
    checkHold: async (booking) => checkHold(getVenue(booking.venue_id), booking, clock.now()),
    async release({ venue_id, price }) {
      const refund_percent = findSandboxVenue(venue_id)?.refund_percent;
      if (refund_percent === undefined || !price) return {};
      return { refund: { ...price, amount: Math.floor((price.amount * refund_percent) / 100) } };
    },
  };
}

function getVenue(id: string): SandboxVenue {
  const venue = findSandboxVenue(id);
  if (!venue) throw new Refusal('not_found', { message: `There is no venue ${id}.` });
  return venue;
}

function play(venue: SandboxVenue, { booking, step, attempt, answer }: BookingStep): Outcome {
  if (attempt <= sandbox.faulty_attempts) fail(venue);
  if (!venue.at_once && attempt === 1) {
    return { outcome: 'pending', retry_after_seconds: venue.provider_seconds ?? sandbox.provider_seconds };
  }
  if (venue.questions && answer?.type !== 'answer_questions') {
    return { outcome: 'requires_action', next_action: { type: 'answer_questions', questions: venue.questions } };
  }
  if (venue.asks === 'enter_code' && (answer?.type !== 'enter_code' || answer.code !== sandbox.code)) {
    // The first step requires the code. Every later step brings a code, and this one is wrong.
    const wrong_codes = answer?.type === 'enter_code' ? step - 1 : 0;
    if (wrong_codes >= sandbox.max_wrong_codes) return failed('invalid_code');
    const { holds_seconds } = venue;
    return {
      outcome: 'requires_action',
      next_action: askForCode(booking.guest.email),
      ...(holds_seconds !== undefined && { check_hold_after_seconds: holds_seconds }),
    };
  }
  if (venue.ends === 'failed') return failed(venue.error_code ?? 'provider_failed');
  return { outcome: 'confirmed', confirmation_code: codeOf(booking), ...ticketsOf(venue, booking) };
}

/** Throws the fault of the venue. A timeout fails immediately too, so that a caller does not have to wait for it. */
function fail({ fault }: SandboxVenue): void {
  if (fault === 'timeout') throw new DeadlineError('The provider did not respond in time.');
  if (fault === 'answer_lost') throw new Error('The provider took the booking and responded with 500.');
}

function modify(venue: SandboxVenue, { booking, changes }: Modification, now: Date): ModificationOutcome {
  if (venue.modification === 'unsupported') return { outcome: 'unsupported' };
  const changed = changedBooking(booking, changes);
  if (venue.modification === 'refused') return { outcome: 'refused' };
  if (!offersSlot(venue, { ...changed, now })) return { outcome: 'refused' };
  const tickets = ticketsOf(venue, changed);
  const start = startOf(changed.slot_id);
  const [starts_at, cancellation] = [start.toISOString(), policyOf(venue, start)];
  return { outcome: 'modified', starts_at, price: totalOf(venue, changed), cancellation, ...tickets };
}

function codeOf({ id }: Pick<Booking, 'id'>): string {
  return `SBX-${id.slice(4, 12).toUpperCase()}`;
}

/** A ticket for each guest, where the venue has tickets. */
function ticketsOf({ tickets }: SandboxVenue, booking: Pick<Booking, 'id' | 'party_size'>): Documented {
  if (!tickets) return {};
  const ticket = { kind: 'ticket', format: 'qr_code' } as const;
  const documents = Array.from({ length: booking.party_size }, (_, index) => {
    const document = { ...ticket, value: `${codeOf(booking)}-${index + 1}`, label: `Guest ${index + 1}` };
    return document satisfies EveryField<BookingDocument>;
  });
  return { documents };
}

/** The hold counts from the time at which the booking began to wait. */
function checkHold({ holds_seconds }: SandboxVenue, { updated }: Booking, now: Date): Hold {
  const seconds = (holds_seconds ?? Infinity) - (now.getTime() - Date.parse(updated)) / 1000;
  if (seconds > 0) return { held: true, check_hold_after_seconds: seconds };
  return {
    held: false,
    error_code: 'provider_failed',
    error_message: 'No code came in time; the table was given away.',
  };
}

function failed(error_code: BookingErrorCode): Outcome {
  return { outcome: 'failed', error_code, error_message: errorCatalogue[error_code].message };
}

function askForCode(email: string): AskedCode {
  const destination = maskDestination(email);
  const action = { type: 'enter_code', channel: 'email', destination, test_code: sandbox.code } as const;
  return action satisfies EveryField<AskedCode>;
}

/** Returns one page of a complete list. The cursor encodes the offset of the next page. Any other cursor is refused. */
export function toPage<T>(
  all: readonly T[],
  { limit = limits.page.default, cursor }: { limit?: number; cursor?: string },
): { object: 'list'; data: T[]; has_more: boolean; next_cursor: string | null } {
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  if (cursor !== undefined && (!(Number.isSafeInteger(start) && start > 0) || toCursor(start) !== cursor)) {
    const details = [{ in: 'body', path: '/cursor', message: 'is not a next_cursor of this search' }] as const;
    throw new Refusal('invalid_request', { details });
  }
  const end = start + limit;
  const has_more = end < all.length;
  const next_cursor = has_more ? toCursor(end) : null;
  const page = { object: 'list' as const, data: all.slice(start, end), has_more, next_cursor };
  return page satisfies NamesEveryField<SlotList | Omit<VenueList, 'missing_providers'>>;
}

function toCursor(offset: number): string {
  return Buffer.from(String(offset)).toString('base64url');
}
