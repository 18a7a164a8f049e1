/** Decides whether a failed attempt is retried, and after which delay. */
import type { OperationId } from '../resources/resources.ts';
import { WrongModeError, type BookingClientError } from '../errors.ts';
import { limitHeaders, unrepeatable, unstarted } from '../../generated/tables.ts';

/** The decision about a retry. `always`: nothing happened. `if_repeatable`: the operation may have happened. */
export type Verdict = 'always' | 'if_repeatable' | 'never';

/** Returns the verdict on a failed attempt. The status decides, except for codes that the contract lists. */
export function judge(error: BookingClientError): Verdict {
  const { status, code, cause } = error;
  // Node's ECONNREFUSED and ENOTFOUND, and Bun's ConnectionRefused: the client never connected.
  if (status === undefined) return /REFUSED|NOTFOUND/i.test(String(cause)) ? 'always' : 'if_repeatable';
  if (error instanceof WrongModeError) return 'never';
  if (status === 429 || (unstarted as readonly unknown[]).includes(code)) return 'always';
  // The outcome of an unreadable success is unknown.
  return status >= 500 || status < 300 ? 'if_repeatable' : 'never';
}

/** Returns whether an operation may be retried if its outcome is unknown. False outside the contract. */
export function isRepeatable(operation: OperationId | undefined): boolean {
  return !!operation && !(unrepeatable as readonly string[]).includes(operation);
}

/**
 * Returns the delay before the next attempt, in milliseconds: a random part of a span that doubles (full jitter), plus the
 * seconds of Retry-After.
 */
export function retryWait(number: number, asked_seconds = 0, random: () => number): number {
  // Half a second after the first attempt, at most eight.
  return asked_seconds * 1000 + random() * Math.min(8000, 250 * 2 ** number);
}

/**
 * Returns Retry-After in seconds. A date is compared with the response's own Date header, so that the clocks may differ.
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get(limitHeaders.retry_after) ?? '';
  const asked_seconds = /^\d+$/.test(value)
    ? Number(value)
    : (Date.parse(value) - (Date.parse(headers.get('Date') ?? '') || now)) / 1000;
  return asked_seconds >= 0 ? asked_seconds : undefined;
}
