import { ResponseTooLargeError } from '@booking-service/kernel/http';
import type * as OpenIdClientLibrary from 'openid-client';
import type { DashboardRole } from '@booking-service/contract/admin';
import type { LinkHolder } from '../dashboard/sessions.ts';

/** The claims of a person. */
export type Claims = Readonly<Record<string, unknown>>;

/** Returns the role and the organization of the first rule that the claims fulfill, and the name of the person; undefined without such a rule. */
export function findHolder(claims: Claims, rules: readonly RoleRule[]): LinkHolder | undefined {
  const own = trusted(claims);
  const rule = rules.find(({ claim, value }) => hasValue(own, claim, value));
  return rule && { role: rule.role, organization_id: rule.organization_id ?? null, name: findName(own) };
}

/** Removes an email that the issuer has not verified: a person may have typed in that of another one. */
function trusted({ email, ...others }: Claims): Claims {
  return others['email_verified'] === true ? { ...others, email } : others;
}

function hasValue(claims: Claims, claim: string, value: string): boolean {
  const found = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return found === value || (Array.isArray(found) && found.includes(value));
}

const longestName = 100;

/** Returns the name of the person in the form of the contract; null if the issuer gives none. */
function findName(claims: Claims): string | null {
  for (const claim of ['name', 'preferred_username', 'email', 'sub']) {
    const text = claims[claim];
    if (typeof text !== 'string') continue;
    const line = text
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim();
    const name = line.slice(0, longestName).toWellFormed().trim();
    if (name !== '') return name;
  }
  return null;
}

/** `refused`: this sign-in is not valid. `unavailable`: the issuer does not respond as it should. */
type IssuerFault = 'refused' | 'unavailable';

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

/** An issuer of OpenID Connect at which people sign in to the dashboard. */
export interface SignInIssuer {
  /** Its name in addresses and in the audit log: 1 to 40 characters of a-z, 0-9 and -. */
  readonly name: string;
  /** Its name for people, which its button shows. */
  readonly title: string;
  /** Its address, exactly as its tokens have it. It is https, or http of this computer. */
  readonly issuer: string;
  readonly client_id: string;
  /** Default: a public client, which has PKCE alone. */
  readonly client_secret?: string | undefined;
  /** Sends the secret in a header (`basic`), or in the body (`post`). Default: basic. */
  readonly client_auth?: ClientAuthentication | undefined;
  /** The scopes to request besides openid. Default: profile and email. */
  readonly scopes?: readonly string[] | undefined;
  /** The only algorithm that signs its ID tokens. Default: RS256. */
  readonly algorithm?: SignatureAlgorithm | undefined;
  /** The roles that it gives. The first rule that a person fulfills decides. */
  readonly roles: readonly RoleRule[];
}

type ClientAuthentication = 'basic' | 'post';
type SignatureAlgorithm = 'RS256' | 'PS256' | 'ES256';

/** Gives a role to people with a claim. */
interface RoleRule {
  /** The name of the claim. `email` counts only if the issuer has verified it. */
  readonly claim: string;
  /** The value that the claim is, or that its list contains. */
  readonly value: string;
  readonly role: DashboardRole;
  /** Omitted for support and operators. */
  readonly organization_id?: string | undefined;
}
