import { setImmediate } from 'node:timers/promises';
import type { ManualClock } from '../../../../src/testing.ts';
import { newBooking } from '../../../support/new-booking.ts';
import type { SizedBooking } from '../../../../src/domain/booking.ts';

/** The numbers that a probe observed, by path: the file name, then the fields. */
export type Seen = Readonly<Record<string, number>>;

/** A create at the sandbox venue of this name, on the day after the start of a world. */
export function bookingAt(place: string, time = '1900'): SizedBooking {
  return newBooking({ venue: place, slot_id: `slt_${place}_20261122T${time}` });
}

/** Advances the clock by seconds until the condition holds, and returns their number. */
export async function secondsUntil(
  clock: Pick<ManualClock, 'advance'>,
  isSo: () => boolean | Promise<boolean>,
): Promise<number> {
  for (let seconds = 1; seconds <= 4000; seconds += 1) {
    await clock.advance(1000);
    await setImmediate();
    if (await isSo()) return seconds;
  }
  throw new Error('It never came so.');
}

/** Returns the number if both conditions hold, otherwise NaN. */
export function boundary(value: number, holds: { at: boolean; beyond: boolean }): number {
  return holds.at && !holds.beyond ? value : NaN;
}
