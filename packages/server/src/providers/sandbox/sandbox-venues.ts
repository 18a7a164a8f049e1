/** The venues of the sandbox: their scripts, slots and prices. */
import {
  sandbox,
  type BookingPrice,
  type Party,
  type Question,
  type CancellationPolicy,
  type Slot,
  type SlotPrice,
  type SlotUnit,
  type Venue,
  type VenueSearch,
} from '@booking-service/contract';
import { type EveryField, requireAllTaken } from '@booking-service/kernel/contract';

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
  const latest = day.now.getTime() + sandbox.days_ahead * 24 * 3600 * 1000;
  return sandbox.opening_hours_utc
    .map((hour) => new Date(first + hour * 3600 * 1000))
    .filter((start) => start > day.now && start.getTime() <= latest)
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
  const offered = sandboxSlots(venue, { ...slot, date });
  return offered.some(({ id }) => id === slot.slot_id);
}

/** The start of a slot; an invalid date if the id is not one of the sandbox. */
export function startOf(slot_id: string): Date {
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

export function policyOf({ cancellation }: SandboxVenue, start: Date): CancellationPolicy | undefined {
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
export function totalOf(venue: SandboxVenue, { party_size, party }: People): BookingPrice | undefined {
  const price = priceOf(venue);
  if (!price) return undefined;
  if (party && venue.units) {
    const amounts = party.map(({ unit, quantity }) => quantity * (findUnit(venue, unit)?.price.amount ?? 0));
    return { amount: amounts.reduce((sum, each) => sum + each, 0), currency: price.currency };
  }
  const { amount, currency, per } = price;
  return { amount: per === 'person' ? amount * party_size : amount, currency } satisfies EveryField<BookingPrice>;
}
