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
