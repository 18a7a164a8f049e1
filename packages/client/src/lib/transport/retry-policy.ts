/** Whether a call may be sent again after a failed attempt, and after which wait. */
import type { OperationId } from '../resources/resources.ts';
import { WrongModeError, type BookingClientError } from '../errors.ts';
import { limitHeaders, unrepeatable, unstarted } from '../../generated/tables.ts';

/** What a failed attempt lets one conclude: `always` means that nothing happened, `if_repeatable` that it may have. */
export type Verdict = 'always' | 'if_repeatable' | 'never';

/** The verdict on a failed attempt. The contract decides by the code, where the status alone does not say it. */
export function judge(error: BookingClientError): Verdict {
  const { status, code, cause } = error;
  // Node's ECONNREFUSED and ENOTFOUND, and Bun's ConnectionRefused: the client never connected.
  if (status === undefined) return /REFUSED|NOTFOUND/i.test(String(cause)) ? 'always' : 'if_repeatable';
  if (error instanceof WrongModeError) return 'never';
  // A success that cannot be read is one of which nobody knows what it was.
  if (status === 429 || (unstarted as readonly unknown[]).includes(code)) return 'always';
  return status >= 500 || status < 300 ? 'if_repeatable' : 'never';
}

/** Whether an operation may be sent again after an attempt whose outcome is unknown. False outside the contract. */
export function isRepeatable(operation: OperationId | undefined): boolean {
  return !!operation && !(unrepeatable as readonly string[]).includes(operation);
}

/**
 * The wait before the next attempt, in milliseconds: a random part of a span that doubles (full jitter), added to what the
 * service asked for.
 */
export function retryWait(number: number, asked_seconds = 0, random: () => number): number {
  // Half a second after the first attempt, at most eight.
  return asked_seconds * 1000 + random() * Math.min(8000, 250 * 2 ** number);
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
