import { testContext } from '@booking-service/server/testing';
import { expect, it } from 'vitest';
import { unitOf, type ProductOptions } from './supplier/products.ts';
import { openProvider, slotsOn } from './support/open-provider.ts';

it.each<{ what: string; date: string; product: Partial<ProductOptions>; starts: string[] }>([
  { what: 'UTC', date: '2026-11-22', product: { timeZone: 'Europe/Lisbon' }, starts: ['10:00', '19:00'] },
  // 10:00 and 19:00 in Honolulu are 20:00 and 05:00 of the next day in UTC.
  { what: 'UTC-10', date: '2026-11-22', product: { timeZone: 'Pacific/Honolulu' }, starts: ['05:00', '20:00'] },
  // 10:00 and 19:00 on Tongatapu are 21:00 of the day before and 06:00 in UTC.
  { what: 'UTC+13', date: '2026-11-22', product: { timeZone: 'Pacific/Tongatapu' }, starts: ['06:00', '21:00'] },
  { what: 'UTC+14', date: '2026-11-22', product: { timeZone: 'Pacific/Kiritimati' }, starts: ['05:00', '20:00'] },
  // Clocks go forward at 01:00 UTC, and back at 01:00 UTC.
  {
    what: 'London before clocks go forward',
    date: '2027-03-27',
    product: { timeZone: 'Europe/London' },
    starts: ['10:00', '19:00'],
  },
  {
    what: 'London when clocks go forward',
    date: '2027-03-28',
    product: { timeZone: 'Europe/London' },
    starts: ['09:00', '18:00'],
  },
  {
    what: 'London when clocks go back',
    date: '2027-10-31',
    product: { timeZone: 'Europe/London' },
    starts: ['10:00', '19:00'],
  },
])('finds the slots of a day in UTC at a supplier in $what', async ({ date, product, starts }) => {
  await using opened = await openProvider({ products: [{ id: 'tower', ...product }] });
  const slots = await slotsOn(opened, { date });
  expect(slots.map(({ starts_at }) => starts_at)).toEqual(starts.map((time) => `${date}T${time}:00.000Z`));
});

it('gives each hour its own slot when clocks go back', async () => {
  const products = [{ id: 'tower', timeZone: 'Europe/London', startTimes: ['00:30', '03:30'] }];
  await using opened = await openProvider({ products });
  const slots = await slotsOn(opened, { date: '2027-10-31' });
  expect(slots.map(({ starts_at }) => starts_at.slice(0, 16))).toEqual(['2027-10-31T03:30']);
  const before = await slotsOn(opened, { date: '2027-10-30' });
  expect(before.map(({ starts_at }) => starts_at.slice(0, 16))).toEqual(['2027-10-30T02:30', '2027-10-30T23:30']);
});

it.each<{ date: string; timeZone: string; opens: string }>([
  { date: '2026-11-22', timeZone: 'Europe/London', opens: '2026-11-22T09:00:00.000Z' },
  { date: '2027-03-28', timeZone: 'Europe/London', opens: '2027-03-28T08:00:00.000Z' },
  { date: '2027-10-31', timeZone: 'Europe/London', opens: '2027-10-31T09:00:00.000Z' },
  { date: '2026-11-21', timeZone: 'Pacific/Tongatapu', opens: '2026-11-21T20:00:00.000Z' },
  { date: '2026-11-22', timeZone: 'Pacific/Honolulu', opens: '2026-11-22T19:00:00.000Z' },
])('a day with opening hours in $timeZone begins on $date when it opens', async ({ date, timeZone, opens }) => {
  const products = [{ id: 'museum', timeZone, hours: { from: '09:00', to: '17:30' } }];
  await using opened = await openProvider({ products });
  expect(await slotsOn(opened, { date })).toMatchObject([{ starts_at: opens, duration_minutes: 510 }]);
});

it('describes a slot as the contract does', async () => {
  await using opened = await openProvider({ capacity: 4 });
  const [slot] = await slotsOn(opened);
  expect(slot).toEqual({
    id: expect.stringMatching(/^slt_[0-9a-f]{8}_2026-11-22T10_3a00_3a00_2b00_3a00$/),
    object: 'slot',
    venue_id: 'ven_tours_tower__DEFAULT',
    starts_at: '2026-11-22T10:00:00.000Z',
    duration_minutes: 90,
    min_party_size: 1,
    max_party_size: 4,
    units: ['adult', 'child'].map((unit) => ({ unit, label: unit, min_age: 0, max_age: 99 })),
    cancellation: { free_until: '2026-11-22T09:00:00.000Z', late_refund_percent: 0 },
  });
});

