import { sandbox } from '@booking-service/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findSandboxVenue, offersSlot, sandboxSlots, sandboxVenues, type SandboxVenue } from './sandbox-provider.ts';

const now = new Date('2026-11-21T09:30:00.000Z');

function venue(id: string): SandboxVenue {
  const found = findSandboxVenue(id);
  if (!found) throw new Error(`The contract has no venue ${id}.`);
  return found;
}

const harbour = venue('ven_harbour_table');

function startsOf(date: string, at = now, party_size = 2): string[] {
  return sandboxSlots(harbour, { date, party_size, now: at }).map(({ starts_at }) => starts_at.slice(0, 16));
}

it('END-2: returns a slot for each opening hour, earliest first', () => {
  const hours = ['11', '12', '13', '18', '19', '20', '21'];
  expect(startsOf('2026-11-22')).toEqual(hours.map((hour) => `2026-11-22T${hour}:00`));
  expect(sandboxSlots(harbour, { date: '2026-11-22', party_size: 2, now })[4]).toStrictEqual({
    id: 'slt_harbour_table_20261122T1900',
    object: 'slot',
    venue_id: 'ven_harbour_table',
    starts_at: '2026-11-22T19:00:00.000Z',
    duration_minutes: 90,
    min_party_size: 1,
    max_party_size: 8,
  });
});

it('END-2: returns no slot that begins now, in the past or more than 60 days ahead', () => {
  expect(startsOf('2026-11-20')).toEqual([]);
  const noon = new Date('2026-11-21T12:00:00.000Z');
  expect(startsOf('2026-11-21', noon)[0]).toBe('2026-11-21T13:00');
  expect(startsOf('2026-11-21', new Date(noon.getTime() - 1))[0]).toBe('2026-11-21T12:00');
  expect(startsOf('2027-01-20', noon)).toEqual(['2027-01-20T11:00', '2027-01-20T12:00']);
  expect(startsOf('2027-01-21', noon)).toEqual([]);
});

it('END-2: returns slots for eight people and none for nine', () => {
  expect(startsOf('2026-11-22', now, 8)).toHaveLength(7);
  expect(startsOf('2026-11-22', now, 9)).toEqual([]);
});

it('BKG-11: offers exactly the slots that a search returns', () => {
  const venues = fc.constantFrom(...sandbox.venues.map(({ id }) => venue(id)));
  const days = fc.integer({ min: -2, max: 62 });
  fc.assert(
    fc.property(venues, venues, days, fc.integer({ min: 1, max: 50 }), (one, other, ahead, party_size) => {
      const date = new Date(now.getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
      const slots = sandboxSlots(one, { date, party_size, now });
      for (const { id: slot_id } of slots) {
        expect(offersSlot(one, { slot_id, party_size, now })).toBe(true);
        expect(offersSlot(other, { slot_id, party_size, now })).toBe(one === other);
      }
      const [, ...more] = one.id.split('_');
      const slot_id = `slt_${more.join('_')}_${date.replaceAll('-', '')}T1900`;
      expect(offersSlot(one, { slot_id, party_size, now })).toBe(slots.some(({ id }) => id === slot_id));
    }),
  );
});

it.each(['slt_', 'slt_harbour_table', 'slt_harbour_table_20261122T1930', 'slt_harbour_table_20269999T1900', 'x'])(
  'BKG-11: does not offer %s',
  (slot_id) => {
    expect(offersSlot(harbour, { slot_id, party_size: 2, now })).toBe(false);
  },
);

it('END-1: finds venues by part of the name, city and country, ignoring case, in the order of the contract', () => {
  const ids = (search: Parameters<typeof sandboxVenues>[0]) => sandboxVenues(search).map(({ id }) => id);
  expect(ids({})).toEqual(sandbox.venues.map(({ id }) => id));
  expect(ids({ query: 'HARBOUR' })).toEqual(['ven_harbour_table']);
  expect(ids({ city: 'lisbon' })).toEqual(['ven_harbour_table', 'ven_express_counter', 'ven_closed_kitchen']);
  expect(ids({ city: 'Porto', query: 'the' })).toEqual(['ven_last_seat', 'ven_broken_bell']);
  expect(ids({ country: 'AT' })).toHaveLength(11);
  expect(ids({ country: 'PT', city: 'Vienna' })).toEqual([]);
});
