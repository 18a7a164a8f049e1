/** Checks with hand-written histories which of them the model explains. */
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { explain, type Exchange, type Observation } from './explain.ts';
import { createdBooking, type ModelBooking } from './model-booking.ts';

const from = Date.parse('2026-11-21T09:30:00.000Z');
const minute = 60_000;
const code_house = { id: 'ven_code_house', asks: 'enter_code', ends: 'confirmed' } as const;

const processing: Booking = {
  id: 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1',
  object: 'booking',
  status: 'processing',
  provider: 'sandbox',
  livemode: false,
  created: toInstant(0),
  updated: toInstant(0),
  venue_id: 'ven_code_house',
  slot_id: 'slt_code_house_20261122T1900',
  party_size: 2,
  guest: { first_name: 'Ada', email: 'ada@diner.test' },
  metadata: {},
};
const cancelled: Booking = { ...processing, status: 'cancelled' };
const fresh = createdBooking(code_house, { payment: false, party_size: 2, at: from });

function toInstant(ms: number): string {
  return new Date(from + ms).toISOString();
}

function asking(ms: number): Booking {
  const expires_at = toInstant(ms + 20 * minute);
  const next_action = { type: 'enter_code', channel: 'email', destination: 'a***@diner.test', expires_at } as const;
  return { ...processing, status: 'requires_action', updated: toInstant(ms), expires_at, next_action };
}

function ended(booking: Booking, status: Booking['status'], ms: number): Booking {
  const { next_action: _asked, expires_at: _expires, ...rest } = booking;
  return { ...rest, status, updated: toInstant(ms) };
}

const won: Exchange = { request: { call: 'cancel' }, status: 200, body: cancelled };

function refused(status: string): Exchange {
  const error = `The booking is ${status} and cannot be cancelled.`;
  return { request: { call: 'cancel' }, status: 409, body: { error, error_code: 'invalid_state' } };
}

/** The transitions of each explanation. */
function ways(start: ModelBooking, observation: Partial<Observation>): string[][] {
  const whole = { exchanges: [], before: processing, after: processing, from, until: from, ...observation };
  return explain(start, whole).map(({ taken }) => taken.map(({ trigger, to }) => `${trigger} ${to}`));
}

const created = 'create processing';

it('STA-10: explains two cancels of which one wins and the other is refused', () => {
  expect(ways(fresh, { exchanges: [refused('cancelled'), won], after: cancelled })).toEqual([
    [created, 'cancel cancelled'],
  ]);
});

it.each([
  { name: 'two cancels that both won', exchanges: [won, won], after: cancelled },
  { name: 'a cancel that won without a transition', exchanges: [won], after: processing },
  {
    name: 'a refusal with another status than the booking had',
    exchanges: [refused('confirmed'), won],
    after: cancelled,
  },
  { name: 'a refusal of an allowed transition', exchanges: [refused('processing')], after: processing },
  { name: 'a transition without a request', exchanges: [], after: cancelled },
  { name: 'a booking whose party changed', exchanges: [], after: { ...processing, party_size: 3 } },
  {
    name: 'a booking whose guest was lost in a cancel',
    exchanges: [won],
    after: { ...cancelled, guest: { first_name: 'A' } },
  },
  {
    name: 'a change that is older than the requests',
    exchanges: [won],
    after: { ...cancelled, updated: toInstant(-1) },
  },
] as { name: string; exchanges: Exchange[]; after: Booking }[])('STA-10: nothing explains $name', (observation) => {
  expect(ways(fresh, observation)).toEqual([]);
});

it('STA-2: the provider requires an action after two seconds, not before, and not four seconds later', () => {
  const required = [[created, 'provider requires_action']];
  expect(ways(fresh, { after: asking(2_000), until: from + 2_000 })).toEqual(required);
  expect(ways(fresh, { after: asking(1_999), until: from + 1_999 })).toEqual([]);
  expect(ways(fresh, { after: processing, until: from + 3_999 })).toEqual([[created]]);
  expect(ways(fresh, { after: processing, until: from + 4_000 })).toEqual([]);
});

it('STA-9: a waiting booking expires after 20 minutes and not before', () => {
  const before = asking(2_000);
  const [waiting] = explain(fresh, { exchanges: [], before: processing, after: before, from, until: from + 2_000 });
  if (!waiting) throw new Error('The model does not explain the booking that requires a code.');
  const observation = { before, from: from + 2_000 };
  const end = 2_000 + 20 * minute;
  const expired = ended(before, 'expired', end);
  expect(ways(waiting, { ...observation, after: before, until: from + end })).toHaveLength(1);
  expect(ways(waiting, { ...observation, after: before, until: from + end + 1 })).toEqual([]);
  expect(ways(waiting, { ...observation, after: expired, until: from + end + 1 })).toHaveLength(1);
  expect(ways(waiting, { ...observation, after: expired, until: from + end })).toEqual([]);
});

it('STA-13: explains a cancel concurrent with the provider in two ways, which only the events distinguish', () => {
  const observation = { exchanges: [won], after: { ...cancelled, updated: toInstant(2_000) }, until: from + 2_000 };
  expect(ways(fresh, observation)).toEqual([
    [created, 'cancel cancelled'],
    [created, 'provider requires_action', 'cancel cancelled'],
  ]);
});
