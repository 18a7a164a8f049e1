import type { KeyMode } from '@booking-service/contract';
import type { DashboardSession, OwnSessions, Session, SignInLink } from '@booking-service/contract/admin';
import { cellOf, type EveryField, requireAllTaken, tokenDigest } from '@booking-service/kernel/contract';
import { toWholeList } from '../operations/lists.ts';
import { findCellNumber } from '../organizations/create-organization.ts';
import {
  type AdminCaller,
  type AdminContext,
  type AdminHandlers,
  AdminRefusal,
  toAuditEntry,
  toShownActor,
} from '../admin-context.ts';
import {
  challenge,
  findDashboardDigest,
  hasEnded,
  type HostCookie,
  newDashboardToken,
  session_ms,
  toShownSession,
} from './sessions.ts';

/** Facts about the service that the pages of a dashboard show. */
export interface ServiceFacts {
  /** The address of the service. Default: none to show. */
  readonly service_url?: string | undefined;
  /** The modes whose API keys the service accepts. */
  readonly modes: readonly KeyMode[];
  /** Default: the service is not a sandbox. */
  readonly sandbox?: SandboxFacts | undefined;
}

export interface SandboxFacts {
  /** The organization that the sandbox created. */
  readonly organization_id: string;
  /** The address of its receiver; undefined if its webhooks go to another one. */
  readonly receiver_url: string | undefined;
}

export interface SessionOperationsOptions {
  readonly store: AdminContext['store'];
  readonly clock: AdminContext['clock'];
  readonly cookie: HostCookie;
  readonly facts: ServiceFacts;
}

type SessionOperations = Pick<
  AdminHandlers,
  'readSignInLink' | 'signIn' | 'getSession' | 'signOut' | 'listOwnSessions' | 'revokeOwnSession'
>;

/** The operations with which people sign in, start a page and sign out. */
export function sessionOperations({ store, clock, cookie, facts }: SessionOperationsOptions): SessionOperations {
  /** Finds a link that works. Throws invalid_link. */
  async function requireLink(link_token: string, now: Date) {
    const link_digest = findDashboardDigest('link', link_token);
    const link = link_digest && (await store.findDashboardLink(link_digest));
    if (!link_digest || !link || hasEnded(link, now)) throw invalidLink();
    return { ...link, link_digest };
  }

  return {
    async readSignInLink({ body: { link_token, ...rest } }) {
      requireAllTaken(rest);
      const { name, role, organization_id, expires_at } = await requireLink(link_token, clock.now());
      const organization = organization_id === null ? undefined : await store.findListedOrganization(organization_id);
      const organization_name = organization?.name ?? null;
      const body = { object: 'sign_in_link', name, role, organization_id, organization_name, expires_at } as const;
      return { status: 200, body: body satisfies EveryField<SignInLink> };
    },
    async signIn({ body: { link_token, ...rest } }) {
      requireAllTaken(rest);
      const now = clock.now();
      const { id, organization_id, name, role, link_digest } = await requireLink(link_token, now);
      const token = newDashboardToken('session', (await findCellNumber(store, organization_id)) ?? cellOf(link_digest));
      const caller = { role, organization_id, actor: { kind: 'session', id, name } } as const;
      const action = { action: 'signIn', organization_id, target: id, details: { role } } as const;
      const expires_at = new Date(now.getTime() + session_ms);
      const session = await store
        .audited(toAuditEntry(action, { caller, now }))
        .useDashboardLink({ link_digest, digest: tokenDigest(token), now, expires_at });
      // Another request has used the link in the meantime.
      if (!session) throw invalidLink();
      return { status: 204, headers: { 'Set-Cookie': cookie.set(token) }, body: undefined };
    },
    async getSession(_request, { role, organization_id, actor }) {
      const session = actor.kind === 'session' ? await store.findDashboardSessionById(actor.id ?? '') : undefined;
      const { service_url = null, modes, sandbox } = facts;
      const body = {
        object: 'session',
        role,
        organization_id,
        actor: toShownActor(actor),
        expires_at: session?.expires_at ?? null,
        service_url,
        modes: [...modes],
        sandbox: sandbox !== undefined,
        sandbox_organization_id: sandbox?.organization_id ?? null,
        receiver_url: sandbox?.receiver_url ?? null,
      } as const;
      return { status: 200, body: body satisfies EveryField<Session> };
    },
    async signOut(_request, caller) {
      const id = requireSession(caller);
      const action = { action: 'signOut', organization_id: caller.organization_id, target: id } as const;
      await store.audited(toAuditEntry(action, { caller, now: clock.now() })).revokeDashboardSession(id);
      return { status: 204, headers: { 'Set-Cookie': cookie.clear }, body: undefined };
    },
    async listOwnSessions(_request, caller) {
      const now = clock.now();
      const own = await store.listOwnSessions(requireSession(caller));
      const data = own.filter((session) => !hasEnded(session, now)).map((session) => toShownSession(session, now));
      return { status: 200, body: toWholeList(data) satisfies EveryField<OwnSessions> };
    },
    async revokeOwnSession({ path: { dashboard_session_id: id } }, caller) {
      const now = clock.now();
      const own = await store.listOwnSessions(requireSession(caller));
      if (!own.some((session) => session.id === id)) throw noOwnSession(id);
      const { organization_id } = caller;
      const action = { action: 'revokeOwnSession', organization_id, target: id } as const;
      const removed = await store.audited(toAuditEntry(action, { caller, now })).revokeDashboardSession(id);
      // It has ended in the meantime.
      if (!removed) throw noOwnSession(id);
      return { status: 200, body: toShownSession(removed, now) satisfies EveryField<DashboardSession> };
    },
  };
}

/** Returns the id of the caller's session. The people of an application with its own sign-in have none. */
function requireSession({ actor: { kind, id } }: AdminCaller): string {
  if (kind === 'session' && id !== null) return id;
  throw new AdminRefusal('invalid_state', 'Another application has signed you in. Sign out there.');
}

function noOwnSession(id: string): AdminRefusal {
  return new AdminRefusal('not_found', `You have no session with the id ${id}.`);
}

function invalidLink(): AdminRefusal {
  return new AdminRefusal('invalid_link', undefined, { headers: challenge });
}
