import { ResponseTooLargeError } from '@booking-service/kernel/http';
import type * as OpenIdClientLibrary from 'openid-client';

/** `refused`: this sign-in is not valid. `unavailable`: the issuer does not respond as it should. */
export type IssuerFault = 'refused' | 'unavailable';

/** A sign-in that failed at an issuer. Its reason is a code, which has nothing of tokens and codes. */
export class IssuerError extends Error {
  override readonly name = 'IssuerError';
  readonly fault: IssuerFault;
  readonly reason: string;

  constructor(fault: IssuerFault, cause: unknown) {
    const reason = reasonOf(tooLargeIn(cause) ?? cause);
    super(`The sign-in failed: ${reason}`, { cause });
    this.fault = fault;
    this.reason = reason;
  }
}

/** Too many sign-ins at an issuer are under way. */
export class IssuerBusyError extends Error {
  override readonly name = 'IssuerBusyError';
}

/** The codes of the library for an issuer that does not respond, or responds with something else than its protocol. */
const unavailable: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** Returns the error of the library in the words of a sign-in. An error of another kind is a bug, and stays as it is. */
export function toIssuerError(
  error: unknown,
  library: Pick<typeof OpenIdClientLibrary, 'AuthorizationResponseError' | 'ClientError' | 'ResponseBodyError'>,
): unknown {
  if (tooLargeIn(error)) return new IssuerError('unavailable', error);
  if (error instanceof library.AuthorizationResponseError) return new IssuerError('refused', error);
  // Only invalid_grant is about the code. Any other refusal is about the client, for example its secret.
  if (error instanceof library.ResponseBodyError) {
    return new IssuerError(error.error === 'invalid_grant' ? 'refused' : 'unavailable', error);
  }
  if (error instanceof library.ClientError) {
    return new IssuerError(unavailable.has(error.code) ? 'unavailable' : 'refused', error);
  }
  // The error of fetch without a response.
  if (error instanceof TypeError && error.message === 'fetch failed') return new IssuerError('unavailable', error);
  return error;
}

/** The library wraps an error that it does not know. */
function tooLargeIn(error: unknown): ResponseTooLargeError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, cause].find((each) => each instanceof ResponseTooLargeError);
}

/** Returns the code of a protocol error, or the class of another error. An issuer may write its own text elsewhere only. */
function reasonOf(error: unknown): string {
  const { error: ofIssuer, code, name } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const found = [ofIssuer, code, name].find((each) => typeof each === 'string' && /^\w{1,60}$/.test(each));
  return typeof found === 'string' ? found : 'unknown';
}
