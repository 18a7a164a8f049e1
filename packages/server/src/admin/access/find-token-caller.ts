import type { AdminStore } from '../../store/store.ts';
import { newSecretPart, tokenDigest } from '@booking-service/kernel/contract';
import type { Clock } from '@booking-service/kernel/time';
import { operatorCaller, type FindCaller } from './admit-caller.ts';
import { AdminRefusal } from '../admin-refusal.ts';

export interface TokenCallerOptions {
  readonly store: Pick<AdminStore, 'findAccessToken' | 'markAccessTokenUsed'>;
  readonly clock: Pick<Clock, 'now'>;
  /** `open`: a request without a token is the operator's. `token`: every request needs a token. */
  readonly access: 'open' | 'token';
}

/** The time of the last use of a token or a session is exact to a minute: a write for each request would cost more than the request. */
export const used_ms = 60_000;

/**
 * Finds the holder of the access token of a request. The store finds it by an index over digests, so that no code compares tokens. Throws
 * unauthorized.
 */
export function createFindTokenCaller({ store, clock, access }: TokenCallerOptions): FindCaller {
  return async function findTokenCaller({ headers: { authorization } }) {
    if (authorization === undefined && access === 'open') return operatorCaller('operator');
    const token = findAccessToken(authorization ?? '');
    const found = token && (await store.findAccessToken(tokenDigest(token)));
    const now = clock.now();
    if (!found || found.revoked !== null || (found.expires !== null && Date.parse(found.expires) <= now.getTime())) {
      throw new AdminRefusal('unauthorized', undefined, { 'WWW-Authenticate': 'Bearer' });
    }
    const { id, name, role, organization_id, last_used } = found;
    if (last_used === null || now.getTime() - Date.parse(last_used) >= used_ms)
      await store.markAccessTokenUsed(id, now);
    return { role, organization_id, actor: { kind: 'access_token', id, name } };
  };
}

const form = /^Bearer +(adm_(?:\d{1,3}_)?[\w-]{43}) *$/i;

/** Returns a new access token of 256 random bits, with the number of its cell. It is shown once and never stored. */
export function newAccessToken(cell?: number): string {
  return `adm_${newSecretPart('access_token', cell)}`;
}

/** Returns the token of an Authorization header; undefined if it has none. */
export function findAccessToken(authorization: string): string | undefined {
  return form.exec(authorization)?.[1];
}
