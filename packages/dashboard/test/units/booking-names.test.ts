import { expect, it } from 'vitest';
import { nameText, toBookingNames } from '../../src/screens/bookings/booking-names.ts';

const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

it.each([
  [id, ['Id', 'Idempotency key']],
  ['SBX-5F0C1F2E', ['Idempotency key', 'Confirmation code']],
  ['order 4711/2', ['Idempotency key']],
  ['<img src=x onerror=alert(1)>', ['Idempotency key']],
  ['Größe', []],
  ['x'.repeat(256), []],
])('searches for %s as %j', (text, names) => {
  expect(toBookingNames(text).map(nameText)).toEqual(names);
});

it('names exactly one field in each search', () => {
  expect(toBookingNames(id)).toEqual([{ id }, { idempotency_key: id }]);
});
