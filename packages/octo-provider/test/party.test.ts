/** Parties by kinds of people, as units of several types (BKG-16). */
import type { Party } from '@booking-service/contract';
import { testContext } from '@booking-service/server/testing';
import { describe, expect, it } from 'vitest';
import { maxUnits, type OfferedUnit } from '../src/catalogue/offer.ts';
import { type Unit, unitOf } from './supplier/products.ts';
import { bookOnce, firstVenue, newBookingAt, openProvider, slotsOn } from './support/open-provider.ts';
import { priceOf } from '../src/availability/units.ts';

const family: Party = [
  { unit: 'adult', quantity: 2 },
  { unit: 'child', quantity: 1 },
];
const units: Unit[] = [
  unitOf('a1', 'ADULT', { minAge: 13, maxAge: 99 }),
  unitOf('child', 'CHILD', { minAge: 4, maxAge: 12, maxQuantity: 3 }),
  unitOf('b2', 'ADULT'),
];
const capabilities = ['octo/content', 'octo/pricing'];

function unitIdsAt({ supplier }: Awaited<ReturnType<typeof openProvider>>): string[] {
  return [...supplier.bookings.all.values()].flatMap(({ unitItems }) => unitItems.map(({ unitId }) => unitId));
}

it('BKG-16 CRD-4: shows the units with their ages and prices, and the price of a party', async () => {
  await using opened = await openProvider({ products: [{ id: 'tower', units }], capabilities });
  const [slot] = await slotsOn(opened);
  expect(slot?.units).toEqual([
    { unit: 'adult', label: 'a1', min_age: 13, max_age: 99, price: { amount: 1000, currency: 'EUR' } },
    { unit: 'child', label: 'child', min_age: 4, max_age: 12, price: { amount: 600, currency: 'EUR' } },
    { unit: 'adult_b2', label: 'b2', min_age: 0, max_age: 99, price: { amount: 1000, currency: 'EUR' } },
  ]);
  const { id: venue_id } = await firstVenue(opened);
  const search = async (party: Party) => {
    const party_size = party.reduce((sum, { quantity }) => sum + quantity, 0);
    const request = { venue_id, date: '2026-11-22', party, party_size };
    return (await opened.provider.searchAvailability(request, testContext)).data;
  };
  expect((await search(family))[0]?.price).toEqual({ amount: 2600, currency: 'EUR', per: 'booking' });
  expect(await search([{ unit: 'senior', quantity: 1 }])).toEqual([]);
  expect(await search([{ unit: 'child', quantity: 4 }])).toEqual([]);
});

it('BKG-16 CRD-5: books and modifies the units of a party', async () => {
  await using opened = await openProvider({ products: [{ id: 'tower', units }], capabilities });
  const booking = await newBookingAt(opened, { party: family, party_size: 3 });
  const { provider } = opened;
  const accepted = await provider.checkRequest(booking, testContext);
  expect(accepted.price).toEqual({ amount: 2600, currency: 'EUR' });
  expect(await bookOnce(opened, booking)).toMatchObject({ outcome: 'confirmed' });
  expect(unitIdsAt(opened)).toEqual(['a1', 'a1', 'child']);

  const modify = (changes: object) =>
    provider.modify?.({ booking: { ...booking, status: 'confirmed' }, changes, reference: 'r' }, testContext);
  const party = [
    { unit: 'child', quantity: 2 },
    { unit: 'adult', quantity: 1 },
  ];
  const price = { amount: 2200, currency: 'EUR' };
  expect(await modify({ party, party_size: 3 })).toMatchObject({ outcome: 'modified', price });
  expect(unitIdsAt(opened).toSorted()).toEqual(['a1', 'child', 'child']);
  expect(await modify({ party_size: 1 })).toMatchObject({ outcome: 'modified' });
  expect(unitIdsAt(opened)).toEqual(['a1']);
});

it('BKG-16: sells an option of which no unit stands for all guests to parties only', async () => {
  const products = [{ id: 'school', units: [unitOf('child', 'CHILD'), unitOf('senior', 'SENIOR')] }];
  await using opened = await openProvider({ products, capabilities });
  const [slot] = await slotsOn(opened);
  expect(slot).not.toHaveProperty('price');
  expect(slot?.units?.map(({ unit }) => unit)).toEqual(['child', 'senior']);
  const booking = await newBookingAt(opened);
  const refused = opened.provider.checkRequest(booking, testContext);
  await expect(refused).rejects.toMatchObject({ code: 'slot_not_offered' });
  const party = [{ unit: 'senior', quantity: 2 }];
  expect(await opened.provider.checkRequest({ ...booking, party }, testContext)).toMatchObject({
    price: { amount: 2000, currency: 'EUR' },
  });
});

it('BKG-16: shows at most as many units as the contract allows', async () => {
  const many = Array.from({ length: maxUnits + 5 }, (_, index) => unitOf(`u${index}`, 'ADULT'));
  await using opened = await openProvider({ products: [{ id: 'tower', units: many }] });
  expect((await slotsOn(opened))[0]?.units).toHaveLength(maxUnits);
});

describe('the amount of a supplier in the minor unit of its currency', () => {
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
    const four = [...three, { unit: child, quantity: 1 }];
    const alike = [{ ...unitPricing[0], unitId: 'child', retail: stated.retail }, ...unitPricing.slice(1)] as const;
    expect(priceOf({ unitPricing: [...alike] }, four)).toEqual({ amount: 4 * amount, currency });
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
});
