import type { components } from '../../src/generated/octo.ts';

type Unit = components['schemas']['Unit'];

interface Units {
  readonly units?: readonly { readonly id: string; readonly quantity: number }[];
}

/** The fields of octo/pricing: 10.00 EUR for each unit, and 6.00 EUR for a child. */
export function priced({ units = [] }: Units, all: readonly Unit[]): object {
  const ids = units.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id));
  return {
    unitPricing: all.map(({ id }) => ({ unitId: id, ...pricingOf([id]) })),
    ...(units.length > 0 && { pricing: pricingOf(ids) }),
  };
}

/** The price of these units. A part of it is what a cancelled booking still costs. */
export function pricingOf(ids: readonly string[], part = 1): object {
  const retail = ids.reduce((sum, id) => sum + (id === 'child' ? 600 : 1000), 0) * part;
  const amounts = { original: retail, retail, net: retail * 0.8 };
  return { ...amounts, currency: 'EUR', currencyPrecision: 2, includedTaxes: [] };
}
