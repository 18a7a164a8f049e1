import { expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import { bookingCursor, isBookingCursor } from '../../../src/store/lists/list-page.ts';
import { bookingRanges, idBounds, isIdCursor } from '../../../src/store/lists/list-ranges.ts';

const at = new Date('2026-11-21T09:30:00.000Z');

it('DLV-7: accepts the cursors of its list only', () => {
  const booking = bookingCursor({ created: at.toISOString(), id: randomId('bkg') });
  const [delivery, event] = [randomId('dlv', at), randomId('evt', at)];
  expect([booking, delivery, event, 'bkg_1', 'dlv_unknown', ''].map(isBookingCursor)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect([booking, delivery, event, 'bkg_1', 'dlv_unknown', ''].map((text) => isIdCursor('dlv', text))).toEqual([
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(isIdCursor('evt', event)).toBe(true);
});

it('DLV-7: a cursor of bookings is the place of a booking', () => {
  const key = { created: at.toISOString(), id: randomId('bkg') };
  const ranges = bookingRanges({ status: 'failed', livemode: true }, { cursor: bookingCursor(key), now: at });
  expect(ranges).toEqual([{ livemode: true, status: 'failed', before_created: key.created, before_id: key.id }]);
});

it('DLV-7: a cursor after the end of a time does not extend it', () => {
  const before = new Date(at.getTime() - 1_000);
  const all = { first: 'dlv_', last: 'dlv_g' };
  expect(idBounds('dlv', {})).toEqual(all);
  expect(idBounds('dlv', { before, cursor: randomId('dlv', at) })).toEqual(idBounds('dlv', { before }));
  const cursor = randomId('dlv', new Date(0));
  expect(idBounds('dlv', { before, cursor })).toEqual({ ...all, last: cursor });
});
