import { limits } from '@booking-service/contract';

/** A fixed window of the rate limit, aligned to the clock (LIM-1, LIM-4). */
export interface RateWindow {
  readonly start: string;
  /** Seconds until the window ends, rounded up, at least 1. */
  readonly reset_seconds: number;
}

/** Returns the window of the instant `now`. */
export function rateWindowAt(now: Date): RateWindow {
  const length = limits.window_seconds * 1000;
  const start = Math.floor(now.getTime() / length) * length;
  return { start: new Date(start).toISOString(), reset_seconds: Math.ceil((start + length - now.getTime()) / 1000) };
}
