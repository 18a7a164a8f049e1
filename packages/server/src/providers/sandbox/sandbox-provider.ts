import {
  type Booking,
  type BookingDocument,
  type BookingErrorCode,
  type BookingPrice,
  type CancellationPolicy,
  errorCatalogue,
  limits,
  type Party,
  type Question,
  sandbox,
  type Slot,
  type SlotList,
  type SlotPrice,
  type SlotUnit,
  type Venue,
  type VenueList,
  type VenueSearch,
} from '@booking-service/contract';
import { type EveryField, type NamesEveryField, requireAllTaken } from '@booking-service/kernel/contract';
import { type Clock, DeadlineError } from '@booking-service/kernel/time';
import { changedBooking, type RequestedAction } from '../../domain/booking.ts';
import { maskDestination } from '../../domain/session.ts';
import { Refusal } from '../../domain/contract.ts';
import type {
  BookingStep,
  Documented,
  Hold,
  Modification,
  ModificationOutcome,
  Outcome,
  Provider,
} from '../provider.ts';

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
      const now = clock.now();
      if (!venue || !offersSlot(venue, { ...request, now })) throw notOffered(request.slot_id, now);
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

/** States the time of the sandbox if the slot is outside its days: its clock may be ahead of the caller's. */
function notOffered(slot_id: string, now: Date): Refusal {
  const start = startOf(slot_id);
  if (Number.isNaN(start.getTime()) || isWithinDays(start, now)) return new Refusal('slot_not_offered');
  const message = `The sandbox offers slots of the next ${sandbox.days_ahead} days, and by its clock it is ${now.toISOString()}.`;
  return new Refusal('slot_not_offered', { message });
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

// The venues of the sandbox: their scripts, slots and prices.

/** A venue of the sandbox with its script (openapi/behavior/sandbox.yaml). */
export interface SandboxVenue {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly ends: 'confirmed' | 'failed';
  readonly error_code?: (typeof sandbox.venues)[number] extends infer V
    ? V extends { error_code: infer C }
      ? C
      : never
    : never;
  readonly at_once?: boolean;
  readonly asks?: 'enter_code' | 'answer_questions';
  /** The questions of `asks: answer_questions`. */
  readonly questions?: readonly Question[];
  /** The duration of a hold for a booking that waits for a code. Default: until the booking expires. */
  readonly holds_seconds?: number;
  /** The duration of a call of the provider. Default: `provider_seconds` of the contract. */
  readonly provider_seconds?: number;
  /** The price of its slots. Default: `price` of the contract. */
  readonly price?: SlotPrice | 'none';
  /** The kinds of people, with their prices. Default: one kind only. */
  readonly units?: readonly (SlotUnit & Required<Pick<SlotUnit, 'price'>>)[];
  readonly cancellation?: { readonly free_hours: number; readonly late_refund_percent: number };
  /** True if a confirmed booking has a ticket for each guest. */
  readonly tickets?: boolean;
  readonly modification?: 'unsupported' | 'refused';
  readonly fault?: 'unreachable' | 'timeout' | 'answer_lost' | 'webhook_twice' | 'webhook_late';
  readonly needs_last_name?: boolean;
  readonly offers_slots?: boolean;
  readonly availability_error?: 'availability_failed';
  /** The time after the create at which a payment is approved. Default: at once. */
  readonly approval_seconds?: number;
  /** The part of the price that a cancelled booking gets back. Default: all of it. */
  readonly refund_percent?: number;
  readonly payment_refusal?: 'cardservice_disabled' | 'vault_unavailable' | 'payment_setup_failed';
  readonly payment_error?:
    | 'payment_declined'
    | 'payment_approval_expired'
    | 'payment_outcome_unknown'
    | 'payment_replay_failed'
    | 'card_declined';
}

const venues: readonly SandboxVenue[] = sandbox.venues;
const maxPartySize = 8;
const dayOf = (instant: Date) => Math.floor(instant.getTime() / (24 * 3600 * 1000));
const isWithinDays = (start: Date, now: Date) => start > now && dayOf(start) - dayOf(now) <= sandbox.days_ahead;

/** Returns the sandbox venue with this id, or undefined. */
export function findSandboxVenue(id: string): SandboxVenue | undefined {
  return venues.find((venue) => venue.id === id);
}

/** Returns the sandbox venues that match the search, in the order of the contract. */
export function sandboxVenues({ query, city, country, limit: _limit, cursor: _cursor, ...rest }: VenueSearch): Venue[] {
  requireAllTaken(rest);
  const within = (text: string, part: string | undefined) =>
    part === undefined || text.toLowerCase().includes(part.toLowerCase());
  return venues
    .filter((venue) => within(venue.name, query) && within(venue.city, city) && within(venue.country, country))
    .map(({ id, name, city: inCity, country: inCountry }) => {
      const place = { city: inCity, country: inCountry };
      return { id, object: 'venue', name, provider: sandbox.provider, ...place } satisfies EveryField<Venue>;
    });
}

function findUnit({ units }: SandboxVenue, name: string) {
  return units?.find(({ unit }) => unit === name);
}

/** The price of a slot: for the party, if it has several kinds of people. */
function slotPriceOf(venue: SandboxVenue, people: People): SlotPrice | undefined {
  const total = people.party && venue.units ? totalOf(venue, people) : undefined;
  return total ? { ...total, per: 'booking' } : priceOf(venue);
}

/** Returns the future slots of the venue for this day (YYYY-MM-DD, UTC) and party, earliest first. */
export function sandboxSlots(venue: SandboxVenue, day: People & { date: string; now: Date }): Slot[] {
  if (venue.offers_slots === false || day.party_size > maxPartySize) return [];
  if (venue.units && day.party?.some(({ unit }) => !findUnit(venue, unit))) return [];
  const first = Date.parse(`${day.date}T00:00:00.000Z`);
  const price = slotPriceOf(venue, day);
  return sandbox.opening_hours_utc
    .map((hour) => new Date(first + hour * 3600 * 1000))
    .filter((start) => isWithinDays(start, day.now))
    .map((start) => {
      const slot = {
        id: toSlotId(venue, start),
        object: 'slot' as const,
        venue_id: venue.id,
        starts_at: start.toISOString(),
        duration_minutes: sandbox.slot_minutes,
        min_party_size: 1,
        max_party_size: maxPartySize,
      };
      // The sandbox adds no metadata.
      const required = slot satisfies EveryField<Omit<Slot, 'price' | 'units' | 'cancellation' | 'metadata'>>;
      const cancellation = policyOf(venue, start);
      const units = venue.units && { units: venue.units };
      return { ...required, ...(price && { price }), ...units, ...(cancellation && { cancellation }) };
    });
}

/** Returns whether the venue offers the slot for this party now. */
export function offersSlot(venue: SandboxVenue, slot: People & { slot_id: string; now: Date }): boolean {
  const start = startOf(slot.slot_id);
  if (Number.isNaN(start.getTime())) return false;
  const date = start.toISOString().slice(0, 10);
  return sandboxSlots(venue, { ...slot, date }).some(({ id }) => id === slot.slot_id);
}

/** The start of a slot; an invalid date if the id is not one of the sandbox. */
function startOf(slot_id: string): Date {
  const [, year, month, day, hour, minute] = /_(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})$/.exec(slot_id) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:00.000Z`);
}

function toSlotId(venue: SandboxVenue, start: Date): string {
  const [date, time] = start.toISOString().slice(0, 16).split('T');
  const place = venue.id.slice(sandbox.venue_id_prefix.length);
  return `slt_${place}_${date?.replaceAll('-', '')}T${time?.replace(':', '')}`;
}

function priceOf({ price = sandbox.price }: SandboxVenue): SlotPrice | undefined {
  return price === 'none' ? undefined : price;
}

function policyOf({ cancellation }: SandboxVenue, start: Date): CancellationPolicy | undefined {
  if (!cancellation) return undefined;
  const free_until = new Date(start.getTime() - cancellation.free_hours * 3600 * 1000).toISOString();
  const { late_refund_percent } = cancellation;
  return { free_until, late_refund_percent } satisfies EveryField<Omit<CancellationPolicy, 'refund_percent'>>;
}

/** The number of people, and how many of each kind. */
interface People {
  readonly party_size: number;
  readonly party?: Party | undefined;
}

/** Returns the price of a party in total: the sum of its units, at a venue that has units. */
function totalOf(venue: SandboxVenue, { party_size, party }: People): BookingPrice | undefined {
  const price = priceOf(venue);
  if (!price) return undefined;
  if (party && venue.units) {
    const amounts = party.map(({ unit, quantity }) => quantity * (findUnit(venue, unit)?.price.amount ?? 0));
    return { amount: amounts.reduce((sum, each) => sum + each, 0), currency: price.currency };
  }
  const { amount, currency, per } = price;
  return { amount: per === 'person' ? amount * party_size : amount, currency } satisfies EveryField<BookingPrice>;
}
