/** Whether a call may be sent again after a failed attempt, and after which wait. */
import { WrongModeError, type BookingClientError } from '../errors.ts';
import { limitHeaders, retryTable } from '../../generated/tables.ts';

/** What a failed attempt lets one conclude: `always` means that nothing happened, `if_repeatable` that it may have. */
export type Verdict = 'always' | 'if_repeatable' | 'never';

/** Half of the first span: each attempt doubles it. */
const base_ms = 250;
const most_ms = 8_000;
/** Node's ECONNREFUSED and ENOTFOUND, and Bun's ConnectionRefused: the connection was never made. */
const neverSent = /REFUSED|NOTFOUND/i;
const verdicts: ReadonlyMap<unknown, Verdict> = new Map(Object.entries(retryTable));

/** The verdict on a failed attempt. The contract decides by the code, where the status alone does not say it. */
export function judge(error: BookingClientError): Verdict {
  const { status, code, cause } = error;
  if (status === undefined) return neverSent.test(String(cause)) ? 'always' : 'if_repeatable';
  if (error instanceof WrongModeError) return 'never';
  // A success that cannot be read is one of which nobody knows what it was.
  return verdicts.get(code) ?? (status === 429 ? 'always' : status >= 500 || status < 300 ? 'if_repeatable' : 'never');
}

/**
 * The wait before the next attempt, in milliseconds: a random part of a span that doubles (full jitter), added to what the
 * service asked for.
 */
export function retryWait(number: number, asked_seconds: number | undefined, random: () => number): number {
  return (asked_seconds ?? 0) * 1000 + random() * Math.min(most_ms, base_ms * 2 ** number);
}

/**
 * What Retry-After asks for, in seconds: a number, or a date, which is compared with the answer's own Date, so that the
 * clocks need not agree.
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get(limitHeaders.retry_after) ?? '';
  const asked_seconds = /^\d+$/.test(value)
    ? Number(value)
    : (Date.parse(value) - (Date.parse(headers.get('Date') ?? '') || now)) / 1000;
  return asked_seconds >= 0 ? asked_seconds : undefined;
}
