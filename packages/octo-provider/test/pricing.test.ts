/** The amount of a supplier in the minor unit of its currency. */
import { expect, it } from 'vitest';
import { priceOf } from '../src/availability/units.ts';
import type { OfferedUnit } from '../src/catalogue/offer.ts';

const adult: OfferedUnit = {
  id: 'adult',
  name: 'adult',
  label: undefined,
  min_age: undefined,
  max_age: undefined,
  guests: 1,
  min: 1,
  max: 9,
  questions: [],
  required: new Set(),
};
const child: OfferedUnit = { ...adult, id: 'child', name: 'child' };
const taxes = { includedTaxes: [] };

it.each([
  { retail: 1050, currency: 'EUR', currencyPrecision: 2, amount: 1050 },
  { retail: 5000, currency: 'JPY', currencyPrecision: 0, amount: 5000 },
  // Some suppliers state two digits for every currency.
  { retail: 500_000, currency: 'JPY', currencyPrecision: 2, amount: 5000 },
  { retail: 10, currency: 'EUR', currencyPrecision: 0, amount: 1000 },
  { retail: 10_290, currency: 'EUR', currencyPrecision: 3, amount: 1029 },
  { retail: 1050, currency: 'KWD', currencyPrecision: 2, amount: 10_500 },
  { retail: 1050, currency: 'EUR', currencyPrecision: null, amount: 1050 },
  { retail: 0, currency: 'EUR', currencyPrecision: 2, amount: 0 },
])('CRD-4: $retail $currency with $currencyPrecision digits is $amount', ({ amount, ...stated }) => {
  const three = [{ unit: adult, quantity: 3 }];
  const pricing = { ...stated, ...taxes, net: null, original: stated.retail };
  const { currency } = stated;
  expect(priceOf({ pricing, unitPricing: [] }, three)).toEqual({ amount, currency });
  const unitPricing = [
    { unitId: 'child', ...pricing, retail: 7 },
    { unitId: 'adult', ...pricing },
  ];
  expect(priceOf({ unitPricing }, three)).toEqual({ amount: 3 * amount, currency });
  const family = [...three, { unit: child, quantity: 1 }];
  const alike = [{ ...unitPricing[0], unitId: 'child', retail: stated.retail }, ...unitPricing.slice(1)] as const;
  expect(priceOf({ unitPricing: [...alike] }, family)).toEqual({ amount: 4 * amount, currency });
});

it.each([
  ['no currency', { retail: 1000, currencyPrecision: 2 }],
  ['a currency in words', { retail: 1000, currency: 'Euro', currencyPrecision: 2 }],
  ['no amount', { currency: 'EUR', currencyPrecision: 2 }],
  ['a negative amount', { retail: -1, currency: 'EUR', currencyPrecision: 2 }],
  ['a part of a cent', { retail: 10_005, currency: 'EUR', currencyPrecision: 3 }],
  ['an unknown number of digits', { retail: 1000, currency: 'EUR', currencyPrecision: 9 }],
  ['an amount over the maximum', { retail: 1e12, currency: 'EUR', currencyPrecision: 2 }],
])('CRD-4: a price with %s is left out', (_, pricing) => {
  expect(priceOf({ pricing }, [{ unit: adult, quantity: 1 }])).toBeUndefined();
});
