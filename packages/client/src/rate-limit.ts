import { limitHeaders } from './generated/tables.ts';
import type { RateLimit } from './record.ts';

/** What is left of the window, where an answer says so in full. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const [limit = NaN, remaining = NaN, reset_seconds = NaN] = [
    limitHeaders.limit,
    limitHeaders.remaining,
    limitHeaders.reset,
  ].map((name) => Number.parseInt(headers.get(name) ?? '', 10));
  return limit + remaining + reset_seconds >= 0 ? { limit, remaining, reset_seconds } : undefined;
}
