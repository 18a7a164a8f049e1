import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { bookingStates, type BookingStatus, delivery, limits } from '@booking-service/contract';
import { apiKeyDigest, idStart, newSigningSecret, randomId } from '@booking-service/kernel/contract';
import fc from 'fast-check';
import { rateWindowAt } from '@booking-service/kernel/http';
import { keptSince, mayBeRemoved } from '@booking-service/kernel/store';
import { normalizeDestination } from '../../src/domain/session.ts';
// @boundaries-ignore a private part of the kernel
import { nextAttempt } from '../../../kernel/src/deliveries/attempt-delivery.ts';
import { invalidState, newApiKey, Refusal } from '../../src/domain/contract.ts';
import { openBooking, toEvents } from '../../src/domain/booking.ts';
import { newBooking } from '../support/new-booking.ts';

it.each([
  ['ada@diner.test', 'ada@diner.test'],
  [' Ada@DINER.test ', 'ada@diner.test'],
  ['ada+one+two@diner.test', 'ada@diner.test'],
  ['+ada@diner.test', '+ada@diner.test'],
  ['a.da@diner.test', 'a.da@diner.test'],
  ['+351 912-345 (678)', '351912345678'],
  ['+351912345678', '351912345678'],
])('SES-4: normalizes %j to %j', (destination, normalized) => {
  expect(normalizeDestination(destination)).toBe(normalized);
});

const ended = new Date('2026-11-21T23:59:30.250Z');

it.each([
  { attempt: 1, due: '2026-11-22T00:00:00.250Z' },
  { attempt: 2, due: '2026-11-22T00:01:30.250Z' },
  { attempt: 3, due: '2026-11-22T00:09:30.250Z' },
])('DLV-5 DLV-8: is due again at $due after attempt $attempt, counted from its end', ({ attempt, due }) => {
  expect(nextAttempt(attempt, { ended, rules: delivery })?.toISOString()).toBe(due);
});

it.each([4, 5, 100])('DLV-5: is abandoned after attempt %i', (attempt) => {
  expect(nextAttempt(attempt, { ended, rules: delivery })).toBeUndefined();
});

it.each(Object.keys(bookingStates.states) as BookingStatus[])('STA-10: invalid_state names the status %s', (status) => {
  const refusal = invalidState('cancelled', status);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal.code).toBe('invalid_state');
  expect(refusal.message).toBe(`A booking that is ${status} cannot be cancelled.`);
});

it("ERR-6: has the catalogue's message by default, and keeps its cause", () => {
  const cause = new Error('The line is dead.');
  expect(new Refusal('slot_not_offered').message).toBe('The provider does not offer this slot, or no longer does.');
  expect(new Refusal('not_found', { message: 'There is no venue ven_x.', cause })).toMatchObject({
    code: 'not_found',
    message: 'There is no venue ven_x.',
    cause,
    headers: {},
  });
});

it.each([
  { mode: 'test', form: /^sk_test_[A-Za-z0-9_-]{32}$/ },
  { mode: 'live', form: /^sk_live_[A-Za-z0-9_-]{32}$/ },
] as const)('AUT-7: a $mode key has its prefix and 192 random bits', ({ mode, form }) => {
  const keys = Array.from({ length: 100 }, () => newApiKey(mode));
  for (const key of keys) expect(key).toMatch(form);
  expect(new Set(keys).size).toBe(100);
});

it('AUT-7: keeps only the SHA-256 of a key, in hex', () => {
  expect(apiKeyDigest('sk_test_é')).toBe(createHash('sha256').update('sk_test_é', 'utf8').digest('hex'));
  expect(apiKeyDigest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('ORG-2: a signing secret has 256 random bits', () => {
  const secrets = Array.from({ length: 100 }, () => newSigningSecret());
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
  expect(new Set(secrets).size).toBe(100);
});

it.each([
  { now: '2026-11-21T09:30:00.000Z', start: '2026-11-21T09:30:00.000Z', reset_seconds: 300 },
  { now: '2026-11-21T09:30:00.001Z', start: '2026-11-21T09:30:00.000Z', reset_seconds: 300 },
  { now: '2026-11-21T09:30:01.000Z', start: '2026-11-21T09:30:00.000Z', reset_seconds: 299 },
  { now: '2026-11-21T09:34:59.000Z', start: '2026-11-21T09:30:00.000Z', reset_seconds: 1 },
  { now: '2026-11-21T09:34:59.999Z', start: '2026-11-21T09:30:00.000Z', reset_seconds: 1 },
  { now: '2026-11-21T09:35:00.000Z', start: '2026-11-21T09:35:00.000Z', reset_seconds: 300 },
  { now: '2026-12-31T23:59:59.999Z', start: '2026-12-31T23:55:00.000Z', reset_seconds: 1 },
])('LIM-1 LIM-2 LIM-4: returns the window of $start at $now, which ends in $reset_seconds s', ({ now, ...window }) => {
  expect(rateWindowAt(new Date(now), limits)).toStrictEqual(window);
});

it('LIM-4: aligns 5-minute windows to the clock, with the reset at their end', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (now) => {
      const { start, reset_seconds } = rateWindowAt(now, limits);
      const begins = Date.parse(start);
      expect(begins % 300_000).toBe(0);
      expect(now.getTime() - begins).toBeGreaterThanOrEqual(0);
      expect(now.getTime() - begins).toBeLessThan(300_000);
      expect(rateWindowAt(new Date(now.getTime() + reset_seconds * 1000), limits).start).toBe(
        new Date(begins + 300_000).toISOString(),
      );
    }),
  );
});

