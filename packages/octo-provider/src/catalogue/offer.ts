import type { Question, Venue } from '@booking-service/contract';
import { questionsOf } from './questions-of.ts';
import type { components } from '../generated/octo.ts';
import type { OctoProduct } from '../http/octo-client.ts';
import { longestVenueId, toVenueId } from '../ids.ts';
import { integerOf, objectsOf, textOf, textsOf, type Unchecked } from '../unchecked.ts';
import { cityOfTimeZone, placeOfLocations, type Place } from './place-of.ts';

type Option = Unchecked<components['schemas']['Option']>;
type Unit = Unchecked<components['schemas']['Unit']>;

/** A venue: one option of a product, with its units. */
export interface Offer {
  readonly venue: Venue;
  readonly product_id: string;
  readonly option_id: string;
  /** IANA name. Undefined if the supplier sends none. */
  readonly timeZone: string | undefined;
  readonly locale: string | undefined;
  /** True if a slot is a day with opening hours instead of a start time. Undefined if the supplier does not say. */
  readonly isByDay: boolean | undefined;
  /** The unit that guests are booked as, if a request has only their number. Undefined if no unit stands for all guests. */
  readonly unit: OfferedUnit | undefined;
  /** Every unit, in the order of the supplier. */
  readonly units: readonly OfferedUnit[];
  /** The bounds of the number of units of one booking. */
  readonly total: Bounds;
  /** The time before a slot until which a booking can be cancelled. Undefined if the supplier states none. */
  readonly cutoff_ms: number | undefined;
  /** The questions about a booking, without those of its units. */
  readonly questions: readonly Question[];
  /** The contact fields that the supplier requires of the booking. */
  readonly required: ReadonlySet<string>;
}

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A unit, and how many of it one booking may have. */
export interface OfferedUnit extends Bounds {
  readonly id: string;
  /** Its name in a party: the type, such as child. Of several units with one type, the others also have their id. */
  readonly name: string;
  readonly label: string | undefined;
  readonly min_age: number | undefined;
  readonly max_age: number | undefined;
  /** The number of guests in one unit. */
  readonly guests: number;
  readonly questions: readonly Question[];
  /** The contact fields that the supplier requires of each unit. */
  readonly required: ReadonlySet<string>;
}

export interface OfferOptions {
  readonly name: string;
  readonly venuePrefix: string;
  /** The id or the type of the unit that guests are booked as. Default: the first ADULT, otherwise the only one. */
  readonly unit: string | undefined;
  /** For venues whose place the supplier does not send. */
  readonly fallback: Place;
}

/** ISO 3166 leaves this code to its users. CLDR calls it "Unknown Region". */
const unknownCountry = 'ZZ';
const longestName = 200;
const longestCity = 100;

/**
 * Returns the venues of a product. An option is left out if it has no unit, or not the configured one, or if its id is too long for
 * the contract.
 */
export function offersOf(product: OctoProduct, options: OfferOptions): readonly Offer[] {
  const product_id = textOf(product.id);
  const all = objectsOf(product.options);
  if (product_id === undefined) return [];
  return all.flatMap((option) => {
    const option_id = textOf(option.id);
    const units = unitsOf(objectsOf(option.units));
    const unit = chooseUnit(units, options.unit);
    const isLeftOut = units.length === 0 || (options.unit !== undefined && !unit);
    if (option_id === undefined || isLeftOut) return [];
    const id = toVenueId(options.venuePrefix, { product_id, option_id });
    if (id.length > longestVenueId) return [];
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
      unit,
      units,
      total: boundsOf(option.restrictions?.minUnits, option.restrictions?.maxUnits),
      cutoff_ms: cutoffOf(option),
      questions: questionsOf(option),
      required: new Set(textsOf(option.requiredContactFields)),
    };
  });
}

/** The contract's maximum number of units of a slot. A test compares it with the contract. */
export const maxUnits = 20;
/** The contract's maxLength of UnitName, and its maximum of an age. */
const longestUnitName = 60;
const highestAge = 150;

function unitsOf(units: readonly Unit[]): readonly OfferedUnit[] {
  const found = new Map<string, OfferedUnit>();
  for (const unit of units) {
    const { id: given, type, title, internalName, restrictions, requiredContactFields } = unit;
    const id = textOf(given);
    const ofType = toUnitName(textOf(type) ?? 'other');
    const name = found.has(ofType) ? toUnitName(`${ofType}_${id}`) : ofType;
    if (id === undefined || name === '' || found.has(name) || found.size === maxUnits) continue;
    found.set(name, {
      id,
      name,
      label: textOf(title) ?? textOf(internalName),
      min_age: ageOf(restrictions?.minAge),
      max_age: ageOf(restrictions?.maxAge),
      guests: Math.max(1, integerOf(restrictions?.paxCount) ?? 1),
      ...boundsOf(restrictions?.minQuantity, restrictions?.maxQuantity),
      questions: questionsOf(unit),
      required: new Set(textsOf(requiredContactFields)),
    });
  }
  return [...found.values()];
}

function toUnitName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, longestUnitName);
}

function ageOf(age: unknown): number | undefined {
  const years = integerOf(age);
  return years !== undefined && years >= 0 && years <= highestAge ? years : undefined;
}

function chooseUnit(units: readonly OfferedUnit[], chosen: string | undefined): OfferedUnit | undefined {
  if (chosen !== undefined)
    return units.find(({ id }) => id === chosen) ?? units.find(({ name }) => name === chosen.toLowerCase());
  return units.find(({ name }) => name === 'adult') ?? (units.length === 1 ? units[0] : undefined);
}

const unit_ms: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
/** Bounds the times of policies. */
const longestCutoff_ms = 10 * 366 * 86_400_000;

function cutoffOf({ cancellationCutoffAmount: amount, cancellationCutoffUnit: unit }: Option): number | undefined {
  const cutoff_ms = (integerOf(amount) ?? NaN) * (unit_ms[textOf(unit) ?? ''] ?? NaN);
  return cutoff_ms >= 0 && cutoff_ms <= longestCutoff_ms ? cutoff_ms : undefined;
}

function boundsOf(min: unknown, max: unknown): Bounds {
  return { min: Math.max(1, integerOf(min) ?? 1), max: integerOf(max) ?? Infinity };
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
