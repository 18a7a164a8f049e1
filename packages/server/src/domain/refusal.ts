import { errorCatalogue, type BookingStatus, type CallErrorCode, type ErrorDetail } from '@booking-service/contract';

export interface RefusalOptions {
  /** Replaces the catalogue's message. States what happened and with which value; never a secret. */
  readonly message?: string | undefined;
  readonly details?: readonly ErrorDetail[];
  /** More headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A refused request. Any code may throw it; only http/error-responses.ts turns it into a response. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: CallErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: CallErrorCode, { message, details, headers = {}, cause }: RefusalOptions = {}) {
    super(message ?? errorCatalogue[code].message, { cause });
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** Returns a 409 invalid_state that names the current status (STA-10). */
export function invalidState(change: string, status: BookingStatus): Refusal {
  return new Refusal('invalid_state', { message: `A booking that is ${status} cannot be ${change}.` });
}
