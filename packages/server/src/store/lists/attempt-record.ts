import type { AttemptCause } from '../../domain/attempt.ts';

/** The outcome of one attempt: a status, or the kind of error if there was no response. */
export interface AttemptRecord {
  /** The sent headers; null for attempts of versions that did not store them. */
  readonly request_headers: Readonly<Record<string, string>> | null;
  readonly started: string;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error: 'timeout' | 'address_refused' | 'response_flood' | 'connection' | null;
  /** The cause of the error; null for attempts of versions that did not store it. */
  readonly cause: AttemptCause | null;
  /** The first bytes of the response's body. */
  readonly answer: string | null;
}
