import { hash, randomBytes } from 'node:crypto';

const form = /^Bearer +(adm_[\w-]{43}) *$/i;

/** Returns a new access token of 256 random bits. It is shown once and never stored. */
export function newAccessToken(): string {
  return `adm_${randomBytes(32).toString('base64url')}`;
}

/** Returns the SHA-256 of a token, in hex. The store finds a token by an index over it, so that no code compares tokens. */
export function accessTokenDigest(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Returns the token of an Authorization header; undefined if it has none. */
export function findAccessToken(authorization: string): string | undefined {
  return form.exec(authorization)?.[1];
}
