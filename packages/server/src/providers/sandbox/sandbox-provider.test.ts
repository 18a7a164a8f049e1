import { type Booking, type ContinueBooking, sandbox } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { openBooking } from '../../domain/booking.ts';
import { testContext } from '../../testing/world.ts';
import { createManualClock } from '@booking-service/kernel/testing';
import type { BookingStep } from '../provider.ts';
import {
  createSandboxProvider,
  findSandboxVenue,
  offersSlot,
  sandboxSlots,
  type SandboxVenue,
  sandboxVenues,
  toPage,
} from './sandbox-provider.ts';
import fc from 'fast-check';

const start = new Date('2026-11-21T09:30:00.000Z');
const provider = createSandboxProvider({ clock: createManualClock(start) });

function bookingAt(place: string, email = 'ada@diner.test'): Booking {
  const request = {
    venue_id: `ven_${place}`,
    slot_id: `slt_${place}_20261121T1900`,
    party_size: 2,
    guest: { first_name: 'Ada', email },
  };
  const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';
  return openBooking({ id, provider: 'sandbox', livemode: false, request }, start).booking;
}

function step(
  booking: Booking,
  { step: number = 1, attempt = 2, code }: { step?: number; attempt?: number; code?: string } = {},
) {
  const answer: ContinueBooking | undefined = code === undefined ? undefined : { type: 'enter_code', code };
  const bookingStep: BookingStep = { booking, reference: `${booking.id}/${number}`, step: number, attempt, answer };
  return provider.book(bookingStep, testContext);
}

it('STA-12: returns the same outcome for every attempt at the same step', async () => {
  for (const place of ['harbour_table', 'code_house', 'broken_bell']) {
    const outcomes = await Promise.all([2, 3, 9].map((attempt) => step(bookingAt(place), { attempt })));
    expect(outcomes[1]).toStrictEqual(outcomes[0]);
    expect(outcomes[2]).toStrictEqual(outcomes[0]);
  }
});

it('BKG-12: takes two seconds, unless the venue settles at once', async () => {
  expect(await step(bookingAt('harbour_table'), { attempt: 1 })).toEqual({
    outcome: 'pending',
    retry_after_seconds: 2,
  });
  expect(await step(bookingAt('express_counter'), { attempt: 1 })).toMatchObject({ outcome: 'confirmed' });
});

it('BKG-6: derives the confirmation code from the booking id', async () => {
  expect(await step(bookingAt('harbour_table'))).toEqual({ outcome: 'confirmed', confirmation_code: 'SBX-5F0C1F2E' });
});

it.each([
  { email: 'ada@diner.test', destination: 'a***@diner.test' },
  { email: 'a@diner.test', destination: 'a***@diner.test' },
  { email: 'ada.byron+table@mail.diner.test', destination: 'a***@mail.diner.test' },
])('BKG-7: masks $email as $destination, and shows the code of the sandbox', async ({ email, destination }) => {
  const next_action = { type: 'enter_code', channel: 'email', destination, test_code: '424242' };
  expect(await step(bookingAt('code_house', email))).toEqual({ outcome: 'requires_action', next_action });
});

it('STA-5: asks again after a wrong code, fails after the third, and confirms a correct code at any step', async () => {
  const booking = bookingAt('code_house');
  const outcomes = await Promise.all(
    [
      { step: 2, code: '1111' },
      { step: 3, code: '1111' },
      { step: 4, code: '1111' },
      { step: 2, code: '424242' },
      { step: 4, code: '424242' },
    ].map((options) => step(booking, options)),
  );
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    'requires_action',
    'requires_action',
    'failed',
    'confirmed',
    'confirmed',
  ]);
  expect(outcomes[2]).toEqual({ outcome: 'failed', error_code: 'invalid_code', error_message: 'The code is wrong.' });
});

it('STA-5: allows three codes after an approved payment too', async () => {
  const booking: Booking = { ...bookingAt('code_house'), payment_collection: 'cardservice_external' };
  const outcomes = await Promise.all([2, 3, 4].map((number) => step(booking, { step: number, code: '1111' })));
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['requires_action', 'requires_action', 'failed']);
});

