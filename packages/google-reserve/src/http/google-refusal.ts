import { BookingClientError, RefusedError } from '@booking-service/client';
import type { CallErrorCode } from '@booking-service/contract';
import type { FailureCause } from '../messages.ts';

/** The HTTP statuses of requests that fail. A refusal that is a matter of business has a cause and the status 200. */
export type FailureStatus = 400 | 401 | 403 | 404 | 429 | 500 | 503;

/** A request that fails. */
export class GoogleRefusal extends Error {
  override readonly name = 'GoogleRefusal';
  readonly reason: FailureCause | FailureStatus;
  readonly retry_after_seconds: number | undefined;

  constructor(reason: FailureCause | FailureStatus, message: string, retry_after_seconds?: number) {
    super(message);
    this.reason = reason;
    this.retry_after_seconds = retry_after_seconds;
  }

  toResponse(): Response {
    const { reason, message, retry_after_seconds } = this;
    if (typeof reason === 'string') return Response.json({ booking_failure: { cause: reason, description: message } });
    return Response.json(
      { error: { code: reason, message } },
      {
        status: reason,
        headers: {
          ...(reason === 401 && { 'WWW-Authenticate': 'Basic realm="booking server"' }),
          ...(retry_after_seconds !== undefined && { 'Retry-After': String(retry_after_seconds) }),
        },
      },
    );
  }
}

/**
 * The cause or the status of a refusal of the service, by its code or else by its status. Another status below 500 becomes 400, any other
 * 503. README.md shows this table; a test compares both.
 */
const reasons: ReadonlyMap<string | number, FailureCause | FailureStatus> = new Map<
  CallErrorCode | number,
  FailureCause | FailureStatus
>([
  ['slot_not_offered', 'SLOT_UNAVAILABLE'],
  ['modify_unsupported', 'SLOT_UNAVAILABLE'],
  ['modification_refused', 'SLOT_UNAVAILABLE'],
  ['invalid_state', 'BOOKING_NOT_CANCELLABLE'],
  ['payment_setup_failed', 'PAYMENT_ERROR'],
  ['wrong_key_environment', 404],
  [401, 401],
  [402, 403],
  [403, 403],
  [404, 404],
  [429, 429],
  [500, 500],
]);

/** Returns the refusal of a failed call of the service. Any other error is returned unchanged. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof BookingClientError)) return error;
  const { message, retry_after_seconds } = error;
  if (!(error instanceof RefusedError)) {
    const text = 'The booking service does not respond as expected. Send the request again later.';
    return new GoogleRefusal(503, text, retry_after_seconds);
  }
  const { code, status } = error;
  const reason = reasons.get(code) ?? reasons.get(status) ?? (status < 500 ? 400 : 503);
  return new GoogleRefusal(reason, message, retry_after_seconds);
}
