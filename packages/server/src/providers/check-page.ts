/** Checks and copies the pages of a provider's searches, as check-result.ts does with its other results. */
import type { Slot, SlotList, SlotPrice, SlotUnit, Venue, VenueList } from '@booking-service/contract';
import type { EveryField } from '@booking-service/kernel/contract';
import {
  type Fields,
  mismatch,
  readBoolean,
  readCode,
  readInstantOf,
  readInteger,
  readText,
  toCancellation,
  toFields,
  toPrice,
  toReadable,
} from './check-result.ts';
import { maxMetadataKeys, maxUnits, textBounds } from './result-bounds.ts';

/** Checks the result of `searchVenues`. `limit` is that of the search. */
export function checkVenues(result: unknown, limit: number): VenueList {
  return toPage(result, { where: 'searchVenues', limit, convert: toVenue });
}

/** Checks the result of `searchAvailability`. */
export function checkSlots(result: unknown, limit: number): SlotList {
  return toPage(result, { where: 'searchAvailability', limit, convert: toSlot });
}

interface Page<T> {
  readonly object: 'list';
  readonly data: T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

function toPage<T>(
  result: unknown,
  { where, limit, convert }: { where: string; limit: number; convert: (fields: Fields) => T },
): Page<T> {
  const fields = toFields(result, where);
  const { data } = fields;
  if (!Array.isArray(data) || data.length > limit) throw mismatch('data', data);
  const has_more = readBoolean(fields['has_more'], 'has_more');
  const next_cursor = has_more ? readCode(fields['next_cursor'], 'next_cursor') : null;
  return { object: 'list', data: data.map((item: unknown) => convert(toFields(item, 'data'))), has_more, next_cursor };
}

function toVenue({ id, name, provider, city, country }: Fields): Venue {
  return {
    id: readCode(id, 'venue_id'),
    object: 'venue',
    name: readText(name, 'name'),
    provider: readCode(provider, 'provider'),
    city: readText(city, 'city'),
    country: readCode(country, 'country'),
  } satisfies EveryField<Venue>;
}

function toSlot({ id, venue_id, starts_at, price, units, cancellation, metadata, ...rest }: Fields): Slot {
  const slot = {
    id: readCode(id, 'slot_id'),
    object: 'slot',
    venue_id: readCode(venue_id, 'venue_id'),
    starts_at: readInstantOf(starts_at, 'starts_at'),
    duration_minutes: readInteger(rest['duration_minutes'], 'duration_minutes'),
    min_party_size: readInteger(rest['min_party_size'], 'min_party_size'),
    max_party_size: readInteger(rest['max_party_size'], 'max_party_size'),
  } as const satisfies EveryField<Omit<Slot, 'price' | 'units' | 'cancellation' | 'metadata'>>;
  return {
    ...slot,
    ...(price !== undefined && { price: toSlotPrice(toFields(price, 'price')) }),
    ...toUnits(units),
    ...toCancellation(cancellation),
    ...(metadata !== undefined && { metadata: toMetadata(metadata) }),
  };
}

function toSlotPrice(fields: Fields): SlotPrice {
  const { per } = fields;
  if (per !== 'booking' && per !== 'person') throw mismatch('price.per', per);
  return { ...toPrice(fields), per } satisfies EveryField<SlotPrice>;
}

/** An empty list is none. */
function toUnits(units: unknown): Pick<Slot, 'units'> {
  if (units === undefined) return {};
  if (!Array.isArray(units) || units.length > maxUnits) throw mismatch('units', units);
  return units.length === 0 ? {} : { units: units.map((unit: unknown) => toUnit(toFields(unit, 'units'))) };
}

function toUnit({ unit, label, min_age, max_age, price }: Fields): SlotUnit {
  const required = { unit: readCode(unit, 'unit') } satisfies EveryField<
    Omit<SlotUnit, 'label' | 'min_age' | 'max_age' | 'price'>
  >;
  return {
    ...required,
    ...(label !== undefined && label !== '' && { label: readText(label, 'label') }),
    ...(min_age !== undefined && { min_age: readInteger(min_age, 'min_age') }),
    ...(max_age !== undefined && { max_age: readInteger(max_age, 'max_age') }),
    ...(price !== undefined && { price: toPrice(toFields(price, 'price')) }),
  };
}

function toMetadata(value: unknown): Record<string, string> {
  const entries = Object.entries(toFields(value, 'metadata'));
  if (entries.length > maxMetadataKeys) throw mismatch('metadata', value);
  return Object.fromEntries(
    entries.map(([key, text]) => {
      // A value may be empty.
      if (typeof text !== 'string') throw mismatch('metadata', text);
      return [readText(key, 'metadata_key'), toReadable(text, textBounds.metadata_value)];
    }),
  );
}
