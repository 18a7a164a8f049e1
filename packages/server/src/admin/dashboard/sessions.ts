/** The sessions of the dashboard: their cookie, their tokens, their ends, and the people who have them. */
import {
  adminLimits,
  type CreatedDashboardLink,
  type DashboardRole,
  type DashboardSession as ShownSession,
} from '@booking-service/contract/admin';
import type { Logger } from 'pino';
import { type EveryField, newNumberedId, newSecretPart, tokenDigest } from '@booking-service/kernel/contract';
import { errorLine } from '@booking-service/kernel/log';
import type { Clock, Ticker } from '@booking-service/kernel/time';
import type { DashboardSession, NewDashboardSession } from '../../store/access/dashboard-sessions.ts';
import type { AdminStore } from '../../store/store.ts';
import {
  type AdminCaller,
  type AdminContext,
  AdminRefusal,
  type DashboardPlace,
  type FindCaller,
  toAuditEntry,
  used_ms,
} from '../admin-context.ts';
import { findCellNumber } from '../organizations/create-organization.ts';

/**
 * A cookie of the dashboard. A browser sends a `__Host-` cookie only to the host that set it, and only over https or to this computer.
 * Cookies do not depend on the port, so the name contains it: two sandboxes on one computer have a cookie each.
 */
export interface HostCookie {
  /** Returns the value of the cookie in a Cookie header; undefined without one. */
  read(header: string | undefined): string | undefined;
  /** Returns the Set-Cookie header that sets the value. */
  set(value: string): string;
  /** The Set-Cookie header that removes the cookie. */
  readonly clear: string;
}

const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** Creates the cookie of a dashboard with this origin. A browser keeps it for so many seconds. */
export function createHostCookie(
  origin: string,
  { name: suffix, seconds }: { readonly name: string; readonly seconds: number },
): HostCookie {
  const { port } = new URL(origin);
  const name = port === '' ? `__Host-${suffix}` : `__Host-${suffix}-${port}`;
  return {
    read(header = '') {
      const found = header.split(';').find((pair) => pair.trimStart().startsWith(`${name}=`));
      return found?.trim().slice(name.length + 1);
    },
    set: (value) => `${name}=${value}; Max-Age=${seconds}; ${attributes}`,
    clear: `${name}=; Max-Age=0; ${attributes}`,
  };
}

/* Lifetimes of links and sessions in milliseconds. */

const { dashboard: dashboardLimits } = adminLimits;
export const link_ms: number = dashboardLimits.link_seconds * 1000;
/** A session ends after this time without a request, and at the latest session_ms after the sign-in. */
const idle_ms: number = dashboardLimits.idle_seconds * 1000;
export const session_ms: number = dashboardLimits.session_seconds * 1000;

/** Creates the cookie of the sessions of a dashboard with this origin. */
export function createSessionCookie(origin: string): HostCookie {
  return createHostCookie(origin, { name: 'dashboard', seconds: dashboardLimits.session_seconds });
}

/** Returns whether the link or the session has ended. */
export function hasEnded({ expires_at, last_used_at }: DashboardSession, now: Date): boolean {
  const isIdle = last_used_at !== null && now.getTime() - Date.parse(last_used_at) >= idle_ms;
  return isIdle || Date.parse(expires_at) <= now.getTime();
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
  const state = hasEnded(session, now) ? 'expired' : session.signed_in_at === null ? 'link' : 'active';
  return { object: 'dashboard_session', ...session, state } satisfies EveryField<ShownSession>;
}

interface SessionCallerOptions {
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
    const { id, name, role, organization_id, last_used_at, person } = found;
    if (last_used_at === null || now.getTime() - Date.parse(last_used_at) >= used_ms)
      await store.markDashboardSessionUsed(id, now);
    return { role, organization_id, actor: { kind: 'session', id, name }, person };
  };
}

/** The refusal of a request without a session. */
export function notSignedIn(): AdminRefusal {
  const message = 'You are not signed in, or your session has ended. Sign in again.';
  return new AdminRefusal('unauthorized', message, { headers: challenge });
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

/** The person who will use a link. */
export interface LinkHolder {
  readonly role: DashboardRole;
  /** Null for support and operators. */
  readonly organization_id: string | null;
  /** Null without a name. */
  readonly name: string | null;
}

interface LinkOptions {
  readonly store: AdminContext['store'];
  readonly dashboard: Pick<DashboardPlace, 'url' | 'clock'>;
  /** Who creates the link, for the audit log. */
  readonly caller: AdminCaller;
}

/** Creates a sign-in link. Its token is in the returned URL and nowhere else. */
export async function createLink(
  holder: LinkHolder,
  { store, dashboard, caller }: LinkOptions,
): Promise<CreatedDashboardLink> {
  const { role, organization_id, name } = holder;
  const { link, url } = await drawLink(holder, { store, dashboard });
  const { digest: _, ...unused } = link;
  const now = new Date(link.created);
  const action = { action: 'createDashboardLink', organization_id, target: link.id, details: { role, name } } as const;
  await store.audited(toAuditEntry(action, { caller, now })).createDashboardSession(link);
  const session = toShownSession(unused, now);
  return { object: 'created_dashboard_link', session, url } satisfies EveryField<CreatedDashboardLink>;
}

interface DrawOptions extends Omit<LinkOptions, 'caller'> {
  /** The time for which the link works. Default: that of the contract, 15 minutes. */
  readonly lifetime_ms?: number;
}

/** Returns a new link, which is not stored yet. */
export async function drawLink(
  { role, organization_id, name }: LinkHolder,
  { store, dashboard, lifetime_ms = link_ms }: DrawOptions,
): Promise<{ readonly link: NewDashboardSession; readonly url: string }> {
  const now = dashboard.clock.now();
  const cell = await findCellNumber(store, organization_id);
  const token = newDashboardToken('link', cell);
  const link = {
    id: newNumberedId('das', cell),
    organization_id,
    role,
    name,
    created: now.toISOString(),
    signed_in_at: null,
    last_used_at: null,
    expires_at: new Date(now.getTime() + lifetime_ms).toISOString(),
    digest: tokenDigest(token),
  };
  return { link, url: `${dashboard.url}/sign-in#${token}` };
}
