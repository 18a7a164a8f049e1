import type { OfferedUnit } from '../catalogue/offer.ts';
import type { OctoAvailability } from '../http/octo-client.ts';
import { integerOf } from '../unchecked.ts';

/** Returns the number of units for these guests; undefined if whole units do not fit, or one booking may not have that many. */
export function unitsFor({ guests, min, max }: OfferedUnit, party_size: number): number | undefined {
  const units = party_size / guests;
  return Number.isInteger(units) && units >= min && units <= max ? units : undefined;
}

/** Returns how many units of an availability one booking may have. */
export function mostUnits({ max }: OfferedUnit, { vacancies, maxUnits }: OctoAvailability): number {
  return Math.min(max, ...[vacancies, maxUnits].map(integerOf).filter((most) => most !== undefined));
}
