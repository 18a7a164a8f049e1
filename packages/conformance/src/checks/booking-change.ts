import { isDeepStrictEqual } from 'node:util';
import type { Booking } from '@booking-service/contract';
import { demand } from '../verdict.ts';

/** The largest difference between the clocks of two computers of the service, in milliseconds. */
const skew_ms = 1000;

/** Throws Broken if a field besides these differs between two reads of a booking. A change of a booking keeps its other fields. */
export function demandSame(after: Booking, before: Booking, changing: readonly (keyof Booking)[]): void {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof Booking)[]);
  const lost = [...fields].find(
    (field) => !changing.includes(field) && !isDeepStrictEqual(after[field], before[field]),
  );
  demand(lost === undefined, `the change of a booking also changed ${lost}`, 'BKG-2');
}

/** Throws Broken if the instant of a change is before the booking's last change, as the time of the booking itself would be. */
export function demandLater(instant: string | undefined, { updated }: Booking, what: string, rule: string): void {
  const isLater = Date.parse(instant ?? '') >= Date.parse(updated) - skew_ms;
  demand(isLater, `${what} is ${instant}, before the change`, rule);
}
