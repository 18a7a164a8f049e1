import type { Venue } from '@booking-service/contract';
import type { components } from '../generated/octo.ts';
import type { OctoProduct } from '../http/octo-client.ts';
import { longestVenueId, toVenueId } from '../ids.ts';
import { integerOf, objectsOf, textOf, textsOf, type Unchecked } from '../unchecked.ts';
import { cityOfTimeZone, placeOfLocations, type Place } from './place-of.ts';

type Option = Unchecked<components['schemas']['Option']>;
type Unit = Unchecked<components['schemas']['Unit']>;

/** A venue: one option of a product, with the unit that its guests are booked as. */
export interface Offer {
  readonly venue: Venue;
  readonly product_id: string;
  readonly option_id: string;
  /** IANA name. Undefined if the supplier sends none. */
  readonly timeZone: string | undefined;
  readonly locale: string | undefined;
  /** True if a slot is a day with opening hours instead of a start time. Undefined if the supplier does not say. */
  readonly isByDay: boolean | undefined;
  readonly unit: OfferedUnit;
  /** The time before a slot until which a booking can be cancelled. Undefined if the supplier states none. */
  readonly cutoff_ms: number | undefined;
  /** The contact fields that the supplier requires of the booking, and of each unit. */
  readonly required: ReadonlySet<string>;
  /** True if each unit needs a contact of its own. */
  readonly hasUnitContacts: boolean;
}

/** The unit that stands for the guests, and how many units of it one booking may have. */
export interface OfferedUnit {
  readonly id: string;
  /** The number of guests in one unit. */
  readonly guests: number;
  readonly min: number;
  readonly max: number;
}

export interface OfferOptions {
  readonly name: string;
  readonly venuePrefix: string;
  /** The id or the type of the unit. Default: the first ADULT, otherwise the only one. */
  readonly unit: string | undefined;
  /** For venues whose place the supplier does not send. */
  readonly fallback: Place;
}

/** ISO 3166 leaves this code to its users. CLDR calls it "Unknown Region". */
const unknownCountry = 'ZZ';
const longestName = 200;
const longestCity = 100;

/**
 * Returns the venues of a product. An option is left out if it has no unit to book guests as, or if its id is too long for the
 * contract.
 */
export function offersOf(product: OctoProduct, options: OfferOptions): readonly Offer[] {
  const product_id = textOf(product.id);
  const all = objectsOf(product.options);
  if (product_id === undefined) return [];
  return all.flatMap((option) => {
    const option_id = textOf(option.id);
    const unit = chooseUnit(objectsOf(option.units), options.unit);
    const unit_id = textOf(unit?.id);
    if (option_id === undefined || !unit || unit_id === undefined) return [];
    const id = toVenueId(options.venuePrefix, { product_id, option_id });
    if (id.length > longestVenueId) return [];
    const unitFields = textsOf(unit.requiredContactFields);
    return {
      venue: toVenue(
        { id, name: nameOf(product, option, all.length), provider: options.name },
        { product, option, options },
      ),
      product_id,
      option_id,
      timeZone: textOf(product.timeZone),
      locale: textOf(product.locale),
      isByDay: product.availabilityType ? product.availabilityType === 'OPENING_HOURS' : undefined,
      unit: { id: unit_id, ...boundsOf(option, unit) },
      cutoff_ms: cutoffOf(option),
      required: new Set([...textsOf(option.requiredContactFields), ...unitFields]),
      hasUnitContacts: unitFields.length > 0,
    };
  });
}

function chooseUnit(units: readonly Unit[], chosen: string | undefined): Unit | undefined {
  if (chosen !== undefined)
    return units.find(({ id }) => textOf(id) === chosen) ?? units.find(({ type }) => type === chosen);
  return units.find(({ type }) => type === 'ADULT') ?? (units.length === 1 ? units[0] : undefined);
}

const unit_ms: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
/** Bounds the times of policies. */
const longestCutoff_ms = 10 * 366 * 86_400_000;

function cutoffOf({ cancellationCutoffAmount: amount, cancellationCutoffUnit: unit }: Option): number | undefined {
  const cutoff_ms = (integerOf(amount) ?? NaN) * (unit_ms[textOf(unit) ?? ''] ?? NaN);
  return cutoff_ms >= 0 && cutoff_ms <= longestCutoff_ms ? cutoff_ms : undefined;
}

function boundsOf({ restrictions: ofOption }: Option, { restrictions: ofUnit }: Unit): Omit<OfferedUnit, 'id'> {
  const smallest = [ofOption?.minUnits, ofUnit?.minQuantity].map(integerOf).filter((min) => min !== undefined);
  const largest = [ofOption?.maxUnits, ofUnit?.maxQuantity].map(integerOf).filter((max) => max !== undefined);
  return {
    guests: Math.max(1, integerOf(ofUnit?.paxCount) ?? 1),
    min: Math.max(1, ...smallest),
    max: Math.min(Infinity, ...largest),
  };
}

/** Returns the name for customers: the title of octo/content, otherwise the internal name. The option is named if there are several. */
function nameOf(product: OctoProduct, option: Option, options: number): string {
  const name = textOf(product.title) ?? textOf(product.internalName) ?? textOf(product.id) ?? '';
  const variant = textOf(option.title) ?? textOf(option.internalName) ?? textOf(option.id);
  return options > 1 && variant !== undefined ? `${name} · ${variant}` : name;
}

function toVenue(
  { id, name, provider }: Pick<Venue, 'id' | 'name' | 'provider'>,
  { product, option, options: { fallback } }: { product: OctoProduct; option: Option; options: OfferOptions },
): Venue {
  const places = [placeOfLocations(option.locations), placeOfLocations(product.locations), fallback];
  const firstOf = (field: keyof Place) => places.map((place) => place[field]).find((value) => value !== undefined);
  const city = firstOf('city') ?? cityOfTimeZone(textOf(product.timeZone)) ?? 'Unknown';
  const country = firstOf('country') ?? unknownCountry;
  return { id, object: 'venue', name: cut(name, longestName), provider, city: cut(city, longestCity), country };
}

/** Shortens a text, without splitting a character, and replaces lone surrogates. */
function cut(text: string, length: number): string {
  return text.toWellFormed().slice(0, length).toWellFormed();
}
