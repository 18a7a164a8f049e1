import { bookingStates, delivery, limits } from '@booking-service/contract';

const units: readonly (readonly [ms: number, unit: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
];

/** A distance that is worth a button of its own, and what becomes due on the way. */
export interface AdvanceStep {
  readonly ms: number;
  readonly text: string;
  readonly effect: string;
}

const allRetries_s = delivery.retry_delays_seconds.reduce((sum, delay) => sum + delay, 0);

/** The distances of the contract: a tick, a window, every retry, and the time in which a booking expires. */
export const advanceSteps: readonly AdvanceStep[] = [
  step(delivery.cadence_seconds, 'the next deliveries are sent'),
  step(limits.window_seconds, 'the next window of the rate limit begins'),
  step(allRetries_s, 'a failing delivery makes its last attempt'),
  step(bookingStates.states.requires_action.expires_after_seconds, 'bookings that require an action expire'),
  step(86_400, 'a day passes'),
];

function step(seconds: number, effect: string): AdvanceStep {
  return { ms: seconds * 1000, text: spanText(seconds * 1000), effect };
}

/** A span of time without the units that are zero: `12 min 30 s`. Below a second it is `0 s`. */
export function spanText(ms: number): string {
  let rest = ms;
  const parts = units.flatMap(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  return parts.join(' ') || '0 s';
}
