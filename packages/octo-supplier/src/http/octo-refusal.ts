import { BookingClientError, RefusedError } from '@booking-service/client';

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

/**
 * The OCTO error of a refusal of the service, by its status. Another status below 500 becomes BAD_REQUEST, any other
 * INTERNAL_SERVER_ERROR. README.md shows this table; a test compares both.
 */
const errors = new Map<number, OctoErrorCode>([
  [401, 'UNAUTHORIZED'],
  [402, 'FORBIDDEN'],
  [403, 'FORBIDDEN'],
  [409, 'UNPROCESSABLE_ENTITY'],
  [422, 'UNPROCESSABLE_ENTITY'],
  [429, 'TOO_MANY_REQUESTS'],
]);

/** Returns the OCTO error of a failed call of the service. Any other error is returned unchanged. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof BookingClientError)) return error;
  const { message, retry_after_seconds } = error;
  if (!(error instanceof RefusedError)) {
    const text = 'The booking service does not respond as expected. Send the request again later.';
    return new OctoRefusal('INTERNAL_SERVER_ERROR', text, {}, retry_after_seconds);
  }
  const { status } = error;
  const code = errors.get(status) ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR');
  return new OctoRefusal(code, message, {}, retry_after_seconds);
}
