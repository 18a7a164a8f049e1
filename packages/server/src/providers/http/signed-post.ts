/**
 * A signed POST of JSON to a system of the operator:
 *  1. sign    the exact bytes of the body, at the time of this request, as a webhook is signed
 *  2. send    once; no redirect is followed
 *  3. read    at most maxResponseBytes, within the timeout, which covers everything from the connection to the last byte
 */
import { delivery } from '@booking-service/contract';
import { createBoundedFetch, ResponseTooLargeError } from '@booking-service/kernel/http';
import { currentOrigin } from '@booking-service/kernel/log';
import type { Clock } from '@booking-service/kernel/time';
import { createSigner } from '@booking-service/webhooks';

/** 100 venues or slots with their longest fields, as JSON with escapes, are smaller. */
const maxResponseBytes = 1_048_576;

export interface PostResponse {
  readonly status: number;
  readonly text: string;
}

/** Sends the body as JSON. Rejects without a complete response. */
export type SignedPost = (url: string, body: object) => Promise<PostResponse>;

/** Creates the function. Throws if the secret is blank. */
export function createSignedPost({
  secret,
  timeout_seconds,
  clock,
}: {
  readonly secret: string;
  readonly timeout_seconds: number;
  readonly clock: Pick<Clock, 'now'>;
}): SignedPost {
  const signer = createSigner({ secret, clock });
  const fetchBounded = createBoundedFetch(maxResponseBytes);
  return async (url, content) => {
    const body = Buffer.from(JSON.stringify(content));
    const { traceparent } = currentOrigin();
    const response = await fetchBounded(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        Accept: 'application/json',
        [delivery.signature.header]: signer.header(body),
        ...(traceparent !== null && { traceparent }),
      },
      body,
      // Real time: a socket that hangs must be closed even if the clock of the service stands still.
      signal: AbortSignal.timeout(timeout_seconds * 1000),
    });
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer());
    return { status: response.status, text };
  };
}

/** Returns whether the timeout ended the request. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Says why there is no response, without a part of the request. */
export function whyNoResponse(error: unknown, timeout_seconds: number): string {
  if (error instanceof ResponseTooLargeError) return `its response has more than ${maxResponseBytes} bytes`;
  if (isTimeout(error)) return `no response within ${timeout_seconds} s`;
  if (!(error instanceof Error)) return 'no response';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `no response${code}`;
}
