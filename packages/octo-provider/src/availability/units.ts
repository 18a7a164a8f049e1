import type { OfferedUnit } from '../catalogue/offer.ts';
import type { OctoAvailability, OctoBooking } from '../http/octo-client.ts';
import { integerOf, objectsOf, textOf } from '../unchecked.ts';
import { currencyDigits, type BookingPrice } from '@booking-service/contract';

/** The contract's maximum of Amount. A test compares it with the contract. */
export const largestAmount = 999_999_999_999;

/** Returns the number of units for these guests; undefined if whole units do not fit, or one booking may not have that many. */
export function unitsFor({ guests, min, max }: OfferedUnit, party_size: number): number | undefined {
  const units = party_size / guests;
  return Number.isInteger(units) && units >= min && units <= max ? units : undefined;
}

/** Returns how many units of an availability one booking may have. */
export function mostUnits({ max }: OfferedUnit, { vacancies, maxUnits }: OctoAvailability): number {
  return Math.min(max, ...[vacancies, maxUnits].map(integerOf).filter((most) => most !== undefined));
}

/**
 * Returns the price of an availability for these units, or of a booking, as octo/pricing states it: the retail price with taxes. The
 * supplier states the digits of its amounts, which may differ from those of the currency. Returns undefined if the supplier sends no
 * price, or one that has no whole amount in the minor unit.
 */
export function priceOf(
  { pricing, unitPricing }: Pick<OctoAvailability, 'pricing' | 'unitPricing'>,
  { unit_id, quantity }: { unit_id: string; quantity: number },
): BookingPrice | undefined {
  const ofUnit = objectsOf(unitPricing).find(({ unitId }) => textOf(unitId) === unit_id);
  const [stated, times] = pricing ? [pricing, 1] : [ofUnit, quantity];
  const retail = integerOf(stated?.retail);
  const currency = textOf(stated?.currency);
  if (retail === undefined || retail < 0 || currency === undefined || !/^[A-Z]{3}$/.test(currency)) return undefined;
  const digits = currencyDigits(currency);
  const statedDigits = integerOf(stated?.currencyPrecision) ?? digits;
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