it('END-2: handles only the venues of the contract', async () => {
  expect(provider.handlesVenue('ven_harbour_table')).toBe(true);
  expect(provider.handlesVenue('ven_nowhere')).toBe(false);
  const search = provider.searchAvailability(
    { venue_id: 'ven_nowhere', date: '2026-11-22', party_size: 2 },
    testContext,
  );
  await expect(search).rejects.toMatchObject({ code: 'not_found', message: 'There is no venue ven_nowhere.' });
});

const all = Array.from({ length: 45 }, (_, index) => index);

it('END-13: returns pages of 20 by default until nothing follows', () => {
  const first = toPage(all, {});
  expect(first).toMatchObject({ object: 'list', data: all.slice(0, 20), has_more: true });
  const second = toPage(all, { cursor: String(first.next_cursor) });
  expect(second).toMatchObject({ data: all.slice(20, 40), has_more: true });
  const third = toPage(all, { cursor: String(second.next_cursor) });
  expect(third).toEqual({ object: 'list', data: all.slice(40), has_more: false, next_cursor: null });
});

it.each([1, 7, 44, 45, 46, 100])('END-13: returns everything once and in order with a limit of %i', (limit) => {
  const seen: number[] = [];
  for (let cursor: string | undefined; ;) {
    const page = toPage(all, { limit, ...(cursor !== undefined && { cursor }) });
    expect(page.data.length).toBeLessThanOrEqual(limit);
    expect(page.has_more).toBe(page.next_cursor !== null);
    seen.push(...page.data);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(all);
});

it('END-13: returns one empty page for an empty list', () => {
  expect(toPage([], { limit: 5 })).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null });
});

it.each(['nonsense', Buffer.from('-1').toString('base64url'), Buffer.from('1.5').toString('base64url'), 'MWU5OTk'])(
  'END-13: refuses the unknown cursor %s with invalid_request that names the field',
  (cursor) => {
    const details = [{ in: 'body', path: '/cursor', message: 'is not a next_cursor of this search' }];
    expect(() => toPage(all, { cursor })).toThrow(
      expect.objectContaining({ code: 'invalid_request', details }) as Error,
    );
  },
);

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
    price: { amount: 2500, currency: 'EUR', per: 'person' },
  });
});

it('END-2: returns no slot that begins now, in the past or more than 60 days ahead', () => {
  expect(startsOf('2026-11-20')).toEqual([]);
  const noon = new Date('2026-11-21T12:00:00.000Z');
  expect(startsOf('2026-11-21', noon)[0]).toBe('2026-11-21T13:00');
  expect(startsOf('2026-11-21', new Date(noon.getTime() - 1))[0]).toBe('2026-11-21T12:00');
  expect(startsOf('2027-01-20', noon)).toHaveLength(sandbox.opening_hours_utc.length);
  expect(startsOf('2027-01-21', noon)).toEqual([]);
});

it('BKG-11: states the time of the sandbox in the refusal of a slot outside its days', async () => {
  const check = (day: string) => {
    const slot = {
      venue_id: harbour.id,
      slot_id: `slt_harbour_table_${day}T1900`,
      party_size: 2,
      guest: { first_name: 'Ada', email: 'ada@diner.test' },
    };
    return provider.checkRequest(slot, testContext);
  };
  const message = 'The sandbox offers slots of the next 60 days, and by its clock it is 2026-11-21T09:30:00.000Z.';
  for (const day of ['20261120', '20270121'])
    await expect(check(day)).rejects.toMatchObject({ code: 'slot_not_offered', message });
  await expect(check('20261331')).rejects.toMatchObject({
    code: 'slot_not_offered',
    message: expect.stringMatching(/^The provider/),
  });
  expect((await check('20261122')).at_once).toBe(false);
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
  expect(ids({ city: 'Porto', query: 'the' })).toEqual([
    'ven_last_seat',
    'ven_broken_bell',
    'ven_whole_room',
    'ven_open_bill',
  ]);
  expect(ids({ country: 'AT' })).toHaveLength(17);
  expect(ids({ country: 'PT', city: 'Vienna' })).toEqual([]);
});
