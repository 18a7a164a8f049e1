import type { ErrorCode, ErrorEntry } from './contract.ts';

/** One fault of a request that does not match the contract. */
export interface ErrorDetail {
  readonly in: 'body' | 'path' | 'query' | 'header';
  /** A JSON pointer in a body; elsewhere the name of the parameter. */
  readonly path: string;
  readonly message: string;
}

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
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, { message = code, details, headers = {}, cause }: RefusalOptions = {}) {
    super(message, { cause });
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** Returns the message of a refusal for its caller: its own, or that of the catalogue. */
export function messageOf(
  { code, message }: Pick<Refusal, 'code' | 'message'>,
  errors: Readonly<Record<string, Pick<ErrorEntry, 'message'>>>,
): string {
  return message === code ? (errors[code]?.message ?? code) : message;
}
