import type { Slot } from '@booking-service/contract';
import type { OctoAvailability } from '../http/octo-client.ts';
import { integerOf, objectsOf, textOf } from '../unchecked.ts';

/**
 * Returns what a slot costs these guests, as octo/pricing states it: `price`, such as 20.00, with taxes, and `currency` (ISO 4217).
 * Returns undefined if the supplier sends no price.
 */
export function priceOf(
  { pricing, unitPricing }: OctoAvailability,
  { unit_id, quantity }: { unit_id: string; quantity: number },
): Slot['metadata'] {
  const ofUnit = objectsOf(unitPricing).find(({ unitId }) => textOf(unitId) === unit_id);
  const [stated, times] = pricing ? [pricing, 1] : [ofUnit, quantity];
  const retail = integerOf(stated?.retail);
  const currency = textOf(stated?.currency);
  const digits = integerOf(stated?.currencyPrecision) ?? 2;
  if (retail === undefined || currency === undefined || digits < 0 || digits > 4) return undefined;
  return { price: ((retail * times) / 10 ** digits).toFixed(digits), currency: currency.slice(0, 3) };
}