const now = new Date('2026-11-21T09:30:00.000Z');
const since = keptSince(now, { retention_days: 30 });

it('DLV-14: keeps events for whole days of 24 hours', () => {
  expect(since.toISOString()).toBe('2026-10-22T09:30:00.000Z');
});

it('DLV-14: begins the ids of an event and its deliveries with the time of the event, whatever the time of the computer', () => {
  const created = new Date('2033-05-18T03:33:20.000Z');
  const request = newBooking();
  const { booking } = openBooking({ id: randomId('bkg'), provider: 'sandbox', livemode: false, request }, created);
  const [event] = toEvents(['booking.created'], booking, { newId: randomId, deliveryDelays: () => [0, 90] });
  expect(event?.id).toMatch(/^evt_01d1a94a2000[\da-f]{20}$/);
  expect(event?.deliveries.map(({ id }) => id)).toEqual(
    [1, 2].map(() => expect.stringMatching(/^dlv_01d1a94a2000[\da-f]{20}$/)),
  );
  expect(idStart('evt', created)).toBe('evt_01d1a94a2000');
});

it('DLV-14: distinguishes an id that may have been removed from one that never existed', () => {
  const [last, first] = [new Date(since.getTime() - 1), since];
  expect(mayBeRemoved(randomId('dlv', last), since)).toBe(true);
  expect(mayBeRemoved(randomId('evt', last), since)).toBe(true);
  expect(mayBeRemoved(randomId('dlv', first), since)).toBe(false);
  expect(mayBeRemoved(randomId('bkg', last), since)).toBe(false);
  expect(mayBeRemoved('dlv_0', since)).toBe(false);
});

const { booking } = openBooking(
  {
    id: 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1',
    provider: 'sandbox',
    livemode: true,
    request: newBooking(),
  },
  new Date('2026-11-21T09:30:00.000Z'),
);

it('EVT-2 EVT-3: creates one event per type, in order, with only the summary as data', () => {
  let made = 0;
  const newId = (prefix: string) => `${prefix}_${(made += 1)}`;
  const events = toEvents(['booking.created', 'booking.confirmed'], booking, { newId });
  expect(events.map(({ payload, ...rest }) => ({ ...rest, payload: JSON.parse(payload) as unknown }))).toEqual(
    [
      {
        id: 'evt_1',
        deliveries: [{ id: 'dlv_2', due_at: '2026-11-21T09:30:00.000Z', attempts_allowed: 4 }],
        type: 'booking.created',
      },
      {
        id: 'evt_3',
        deliveries: [{ id: 'dlv_4', due_at: '2026-11-21T09:30:00.000Z', attempts_allowed: 4 }],
        type: 'booking.confirmed',
      },
    ].map(({ id, deliveries, type }) => ({
      id,
      deliveries,
      type,
      created: '2026-11-21T09:30:00.000Z',
      payload: {
        id,
        type,
        created: '2026-11-21T09:30:00.000Z',
        data: { object: { id: booking.id, object: 'booking', status: 'processing', provider: 'sandbox' } },
      },
    })),
  );
});

it('EVT-1: creates no event if the contract has none', () => {
  expect(toEvents([], booking, { newId: (prefix) => `${prefix}_1` })).toEqual([]);
});

it('DLV-6: creates one delivery per delay of the sandbox', () => {
  const newId = (prefix: string) => `${prefix}_1`;
  const [event] = toEvents(['booking.created'], booking, { newId, deliveryDelays: () => [0, 60] });
  expect(event?.deliveries.map(({ due_at }) => due_at)).toEqual([
    '2026-11-21T09:30:00.000Z',
    '2026-11-21T09:31:00.000Z',
  ]);
});
