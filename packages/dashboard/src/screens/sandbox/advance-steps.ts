import { bookingStates, delivery, limits } from '@booking-service/contract';
import { spanText } from './span-text.ts';

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
