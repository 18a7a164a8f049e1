import type { errorCatalogue } from './generated/errors.ts';
import type { BookingErrorCode, ErrorCode, OlderErrorCode } from './generated/openapi.ts';

/** One row of the error catalogue (ERR-6). */
export interface CatalogueEntry {
  /** The HTTP status. Absent if the code appears only on bookings. */
  readonly status?: number;
  readonly stands_in: readonly ('error' | 'error_code' | 'booking')[];
  /** True if sending the same request again can help. */
  readonly retry: 'never' | 'backoff' | 'retry_after';
  /** `unknown` if the operation may have taken effect despite the error. Absent if nothing happened. */
  readonly effect?: 'unknown';
  /** The default text of `error`, or of the booking's `error_message`. */
  readonly message: string;
  /** The fix: what the caller should do. */
  readonly action: string;
  /** The way to trigger the code in the sandbox. */
  readonly sandbox: string;
}

/** Every code of the catalogue. */
export type AnyErrorCode = keyof typeof errorCatalogue;

/** The codes of error responses: the older five are in the field `error`, the others in `error_code`. */
export type CallErrorCode = ErrorCode | OlderErrorCode;

/** The codes that appear only on failed bookings. */
export type BookingOnlyCode = Exclude<BookingErrorCode, CallErrorCode>;