it.each([
  { what: 'more than the vacancies', capacity: 3, party_size: 4, found: 0 },
  { what: 'as many as the vacancies', capacity: 3, party_size: 3, found: 2 },
  { what: 'more than the option allows', maxUnits: 2, party_size: 3, found: 0 },
  { what: 'more than the unit allows', maxUnits: null, party_size: 10, found: 0 },
  {
    what: 'fewer than the unit requires',
    units: [unitOf('adult', 'ADULT', { minQuantity: 3 })],
    party_size: 2,
    found: 0,
  },
  { what: 'a part of a family', units: [unitOf('family', 'FAMILY', { paxCount: 4 })], party_size: 6, found: 0 },
  { what: 'two families', units: [unitOf('family', 'FAMILY', { paxCount: 4 })], party_size: 8, found: 2 },
])('finds $found slots for $what', async ({ capacity = 100, units, maxUnits, party_size, found }) => {
  const product = { id: 'tower', ...(units && { units }), ...(maxUnits !== undefined && { maxUnits }) };
  await using opened = await openProvider({ products: [product], capacity });
  expect(await slotsOn(opened, { party_size })).toHaveLength(found);
});

it('leaves out slots whose cutoff has passed', async () => {
  await using opened = await openProvider();
  // 10:00 closes at 09:30, which is now.
  expect((await slotsOn(opened, { date: '2026-11-21' })).map(({ starts_at }) => starts_at)).toEqual([
    '2026-11-21T19:00:00.000Z',
  ]);
});

it('leaves out slots whose cutoff has passed, even if the supplier says that they are available', async () => {
  const open = { available: true, status: 'AVAILABLE', vacancies: 5 };
  const rewrite = (body: unknown, route: string) =>
    route === 'availability' ? (body as object[]).map((each) => ({ ...each, ...open })) : body;
  await using opened = await openProvider({ variant: { rewrite } });
  expect(await slotsOn(opened, { date: '2026-11-21' })).toHaveLength(1);
});

it('returns pages of slots', async () => {
  await using opened = await openProvider({ products: [{ id: 'tower', startTimes: ['10:00', '11:00', '12:00'] }] });
  const search = { venue_id: 'ven_tours_tower__DEFAULT', date: '2026-11-22', party_size: 2, limit: 2 };
  const first = await opened.provider.searchAvailability(search, testContext);
  const second = await opened.provider.searchAvailability({ ...search, cursor: first.next_cursor ?? '' }, testContext);
  expect([...first.data, ...second.data].map(({ starts_at }) => starts_at.slice(11, 16))).toEqual([
    '10:00',
    '11:00',
    '12:00',
  ]);
});

it('begins at the start time of a slot that has opening hours too', async () => {
  const hours = { from: '08:00', to: '20:00' };
  const rewrite = (body: unknown, route: string) =>
    route === 'availability'
      ? (body as object[]).map((each) => ({ ...each, allDay: true, openingHours: [hours] }))
      : body;
  await using opened = await openProvider({ variant: { rewrite } });
  expect((await slotsOn(opened)).map(({ starts_at }) => starts_at.slice(11, 16))).toEqual(['10:00', '19:00']);
});

it.each<{ amount: unknown; unit: unknown; free_until: string | undefined }>([
  { amount: 0, unit: 'hour', free_until: '2026-11-22T10:00:00.000Z' },
  { amount: 90, unit: 'minute', free_until: '2026-11-22T08:30:00.000Z' },
  { amount: 24, unit: 'hour', free_until: '2026-11-21T10:00:00.000Z' },
  { amount: 2, unit: 'day', free_until: '2026-11-20T10:00:00.000Z' },
  { amount: -1, unit: 'hour', free_until: undefined },
  { amount: 1e9, unit: 'day', free_until: undefined },
  { amount: null, unit: 'hour', free_until: undefined },
  { amount: 1, unit: 'week', free_until: undefined },
])('CRD-11: reads the cutoff of $amount $unit as the policy of the slot and of the request', async (cutoff) => {
  const { amount, unit, free_until } = cutoff;
  const option = { cancellationCutoffAmount: amount, cancellationCutoffUnit: unit };
  const rewrite = (body: unknown, route: string) =>
    route === 'products'
      ? (body as { options: object[] }[]).map((product) => ({
          ...product,
          options: product.options.map((each) => ({ ...each, ...option })),
        }))
      : body;
  await using opened = await openProvider({ variant: { rewrite } });
  const [slot] = await slotsOn(opened);
  const cancellation = free_until && { free_until, late_refund_percent: 0 };
  expect(slot?.cancellation).toEqual(cancellation);
  const { venue_id, id: slot_id } = slot ?? { venue_id: '', id: '' };
  const guest = { first_name: 'Ada', email: 'ada@diner.test' };
  const accepted = await opened.provider.checkRequest({ venue_id, slot_id, party_size: 2, guest }, testContext);
  expect([accepted.starts_at, accepted.cancellation]).toEqual([slot?.starts_at, cancellation]);
});
