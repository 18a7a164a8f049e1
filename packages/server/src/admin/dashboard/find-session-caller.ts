import type { AdminStore } from '../../store/store.ts';
import type { Clock } from '../../time/clock.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import type { FindCaller } from '../access/admit-caller.ts';
import { used_ms } from '../access/find-token-caller.ts';
import { findDashboardDigest } from './dashboard-token.ts';
import type { SessionCookie } from './session-cookie.ts';
import { hasEnded } from './session-lifetime.ts';

export interface SessionCallerOptions {
  readonly store: Pick<AdminStore, 'findDashboardSession' | 'markDashboardSessionUsed'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly cookie: Pick<SessionCookie, 'read'>;
}

/** RFC 9110 requires a challenge with each 401. A browser ignores a scheme that it does not have. */
export const challenge = { 'WWW-Authenticate': 'DashboardLink' } as const;

/** Finds the person whose session the cookie of a request names. Throws unauthorized. */
export function createFindSessionCaller({ store, clock, cookie }: SessionCallerOptions): FindCaller {
  return async function findSessionCaller(req) {
    const digest = findDashboardDigest('session', cookie.read(req) ?? '');
    const found = digest && (await store.findDashboardSession(digest));
    const now = clock.now();
    if (!found || hasEnded(found, now)) throw notSignedIn();
    const { id, name, role, organization_id, last_used } = found;
    if (last_used === null || now.getTime() - Date.parse(last_used) >= used_ms)
      await store.markDashboardSessionUsed(id, now);
    return { role, organization_id, actor: { kind: 'session', id, name } };
  };
}

/** The refusal of a request without a session. */
export function notSignedIn(): AdminRefusal {
  const message = 'You are not signed in, or your session has ended. Sign in with a new link.';
  return new AdminRefusal('unauthorized', message, challenge);
}
