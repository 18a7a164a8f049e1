/**
 * The tokens of the dashboard. That of a link is in the fragment of a URL, and that of a session in a cookie. Each has 256 random bits
 * and is shown once: the store has its SHA-256, and finds it by an index over that, so that no code compares tokens.
 */
import { hash, randomBytes } from 'node:crypto';

type Kind = 'link' | 'session';

const prefixes: Readonly<Record<Kind, string>> = { link: 'bsl', session: 'bss' };
const forms: Readonly<Record<Kind, RegExp>> = { link: /^bsl_[\w-]{43}$/, session: /^bss_[\w-]{43}$/ };

/** Returns a new token. */
export function newDashboardToken(kind: Kind): string {
  return `${prefixes[kind]}_${randomBytes(32).toString('base64url')}`;
}

/** Returns the digest under which the store has the token; undefined if the text is not a token of this kind. */
export function findDashboardDigest(kind: Kind, text: string): string | undefined {
  return forms[kind].test(text) ? dashboardDigest(text) : undefined;
}

/** Returns the digest of a token. */
export function dashboardDigest(token: string): string {
  return hash('sha256', token, 'hex');
}
