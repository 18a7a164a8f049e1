/** The sessions of the dashboard: their cookie, their tokens, their ends, and the people who have them. */
import { adminLimits, type DashboardSession as ShownSession } from '@booking-service/contract/admin';
import type { Logger } from 'pino';
import type { DashboardSession } from '../../store/access/dashboard-sessions.ts';
import { type EveryField, newSecretPart, tokenDigest } from '@booking-service/kernel/contract';
import { errorLine } from '@booking-service/kernel/log';
import type { Clock, Ticker } from '@booking-service/kernel/time';
import type { AdminStore } from '../../store/store.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import type { FindCaller } from '../access/admit-caller.ts';
import { createHostCookie, type HostCookie } from './host-cookie.ts';
import { used_ms } from '../access/find-token-caller.ts';

/* Lifetimes of links and sessions in milliseconds. */

const { dashboard } = adminLimits;
export const link_ms: number = dashboard.link_seconds * 1000;
/** A session ends after this time without a request, and at the latest session_ms after the sign-in. */
export const idle_ms: number = dashboard.idle_seconds * 1000;
export const session_ms: number = dashboard.session_seconds * 1000;

/** Creates the cookie of the sessions of a dashboard with this origin. */
export function createSessionCookie(origin: string): HostCookie {
  return createHostCookie(origin, { name: 'dashboard', seconds: dashboard.session_seconds });
}

/** Returns whether the link or the session has ended. */
export function hasEnded({ expires, last_used }: DashboardSession, now: Date): boolean {
  const isIdle = last_used !== null && now.getTime() - Date.parse(last_used) >= idle_ms;
  return isIdle || Date.parse(expires) <= now.getTime();
}

/*
 * The tokens of the dashboard. That of a link is in the fragment of a URL, and that of a session in a cookie. Each has 256 random bits
 * and is shown once: the store has its SHA-256, and finds it by an index over that, so that no code compares tokens.
 */

type Kind = 'link' | 'session';

const prefixes: Readonly<Record<Kind, string>> = { link: 'bsl', session: 'bss' };
const forms: Readonly<Record<Kind, RegExp>> = {
  link: /^bsl_(?:\d{1,3}_)?[\w-]{43}$/,
  session: /^bss_(?:\d{1,3}_)?[\w-]{43}$/,
};

/** Returns a new token, with the number of its cell. */
export function newDashboardToken(kind: Kind, cell?: number): string {
  return `${prefixes[kind]}_${newSecretPart(`dashboard_${kind}`, cell)}`;
}

/** Returns the digest under which the store has the token; undefined if the text is not a token of this kind. */
export function findDashboardDigest(kind: Kind, text: string): string | undefined {
  return forms[kind].test(text) ? tokenDigest(text) : undefined;
}

/** Returns a link or a session in the form of the contract. */
export function toShownSession(session: DashboardSession, now: Date): ShownSession {
  const state = hasEnded(session, now) ? 'expired' : session.signed_in === null ? 'link' : 'active';
  return { object: 'dashboard_session', ...session, state } satisfies EveryField<ShownSession>;
}

export interface SessionCallerOptions {
  readonly store: Pick<AdminStore, 'findDashboardSession' | 'markDashboardSessionUsed'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly cookie: Pick<HostCookie, 'read'>;
}

/** RFC 9110 requires a challenge with each 401. A browser ignores a scheme that it does not have. */
export const challenge = { 'WWW-Authenticate': 'DashboardLink' } as const;

/** Finds the person whose session the cookie of a request names. Throws unauthorized. */
export function createFindSessionCaller({ store, clock, cookie }: SessionCallerOptions): FindCaller {
  return async function findSessionCaller(req) {
    const digest = findDashboardDigest('session', cookie.read(req.headers.cookie) ?? '');
    const found = digest && (await store.findDashboardSession(digest));
    const now = clock.now();
    if (!found || hasEnded(found, now)) throw notSignedIn();
    const { id, name, role, organization_id, last_used, person } = found;
    if (last_used === null || now.getTime() - Date.parse(last_used) >= used_ms)
      await store.markDashboardSessionUsed(id, now);
    return { role, organization_id, actor: { kind: 'session', id, name }, person };
  };
}

/** The refusal of a request without a session. */
export function notSignedIn(): AdminRefusal {
  const message = 'You are not signed in, or your session has ended. Sign in again.';
  return new AdminRefusal('unauthorized', message, challenge);
}

const interval_ms = 3_600_000;
/** The maximum of rows of one statement. */
const maxRows = 256;

/** Removes all links and sessions that have ended. Returns their number. */
export async function removeEndedSessions(
  store: Pick<AdminStore, 'removeDashboardSessions'>,
  now: Date,
): Promise<number> {
  const idle_since = new Date(now.getTime() - idle_ms);
  let all = 0;
  for (let removed = maxRows; removed === maxRows; all += removed) {
    removed = await store.removeDashboardSessions({ now, idle_since, limit: maxRows });
  }
  return all;
}

/** Removes links and sessions that have ended, at the start and every hour. Returns the ticker. Never rejects. */
export function startSessionRemoval({
  store,
  clock,
  log,
}: {
  store: Pick<AdminStore, 'removeDashboardSessions'>;
  clock: Pick<Clock, 'now' | 'every'>;
  log: Pick<Logger, 'error'>;
}): Ticker {
  const ticker = clock.every(interval_ms, async () => {
    try {
      await removeEndedSessions(store, clock.now());
    } catch (error) {
      log.error(
        { err: errorLine(error) },
        'could not remove ended sessions of the dashboard; the next try is in an hour',
      );
    }
  });
  ticker.wake();
  return ticker;
}
