import { limits } from '@booking-service/contract';

/** A fixed window of the rate limit, aligned to the clock (LIM-1, LIM-4). */
export interface RateWindow {
  readonly start: string;
  /** Seconds until the window ends, rounded up, at least 1. */
  readonly reset_seconds: number;
}

const length_ms = limits.window_seconds * 1000;

/** The start of the window that was returned last: requests come in order, so most have the same. */
let last = { start_ms: Number.NaN, start: '' };

/** Returns the window of the instant `now`. */
export function rateWindowAt(now: Date): RateWindow {
  const start_ms = Math.floor(now.getTime() / length_ms) * length_ms;
  if (last.start_ms !== start_ms) last = { start_ms, start: new Date(start_ms).toISOString() };
  return { start: last.start, reset_seconds: Math.ceil((start_ms + length_ms - now.getTime()) / 1000) };
}

/** The used and the reserved part of an organization's test allowance (AUT-6, MOD-3). */
export interface TestAllowance {
  readonly test_allowance: number;
  /** The test bookings that were ever confirmed. */
  readonly test_confirmed: number;
  /** The test bookings in progress, each of which may still be confirmed. At most the rest of the allowance. */
  readonly test_reserved: number;
}

/** Returns whether one more test booking may be created. */
export function hasTestBookingLeft({ test_allowance, test_confirmed, test_reserved }: TestAllowance): boolean {
  return test_confirmed + test_reserved < test_allowance;
}
