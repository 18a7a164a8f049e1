import { sandbox, type Slot, type Venue, type VenueSearch } from '@booking-service/contract';
import { requireAllTaken, type EveryField } from '../../domain/every-field.ts';

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
  readonly asks?: 'enter_code';
  /** The duration of a hold for a booking that waits for a code. Default: until the booking expires. */
  readonly holds_seconds?: number;
  /** The duration of a call of the provider. Default: `provider_seconds` of the contract. */
  readonly provider_seconds?: number;
  readonly modification?: 'unsupported' | 'refused';
  readonly fault?: 'unreachable' | 'timeout' | 'answer_lost' | 'webhook_twice' | 'webhook_late';
  readonly needs_last_name?: boolean;
  readonly offers_slots?: boolean;
  readonly availability_error?: 'availability_failed';
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

/** Returns the future slots of the venue for this day (YYYY-MM-DD, UTC) and party size, earliest first. */
export function sandboxSlots(venue: SandboxVenue, day: { date: string; party_size: number; now: Date }): Slot[] {
  if (venue.offers_slots === false || day.party_size > maxPartySize) return [];
  const first = Date.parse(`${day.date}T00:00:00.000Z`);
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
      return slot satisfies EveryField<Omit<Slot, 'metadata'>>;
    });
}

/** Returns whether the venue offers the slot for this party size now. */
export function offersSlot(venue: SandboxVenue, slot: { slot_id: string; party_size: number; now: Date }): boolean {
  const [, year, month, day] = /_(\d{4})(\d{2})(\d{2})T\d{4}$/.exec(slot.slot_id) ?? [];
  if (year === undefined || Number.isNaN(Date.parse(`${year}-${month}-${day}`))) return false;
  const offered = sandboxSlots(venue, { date: `${year}-${month}-${day}`, party_size: slot.party_size, now: slot.now });
  return offered.some(({ id }) => id === slot.slot_id);
}

function toSlotId(venue: SandboxVenue, start: Date): string {
  const [date, time] = start.toISOString().slice(0, 16).split('T');
  const place = venue.id.slice(sandbox.venue_id_prefix.length);
  return `slt_${place}_${date?.replaceAll('-', '')}T${time?.replace(':', '')}`;
}
