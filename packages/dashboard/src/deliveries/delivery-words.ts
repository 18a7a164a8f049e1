import { delivery } from '@booking-service/contract';
import type { Tone } from '../components/elements.tsx';
import type { AttemptError, DeliveryState, ListedAttempt, StatusClass } from '@booking-service/contract/admin';

/** The states of a delivery, as the page names them. */
export const stateWords: Readonly<Record<DeliveryState, string>> = {
  pending: 'Pending',
  succeeded: 'Succeeded',
  abandoned: 'Abandoned',
};

export const stateTones: Readonly<Record<DeliveryState, Tone>> = {
  pending: 'waiting',
  succeeded: 'good',
  abandoned: 'bad',
};

/** The outcomes of the last attempt, as the page names them. */
export const outcomeWords: Readonly<Record<StatusClass, string>> = {
  '2xx': '2xx, accepted',
  '3xx': '3xx, redirect',
  '4xx': '4xx, refused',
  '5xx': '5xx, server error',
  other: 'Another status',
  no_response: 'No response',
  none: 'Not attempted yet',
};

type Outcome = Pick<ListedAttempt, 'status' | 'error' | 'cause'>;

/** For attempts without a known cause. */
const errorWords: Readonly<Record<AttemptError, readonly [what: string, advice: string]>> = {
  timeout: [`No response within ${delivery.timeout_seconds} seconds`, 'Respond first, and do the work afterwards.'],
  connection: ['Could not connect', 'Check that the host name resolves, that the endpoint runs, and its certificate.'],
  address_refused: ['Address refused', 'The host leads to an address that is not public. Change the webhook URL.'],
  response_flood: [
    'Response too large',
    `Respond with a short head and at most ${delivery.max_answer_bytes / 1024} KiB.`,
  ],
};

/** The explanation and the fix of each cause. A service of a later version may send other causes. */
const causes: Readonly<Record<string, { readonly meaning: string; readonly fix: string }>> = delivery.attempt_causes;

/** The outcome of an attempt in a few words: `200`, or why there was no response. */
export function outcomeOf({ status, error, cause }: Outcome): string {
  if (status !== null) return String(status);
  const known = cause === null ? undefined : causes[cause];
  if (known) return known.meaning.replace(/\.$/, '');
  return error === null ? 'No response' : errorWords[error][0];
}

/** The fix of a failed attempt, for the owner of the receiver; null for a success. */
export function adviceOf({ status, error, cause }: Outcome): string | null {
  const known = cause === null ? undefined : causes[cause];
  if (known) return known.fix;
  if (error !== null) return errorWords[error][1];
  if (status === null || (status >= 200 && status < 300)) return null;
  if (status >= 300 && status < 400) return 'Redirects are not followed. Set the webhook URL to the final address.';
  if (status === 401 || status === 403) return 'The endpoint refused the request. It must accept it without a sign-in.';
  if (status === 404 || status === 410) return 'The endpoint has no such path. Check the webhook URL.';
  return status < 500
    ? 'The endpoint refused the request. Its log has the reason.'
    : 'The endpoint failed. Its log has the reason.';
}

/** True if an attempt succeeded. */
export function isAccepted({ status }: Pick<ListedAttempt, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** The booking id of test events, which no booking has. */
const testBooking = 'bkg_00000000000000000000000000000000';

export function isTestEvent({ booking_id }: { readonly booking_id: string }): boolean {
  return booking_id === testBooking;
}

const statusClasses = Object.keys(outcomeWords) as readonly StatusClass[];
/** The outcomes of attempts: every class but that of a delivery without one. */
export const attemptClasses = statusClasses.filter((name) => name !== 'none');
