import { errorCatalogue, type BookingStatus, type CallErrorCode, type ErrorDetail } from '@booking-service/contract';

export interface RefusalOptions {
  /** Replaces the catalogue's message; says what happened and with which value. Never a secret. */
  readonly message?: string | undefined;
  readonly details?: readonly ErrorDetail[];
  /** Headers of the answer, beside the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A refused call: thrown anywhere, turned into HTTP in http/error-responses.ts only. */
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

/** 409 invalid_state, naming the status found (STA-10). */
export function invalidState(attempt: string, status: BookingStatus): Refusal {
  return new Refusal('invalid_state', { message: `A booking that is ${status} cannot be ${attempt}.` });
}
