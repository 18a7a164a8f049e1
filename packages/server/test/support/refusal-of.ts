import type { ErrorDetail } from '@booking-service/contract';
import { expect } from 'vitest';
import type { TestResponse } from '../../src/testing.ts';

const aSentence: unknown = expect.stringMatching(/^[A-Z].*\.$/);
const anId: unknown = expect.stringMatching(/^req_/);
const aMessage: unknown = expect.stringMatching(/./);

/** The parts of a response that a test compares. */
export interface ResponseOutcome {
  readonly status: number;
  readonly body: unknown;
}

/** Returns a whole refusal, without other fields. The wire validator compares request_id with the header. */
export function refusalOf(
  status: number,
  error_code: string,
  details?: readonly Omit<ErrorDetail, 'message'>[],
): ResponseOutcome {
  const withMessages = details?.map((detail) => ({ ...detail, message: aMessage }));
  return { status, body: { error: aSentence, error_code, request_id: anId, details: withMessages } };
}

/** Returns the status and the body of a response. */
export function outcomeOf({ status, body }: TestResponse<unknown>): ResponseOutcome {
  return { status, body };
}
