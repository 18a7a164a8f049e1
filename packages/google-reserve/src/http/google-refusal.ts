import { BookingClientError } from '@booking-service/client';
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

/** The cause or the status of each refusal of the service. README.md shows this table; a test compares both. */
export const refusalTable: Readonly<Record<CallErrorCode, FailureCause | FailureStatus>> = {
  invalid_request: 400,
  unauthorized: 401,
  billing_required: 403,
  free_tier_exhausted: 403,
  insufficient_scope: 403,
  org_suspended: 403,
  wrong_key_environment: 404,
  live_key_required: 403,
  cardservice_disabled: 403,
  not_found: 404,
  method_not_allowed: 400,
  slot_not_offered: 'SLOT_UNAVAILABLE',
  invalid_state: 'BOOKING_NOT_CANCELLABLE',
  reconnect_required: 503,
  session_not_verified: 'PAYMENT_ERROR',
  payload_too_large: 400,
  unsupported_media_type: 400,
  missing_last_name: 400,
  modify_unsupported: 'SLOT_UNAVAILABLE',
  modification_refused: 'SLOT_UNAVAILABLE',
  invalid_code: 400,
  session_expired: 400,
  too_many_attempts: 400,
  rate_limited: 429,
  internal_error: 500,
  search_failed: 503,
  availability_failed: 503,
  payment_setup_failed: 'PAYMENT_ERROR',
  service_unavailable: 503,
  no_search_provider: 503,
  billing_check_unavailable: 503,
  entitlement_check_unavailable: 503,
  vault_unavailable: 503,
};

/** Returns the refusal of a failed call of the service. Any other error is returned unchanged. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof BookingClientError)) return error;
  const { code, message, retry_after_seconds } = error;
  if (code === undefined || !isKnown(code)) {
    const text = 'The booking service does not respond as expected. Send the request again later.';
    return new GoogleRefusal(503, text, retry_after_seconds);
  }
  return new GoogleRefusal(refusalTable[code], message, retry_after_seconds);
}

function isKnown(code: string): code is CallErrorCode {
  return Object.hasOwn(refusalTable, code);
}
