import type { components } from '../generated/octo.ts';
import { objectsOf, textOf, textsOf, type Unchecked } from '../unchecked.ts';

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
export function cityOfTimeZone(timeZone: string | undefined): string | undefined {
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
