import type { BookingErrorCode, CallErrorCode } from '@booking-service/contract';

const longestText = 300;

export interface OctoErrorDetails {
  /** The HTTP status of the response. */
  readonly status: number;
  /** The supplier's own text. Shortened to 300 characters. */
  readonly text?: string | undefined;
  /** The seconds of the header Retry-After. */
  readonly retry_after_seconds?: number | undefined;
  readonly cause?: unknown;
}

/** A supplier refused a request, or sent a response that is not OCTO. The message contains no secret. */
export class OctoError extends Error {
  override readonly name = 'OctoError';
  readonly code: OctoErrorCode;
  /** The code, and the supplier's own text if there is one. */
  readonly reason: string;
  readonly status: number;
  readonly retry_after_seconds: number | undefined;

  constructor(request: string, code: OctoErrorCode, { status, text, retry_after_seconds, cause }: OctoErrorDetails) {
    const reason = text === undefined ? code : `${code}: ${oneLine(text)}`;
    super(`The supplier responded to ${request} with ${status} ${reason}`, { cause });
    this.reason = reason;
    this.code = code;
    this.status = status;
    this.retry_after_seconds = retry_after_seconds;
  }

  /** The outcome of this error. */
  get row(): OctoErrorRow {
    return octoErrorTable[this.code];
  }
}

/** Returns the code of an OCTO error body, or the code for its status if the body has a code of the supplier's own. */
export function toErrorCode(status: number, code: string): OctoErrorCode {
  if (status === 429) return 'TOO_MANY_REQUESTS';
  if (isOctoErrorCode(code)) return code;
  return byStatus.get(status) ?? (status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST');
}

const byStatus = new Map<number, OctoErrorCode>([
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [409, 'UNPROCESSABLE_ENTITY'],
  [410, 'UNPROCESSABLE_ENTITY'],
  [422, 'UNPROCESSABLE_ENTITY'],
]);

function isOctoErrorCode(code: string): code is OctoErrorCode {
  return Object.hasOwn(octoErrorTable, code);
}

/** Replaces control characters and lone surrogates, so that the text can be logged and stored. */
function oneLine(text: string): string {
  const line = text.toWellFormed().replaceAll(/\p{Cc}+/gu, ' ');
  return line.length <= longestText ? line : `${line.slice(0, longestText - 1).toWellFormed()}…`;
}

/** The outcome of each error of a supplier, by request. Each code is in the error catalogue of the contract. */
export interface OctoErrorRow {
  /** A venue search. */
  readonly search: Extract<CallErrorCode, 'search_failed'>;
  /** An availability search. */
  readonly availability: Extract<CallErrorCode, 'availability_failed' | 'not_found'>;
  /** The check of a create request. Then no booking is made. */
  readonly create: Extract<CallErrorCode, 'slot_not_offered' | 'service_unavailable'>;
  /** A booking in `processing`: the error_code of the failed booking. */
  readonly booking: Extract<BookingErrorCode, 'slot_not_offered' | 'provider_failed'>;
  /** A modification. */
  readonly modification: Extract<CallErrorCode, 'modification_refused' | 'service_unavailable'>;
  /**
   * True if the same request may succeed later. Then the service repeats bookings, modifications and releases, and the codes
   * above apply when it gives up.
   */
  readonly temporary: boolean;
}

/** The errors of the OCTO document, and two that it does not have. */
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
  | 'TOO_MANY_REQUESTS'
  | 'UNREADABLE';

const search = 'search_failed';
const unknownVenue: OctoErrorRow = {
  search,
  availability: 'not_found',
  create: 'slot_not_offered',
  booking: 'slot_not_offered',
  modification: 'modification_refused',
  temporary: false,
};
const notOffered: OctoErrorRow = { ...unknownVenue, availability: 'availability_failed' };
const refused: OctoErrorRow = { ...notOffered, booking: 'provider_failed' };
const temporary: OctoErrorRow = {
  search,
  availability: 'availability_failed',
  create: 'service_unavailable',
  booking: 'provider_failed',
  modification: 'service_unavailable',
  temporary: true,
};

/** Every error with its outcome. README.md shows this table with a line for each outcome; a test compares both. */
export const octoErrorTable: Readonly<Record<OctoErrorCode, OctoErrorRow>> = {
  INVALID_PRODUCT_ID: unknownVenue,
  INVALID_OPTION_ID: unknownVenue,
  INVALID_UNIT_ID: notOffered,
  INVALID_AVAILABILITY_ID: notOffered,
  INVALID_BOOKING_UUID: refused,
  BAD_REQUEST: refused,
  UNPROCESSABLE_ENTITY: notOffered,
  // The token is missing or wrong. The operator can fix it while the service repeats the request.
  UNAUTHORIZED: temporary,
  FORBIDDEN: temporary,
  INTERNAL_SERVER_ERROR: temporary,
  // Status 429.
  TOO_MANY_REQUESTS: temporary,
  // A response that is not OCTO: HTML, broken JSON, a redirect, a body over the limit, a booking without a status.
  UNREADABLE: temporary,
};
