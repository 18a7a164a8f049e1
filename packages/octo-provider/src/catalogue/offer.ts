import type { Question, QuestionOption, Venue } from '@booking-service/contract';
import type { components } from '../generated/octo.ts';
import type { OctoProduct } from '../http/octo-client.ts';
import { longestVenueId, toVenueId } from '../ids.ts';
import { integerOf, objectsOf, textOf, textsOf, type Unchecked } from '../unchecked.ts';

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

interface Bounds {
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

type Location = Unchecked<components['schemas']['Location']>;

/** A city and the ISO 3166-1 alpha-2 code of its country. Either may be unknown. */
export interface Place {
  readonly city: string | undefined;
  readonly country: string | undefined;
}

/** Returns the place of a product's locations: of its start, otherwise of the first location with a city. */
export function placeOfLocations(locations: readonly Location[] | null | undefined): Place {
  const all = objectsOf(locations).map((location) => {
    const { addressLocality, addressCountry } = location.place?.postalAddress ?? {};
    const place = { city: textOf(addressLocality), country: toCountryCode(textOf(addressCountry)) };
    return { place, isStart: textsOf(location.types).includes('START') };
  });
  const found =
    all.find(({ place, isStart }) => isStart && place.city) ?? all.find(({ place }) => place.city) ?? all[0];
  return found?.place ?? { city: undefined, country: undefined };
}

/**
 * Returns the place of an address in one line, such as "Marble Arch, London, W1H 7EJ, United Kingdom": the last part is the country,
 * and the last part before it without a digit is the city.
 */
export function placeOfAddress(address: string | undefined): Place {
  const parts = (address ?? '').split(',').map((part) => part.trim());
  const country = toCountryCode(parts.at(-1));
  const rest = country === undefined ? parts : parts.slice(0, -1);
  const city =
    rest.length > 1 || country !== undefined ? rest.findLast((part) => part !== '' && !/\d/.test(part)) : undefined;
  return { city, country };
}

/** Returns the city in the name of a time zone: London for Europe/London. */
function cityOfTimeZone(timeZone: string | undefined): string | undefined {
  if (timeZone === undefined || !timeZone.includes('/') || timeZone.startsWith('Etc/')) return undefined;
  return timeZone.split('/').at(-1)?.replaceAll('_', ' ');
}

/** Returns the code of a country from its code or its English name. */
function toCountryCode(country: string | undefined): string | undefined {
  if (country === undefined) return undefined;
  if (/^[A-Za-z]{2}$/.test(country)) return currentCode(country.toUpperCase());
  codesByName ??= readCodesByName();
  return codesByName.get(country.toLowerCase());
}

let codesByName: ReadonlyMap<string, string> | undefined;

function readCodesByName(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const codes = new Set(letters.flatMap((first) => letters.map((second) => currentCode(first + second))));
  return new Map(
    [...codes].flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [[name.toLowerCase(), code]];
    }),
  );
}

/** Replaces a code that is no longer in use, or reserved: UK becomes GB. Two letters are at most 676 codes. */
function currentCode(code: string): string {
  const known = currentCodes.get(code);
  if (known !== undefined) return known;
  const current = new Intl.Locale('und', { region: code }).region ?? code;
  currentCodes.set(code, current);
  return current;
}

/** Intl takes ten times as long as the rest of a venue. */
const currentCodes = new Map<string, string>();

/** The fields that octo/questions adds to an option and to a unit. The official types have none of them. */
interface Asking {
  readonly questions?: Unchecked<readonly OctoQuestion[]> | null;
}

interface OctoQuestion {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  readonly selectOptions: readonly { readonly value: string; readonly label: string }[];
}

/** The question whose answer is a pickup point. */
export const pickup = 'pickup';
/** The contract's bounds of questions. A test compares them with the contract. */
export const bounds = { id: 100, label: 500, value: 200, optionLabel: 200, questions: 50, options: 200 } as const;

/** Returns the questions of an option or a unit that the contract can express. A choice without an option becomes a text. */
function questionsOf(asking: object): readonly Question[] {
  // Only octo/questions has the field.
  const { questions } = asking as Asking;
  return objectsOf(questions).flatMap((asked) => {
    const [id, label] = [textOf(asked.id), textOf(asked.label)];
    if (id === undefined || label === undefined || !/^[A-Za-z0-9_-]+$/.test(id) || id.length > bounds.id) return [];
    if (id === pickup) return [];
    const options = toOptions(objectsOf(asked.selectOptions).map((option) => [option.value, option.label]));
    const question = { id, label: label.slice(0, bounds.label), required: asked.required === true };
    return [options.length > 0 ? { ...question, type: 'choice', options } : { ...question, type: 'text' }];
  });
}

/** Returns the options that the contract can express. */
export function toOptions(pairs: readonly (readonly [value: unknown, label: unknown])[]): QuestionOption[] {
  const options = pairs.flatMap(([given, name]) => {
    const value = textOf(given);
    if (value === undefined || value.length > bounds.value || value.includes('\0') || !value.isWellFormed()) return [];
    return [{ value, label: (textOf(name) ?? value).slice(0, bounds.optionLabel) }];
  });
  return options.slice(0, bounds.options);
}
