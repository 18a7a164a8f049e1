import type { Party } from '@booking-service/contract';
import type { Offer, OfferedUnit } from '../catalogue/offer.ts';
import type { OctoAvailability, OctoBooking } from '../http/octo-client.ts';
import { integerOf, objectsOf, textOf } from '../unchecked.ts';
import { currencyDigits, type BookingPrice } from '@booking-service/contract';

/** The contract's maximum of Amount. A test compares it with the contract. */
export const largestAmount = 999_999_999_999;

/** A unit, and how many of it a booking has. */
export interface ChosenUnit {
  readonly unit: OfferedUnit;
  readonly quantity: number;
}

/** The number of guests, and how many of each kind. */
export interface Guests {
  readonly party_size: number;
  readonly party?: Party | undefined;
}

/**
 * Returns the units for these guests; undefined if the venue does not have one, if whole units do not fit, or if one booking may not have
 * that many. A party counts units of its kinds, where the venue has several, and otherwise guests of the only one.
 */
export function unitsFor(
  { unit, units, total }: Pick<Offer, 'unit' | 'units' | 'total'>,
  { party, party_size }: Guests,
): readonly ChosenUnit[] | undefined {
  const isByKind = party !== undefined && units.length > 1;
  const wanted = isByKind
    ? party.map(({ unit: kind, quantity }) => ({ unit: units.find(({ name }) => name === kind), quantity }))
    : [{ unit, quantity: party_size / (unit?.guests ?? 1) }];
  const chosen = wanted.flatMap(({ unit: found, quantity }) =>
    found && Number.isInteger(quantity) ? [{ unit: found, quantity }] : [],
  );
  if (chosen.length < wanted.length) return undefined;
  const isAllowed = ({ unit: { min, max }, quantity }: ChosenUnit) => quantity >= min && quantity <= max;
  const count = countOf(chosen);
  return chosen.every(isAllowed) && count >= total.min && count <= total.max ? chosen : undefined;
}

export function countOf(chosen: readonly ChosenUnit[]): number {
  return chosen.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Returns how many units of an availability one booking may have. */
export function mostUnits({ total }: Pick<Offer, 'total'>, { vacancies, maxUnits }: OctoAvailability): number {
  return Math.min(total.max, ...[vacancies, maxUnits].map(integerOf).filter((most) => most !== undefined));
}

/** The units as an availability check names them. */
export function toUnitQuantities(chosen: readonly ChosenUnit[]): { id: string; quantity: number }[] {
  return chosen.map(({ unit, quantity }) => ({ id: unit.id, quantity }));
}

type Priced = Pick<OctoAvailability, 'pricing' | 'unitPricing'>;
type Pricing = Exclude<Priced['pricing'], null | undefined>;

/**
 * Returns the price of an availability for these units, or of a booking, as octo/pricing states it: the retail price with taxes. Returns
 * undefined if the supplier sends no price, or one that has no whole amount in the minor unit.
 */
export function priceOf({ pricing, unitPricing }: Priced, chosen: readonly ChosenUnit[]): BookingPrice | undefined {
  if (pricing) return toPrice(pricing, 1);
  const prices = chosen.map(({ unit, quantity }) => unitPriceOf({ unitPricing }, unit, quantity));
  const [first] = prices;
  if (!first || prices.some((price) => price?.currency !== first.currency)) return undefined;
  const amount = prices.reduce((sum, price) => sum + (price?.amount ?? 0), 0);
  return amount <= largestAmount ? { amount, currency: first.currency } : undefined;
}

/** Returns the price of so many of a unit, as an availability states it. */
export function unitPriceOf(
  { unitPricing }: Pick<Priced, 'unitPricing'>,
  { id }: OfferedUnit,
  quantity: number,
): BookingPrice | undefined {
  const stated = objectsOf(unitPricing).find(({ unitId }) => textOf(unitId) === id);
  return stated && toPrice(stated, quantity);
}

/** The supplier states the digits of its amounts, which may differ from those of the currency. */
function toPrice(stated: Pricing, times: number): BookingPrice | undefined {
  const retail = integerOf(stated.retail);
  const currency = textOf(stated.currency);
  if (retail === undefined || retail < 0 || currency === undefined || !/^[A-Z]{3}$/.test(currency)) return undefined;
  const digits = currencyDigits(currency);
  const statedDigits = integerOf(stated.currencyPrecision) ?? digits;
  if (statedDigits < 0 || statedDigits > 4) return undefined;
  // Dividing by a power of ten is exact where the result is a whole number; multiplying by 0.01 is not.
  const amount = (retail * times * 10 ** digits) / 10 ** statedDigits;
  return Number.isSafeInteger(amount) && amount <= largestAmount ? { amount, currency } : undefined;
}

/** The unit items of a booking at its supplier, as requests name them. */
export function unitItemsOf({ unitItems }: OctoBooking): { uuid?: string; unitId: string }[] {
  return objectsOf(unitItems).flatMap((item) => {
    const [uuid, unitId] = [textOf(item.uuid), textOf(item.unitId)];
    if (unitId === undefined) return [];
    return [{ ...(uuid !== undefined && { uuid }), unitId }];
  });
}

/** The unit items of a new booking: one for each unit. */
export function newUnitItems(chosen: readonly ChosenUnit[]): { unitId: string }[] {
  return chosen.flatMap(({ unit, quantity }) => Array.from({ length: quantity }, () => ({ unitId: unit.id })));
}
