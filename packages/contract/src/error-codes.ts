import type { errorCatalogue } from './generated/errors.ts';
import type { BookingErrorCode, ErrorCode, OlderErrorCode } from './generated/openapi.ts';

/** One row of the error catalogue (ERR-6). */
export interface CatalogueEntry {
  /** The HTTP status; absent where the code only ever stands on a booking. */
  readonly status?: number;
  readonly stands_in: readonly ('error' | 'error_code' | 'booking')[];
  /** Whether sending the same request again can help. */
  readonly retry: 'never' | 'backoff' | 'retry_after';
  /** Whether what was asked for may have happened all the same; absent, nothing happened. */
  readonly effect?: 'unknown';
  /** What `error`, or the booking's error_message, says where nothing more precise is known. */
  readonly message: string;
  /** What the caller should do. */
  readonly action: string;
  /** How to meet the code in the sandbox. */
  readonly sandbox: string;
}

/** Every code of the catalogue, wherever it stands. */
export type AnyErrorCode = keyof typeof errorCatalogue;

/** The codes a call can be refused with: `error` for the older five, `error_code` for the others. */
export type CallErrorCode = ErrorCode | OlderErrorCode;

/** The codes that only ever stand on a failed booking. */
export type BookingOnlyCode = Exclude<BookingErrorCode, CallErrorCode>;
