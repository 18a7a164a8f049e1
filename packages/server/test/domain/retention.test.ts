import { expect, it } from 'vitest';
import { openBooking, toEvents } from '../../src/domain/booking.ts';
import { idStart, randomId } from '@booking-service/kernel/contract';
import { keptSince, mayBeRemoved } from '@booking-service/kernel/store';
import { newBooking } from '../support/new-booking.ts';

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
