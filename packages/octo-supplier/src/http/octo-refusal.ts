import { BookingClientError } from '@booking-service/client';
import type { CallErrorCode } from '@booking-service/contract';

/** The errors of the OCTO document, and the one of a refusal for too many requests. */
export type OctoErrorCode =
  | 'INVALID_PRODUCT_ID'
  | 'INVALID_OPTION_ID'
  | 'INVALID_UNIT_ID'
  | 'INVALID_AVAILABILITY_ID'
  | 'INVALID_BOOKING_UUID'
  | 'BAD_REQUEST'
  | 'UNPROCESSABLE_ENTITY'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'INTERNAL_SERVER_ERROR'
  | 'TOO_MANY_REQUESTS';

/** The ids that an error names: `{ productId }` of INVALID_PRODUCT_ID. */
type Named = Readonly<Partial<Record<'productId' | 'optionId' | 'unitId' | 'availabilityId' | 'uuid', string>>>;

/** A request that gets an error of OCTO. */
export class OctoRefusal extends Error {
  override readonly name = 'OctoRefusal';
  readonly code: OctoErrorCode;
  readonly ids: Named;
  readonly retry_after_seconds: number | undefined;

  constructor(code: OctoErrorCode, message: string, ids: Named = {}, retry_after_seconds?: number) {
    super(message);
    this.code = code;
    this.ids = ids;
    this.retry_after_seconds = retry_after_seconds;
  }

  toResponse(headers: Readonly<Record<string, string>>): Response {
    const { code: error, message: errorMessage, ids, retry_after_seconds } = this;
    const after = retry_after_seconds === undefined ? {} : { 'Retry-After': String(retry_after_seconds) };
    return Response.json(
      { error, errorMessage, ...ids },
      { status: statuses.get(error) ?? 400, headers: { ...headers, ...after } },
    );
  }
}

/** The OCTO document gives every error the status 400. Resellers repeat a request after one of these. */
const statuses = new Map<OctoErrorCode, number>([
  ['INTERNAL_SERVER_ERROR', 500],
  ['TOO_MANY_REQUESTS', 429],
]);

/** The OCTO error of each refusal of the service. README.md shows this table; a test compares both. */
export const refusalTable: Readonly<Record<CallErrorCode, OctoErrorCode>> = {
  invalid_request: 'BAD_REQUEST',
  unauthorized: 'UNAUTHORIZED',
  billing_required: 'FORBIDDEN',
  free_tier_exhausted: 'FORBIDDEN',
  insufficient_scope: 'FORBIDDEN',
  org_suspended: 'FORBIDDEN',
  wrong_key_environment: 'FORBIDDEN',
  live_key_required: 'FORBIDDEN',
  cardservice_disabled: 'FORBIDDEN',
  not_found: 'BAD_REQUEST',
  method_not_allowed: 'BAD_REQUEST',
  slot_not_offered: 'UNPROCESSABLE_ENTITY',
  invalid_state: 'UNPROCESSABLE_ENTITY',
  reconnect_required: 'UNPROCESSABLE_ENTITY',
  session_not_verified: 'UNPROCESSABLE_ENTITY',
  payload_too_large: 'BAD_REQUEST',
  unsupported_media_type: 'BAD_REQUEST',
  missing_last_name: 'UNPROCESSABLE_ENTITY',
  modify_unsupported: 'UNPROCESSABLE_ENTITY',
  modification_refused: 'UNPROCESSABLE_ENTITY',
  invalid_code: 'UNPROCESSABLE_ENTITY',
  session_expired: 'UNPROCESSABLE_ENTITY',
  too_many_attempts: 'UNPROCESSABLE_ENTITY',
  rate_limited: 'TOO_MANY_REQUESTS',
  internal_error: 'INTERNAL_SERVER_ERROR',
  search_failed: 'INTERNAL_SERVER_ERROR',
  availability_failed: 'INTERNAL_SERVER_ERROR',
  payment_setup_failed: 'INTERNAL_SERVER_ERROR',
  service_unavailable: 'INTERNAL_SERVER_ERROR',
  no_search_provider: 'INTERNAL_SERVER_ERROR',
  billing_check_unavailable: 'INTERNAL_SERVER_ERROR',
  entitlement_check_unavailable: 'INTERNAL_SERVER_ERROR',
  vault_unavailable: 'INTERNAL_SERVER_ERROR',
};

/** Returns the OCTO error of a failed call of the service. Any other error is returned unchanged. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof BookingClientError)) return error;
  const { code, message, retry_after_seconds } = error;
  if (code === undefined || !isKnown(code)) {
    const text = 'The booking service does not respond as expected. Send the request again later.';
    return new OctoRefusal('INTERNAL_SERVER_ERROR', text, {}, retry_after_seconds);
  }
  return new OctoRefusal(refusalTable[code], message, {}, retry_after_seconds);
}

function isKnown(code: string): code is CallErrorCode {
  return Object.hasOwn(refusalTable, code);
}
