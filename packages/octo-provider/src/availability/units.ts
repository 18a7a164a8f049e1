import type { OfferedUnit } from '../catalogue/offer.ts';
import type { OctoAvailability, OctoBooking } from '../http/octo-client.ts';
import { integerOf, objectsOf, textOf } from '../unchecked.ts';
import type { BookingPrice } from '@booking-service/contract';

/** Returns the number of units for these guests; undefined if whole units do not fit, or one booking may not have that many. */
export function unitsFor({ guests, min, max }: OfferedUnit, party_size: number): number | undefined {
  const units = party_size / guests;
  return Number.isInteger(units) && units >= min && units <= max ? units : undefined;
}

/** Returns how many units of an availability one booking may have. */
export function mostUnits({ max }: OfferedUnit, { vacancies, maxUnits }: OctoAvailability): number {
  return Math.min(max, ...[vacancies, maxUnits].map(integerOf).filter((most) => most !== undefined));
}

/** A price of a supplier. The amount is in the minor unit. */
export interface OctoPrice extends BookingPrice {
  /** The digits of the minor unit. */
  readonly digits: number;
}

/**
 * Returns the price of an availability for these units, or of a booking, as octo/pricing states it: the retail price with taxes.
 * Returns undefined if the supplier sends no price.
 */
export function priceOf(
  { pricing, unitPricing }: Pick<OctoAvailability, 'pricing' | 'unitPricing'>,
  { unit_id, quantity }: { unit_id: string; quantity: number },
): OctoPrice | undefined {
  const ofUnit = objectsOf(unitPricing).find(({ unitId }) => textOf(unitId) === unit_id);
  const [stated, times] = pricing ? [pricing, 1] : [ofUnit, quantity];
  const retail = integerOf(stated?.retail);
  const currency = textOf(stated?.currency);
  const digits = integerOf(stated?.currencyPrecision) ?? 2;
  if (retail === undefined || retail < 0 || !currency || !/^[A-Z]{3}$/.test(currency)) return undefined;
  if (digits < 0 || digits > 4) return undefined;
  return { amount: retail * times, currency, digits };
}

/** Returns the price that a booking gets, without the digits. */
export function toBookingPrice(price: OctoPrice | undefined): { price?: BookingPrice } {
  return price ? { price: { amount: price.amount, currency: price.currency } } : {};
}

/** The unit items of a booking at its supplier, as requests name them. */
export function unitItemsOf({ unitItems }: OctoBooking): { uuid?: string; unitId: string }[] {
  return objectsOf(unitItems).flatMap((item) => {
    const [uuid, unitId] = [textOf(item.uuid), textOf(item.unitId)];
    if (unitId === undefined) return [];
    return [{ ...(uuid !== undefined && { uuid }), unitId }];
  });
}
