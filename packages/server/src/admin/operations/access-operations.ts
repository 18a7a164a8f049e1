import { limits } from '@booking-service/contract';
import {
  type AccessTokenList,
  adminLimits,
  type AuditList,
  type CallerView,
  type ChangeMemberRole,
  type ChangeOperatorMemberRole,
  type CreatedAccessToken,
  type DashboardSession,
  type DashboardSessionList,
  type InvitedMember,
  type InviteMember,
  type InviteOperatorMember,
  type MemberList,
  type AuditEntry as ShownEntry,
  type Member as ShownMember,
  type AccessToken as ShownToken,
} from '@booking-service/contract/admin';
import {
  type EveryField,
  newNumberedId,
  randomId,
  requireAllTaken,
  tokenDigest,
} from '@booking-service/kernel/contract';
import type { NewestPage } from '@booking-service/kernel/store';
import type { AccessToken } from '../../store/access/access-tokens.ts';
import {
  type AdminCaller,
  type AdminContext,
  type AdminHandlers,
  AdminRefusal,
  newAccessToken,
  noOrganization,
  type OwnFields,
  requireNamed,
  toAuditEntry,
  toShownActor,
} from '../admin-context.ts';
import { findCellNumber } from '../organizations/create-organization.ts';
import { defaultLimit, type ListBody, listNewest, type PageQuery, readPage, toListBody } from './lists.ts';
import { createLink, drawLink, toShownSession } from '../dashboard/sessions.ts';
import type { DashboardSession as StoredSession } from '../../store/access/dashboard-sessions.ts';
import type { AuditEntry } from '../../store/access/audit-log.ts';
import { auditFilters, matcherOf } from '../../store/lists/list-filters.ts';
import { listMatching } from '../../store/lists/list-page.ts';
import type { Member, MemberName } from '../../store/access/members.ts';

type AccessOperations = Pick<
  AdminHandlers,
  'getCaller' | 'listAccessTokens' | 'createAccessToken' | 'revokeAccessToken'
>;

const day_ms = 86_400_000;

/** The operations on callers and their access tokens. */
export function accessOperations({ store, clock }: Pick<AdminContext, 'store' | 'clock'>): AccessOperations {
  return {
    async getCaller(_request, { role, organization_id, actor }) {
      const body = { object: 'caller', role, organization_id, actor: toShownActor(actor) } as const;
      return { status: 200, body: body satisfies EveryField<CallerView> };
    },
    async listAccessTokens({ query }) {
      const body = await readPage(query, (page) => store.listAccessTokens(page), toShownToken);
      return { status: 200, body: body satisfies OwnFields<AccessTokenList> };
    },
    async createAccessToken({ body: { name, role, organization_id, expires_in_days, ...rest } }, caller) {
      requireAllTaken(rest);
      await requireNamed(store, organization_id);
      const now = clock.now();
      const expires_at =
        expires_in_days === undefined ? null : new Date(now.getTime() + expires_in_days * day_ms).toISOString();
      const owner = organization_id ?? null;
      const cell = await findCellNumber(store, owner);
      const id = newNumberedId('tok', cell);
      const stored = { id, organization_id: owner, role, name, created: now.toISOString(), expires_at };
      const action = {
        action: 'createAccessToken',
        organization_id: owner,
        target: stored.id,
        details: { name, role, expires_at },
      } as const;
      const token = newAccessToken(cell);
      const audited = store.audited(toAuditEntry(action, { caller, now }));
      await audited.createAccessToken({ ...stored, digest: tokenDigest(token) });
      const access_token = toShownToken({ ...stored, last_used_at: null, revoked_at: null });
      const body = { object: 'created_access_token', access_token, token } as const;
      return { status: 201, body: body satisfies EveryField<CreatedAccessToken> };
    },
    async revokeAccessToken({ path: { access_token_id: id } }, caller) {
      const now = clock.now();
      const found = await store.findAccessTokenById(id);
      if (!found) throw new AdminRefusal('not_found', `No access token has the id ${id}.`);
      const { organization_id, name } = found;
      const action = { action: 'revokeAccessToken', organization_id, target: id, details: { name } } as const;
      const revoked = await store.audited(toAuditEntry(action, { caller, now })).revokeAccessToken(id, now);
      return { status: 200, body: toShownToken(revoked ?? found) };
    },
  };
}

function toShownToken(token: AccessToken): ShownToken {
  return { object: 'access_token', ...token } satisfies EveryField<ShownToken>;
}

type DashboardOperations = Pick<
  AdminHandlers,
  | 'createDashboardLink'
  | 'listDashboardSessions'
  | 'listOrganizationSessions'
  | 'revokeDashboardSession'
  | 'revokeOrganizationSession'
>;

/** The operations on the access of people to the dashboard. */
export function dashboardOperations({
  store,
  clock,
  dashboard,
}: Pick<AdminContext, 'store' | 'clock' | 'dashboard'>): DashboardOperations {
  const now = () => (dashboard?.clock ?? clock).now();
  const toShown = (session: StoredSession) => toShownSession(session, now());

  /** Removes the session. An id stands for one that the caller may not find. */
  async function revoke(
    operationId: 'revokeDashboardSession' | 'revokeOrganizationSession',
    found: StoredSession | string,
    caller: AdminCaller,
  ) {
    if (typeof found === 'string') throw noSession(found);
    const { id, organization_id, name } = found;
    const action = { action: operationId, organization_id, target: id, details: { name } } as const;
    const removed = await store.audited(toAuditEntry(action, { caller, now: now() })).revokeDashboardSession(id);
    // It has ended in the meantime.
    if (!removed) throw noSession(id);
    return { status: 200, body: toShown(removed) satisfies EveryField<DashboardSession> } as const;
  }

  return {
    async createDashboardLink({ body: { role, organization_id, name = null, ...rest } }, caller) {
      requireAllTaken(rest);
      if (!dashboard)
        throw new AdminRefusal('invalid_state', 'This service does not serve a dashboard with sign-in links.');
      await requireNamed(store, organization_id);
      const holder = { role, organization_id: organization_id ?? null, name };
      return { status: 201, body: await createLink(holder, { store, dashboard, caller }) };
    },
    async listDashboardSessions({ query }) {
      const body = await readPage(query, (page) => store.listDashboardSessions(page), toShown);
      return { status: 200, body: body satisfies OwnFields<DashboardSessionList> };
    },
    async listOrganizationSessions({ path: { organization_id }, query }) {
      const body = await readPage(query, (page) => store.listDashboardSessions({ ...page, organization_id }), toShown);
      return { status: 200, body: body satisfies OwnFields<DashboardSessionList> };
    },
    async revokeDashboardSession({ path: { dashboard_session_id: id } }, caller) {
      const found = await store.findDashboardSessionById(id);
      return revoke('revokeDashboardSession', found ?? id, caller);
    },
    async revokeOrganizationSession({ path: { organization_id, dashboard_session_id: id } }, caller) {
      const found = await store.findDashboardSessionById(id);
      return revoke('revokeOrganizationSession', found?.organization_id === organization_id ? found : id, caller);
    },
  };
}

function noSession(id: string): AdminRefusal {
  return new AdminRefusal('not_found', `No link and no session has the id ${id}.`);
}

/** The operations that list recorded actions: of one organization, and of all. */
export function auditOperations({
  store,
}: Pick<AdminContext, 'store'>): Pick<AdminHandlers, 'listAuditEntries' | 'listAllAuditEntries'> {
  return {
    async listAuditEntries({ path: { organization_id }, query }) {
      const body = await readEntries(query, (page) => store.listAuditEntries({ ...page, organization_id }));
      return { status: 200, body: body satisfies OwnFields<AuditList> };
    },
    async listAllAuditEntries({ query }) {
      const body = await readEntries(query, (page) => store.listAuditEntries(page));
      return { status: 200, body: body satisfies OwnFields<AuditList> };
    },
  };
}

async function readEntries(
  { limit = defaultLimit, cursor, ...filters }: PageQuery,
  read: (page: NewestPage) => Promise<readonly AuditEntry[]>,
): Promise<ListBody<ShownEntry>> {
  const matches = matcherOf<AuditEntry>(auditFilters, filters);
  const found = await listMatching({ limit, cursor, matches }, listNewest(read), ({ id }) => id);
  return toListBody(found, toShownEntry);
}

function toShownEntry({ actor, ...entry }: AuditEntry): ShownEntry {
  return { object: 'audit_entry', ...entry, actor: toShownActor(actor) } satisfies EveryField<ShownEntry>;
}

type MemberOperations = Pick<
  AdminHandlers,
  | 'listMembers'
  | 'listOperatorMembers'
  | 'inviteMember'
  | 'inviteOperatorMember'
  | 'changeMemberRole'
  | 'changeOperatorMemberRole'
  | 'removeMember'
  | 'removeOperatorMember'
>;

const { of_organization: maximum, invitation_seconds } = adminLimits.members;

/** The operations on the members of an organization, and on those of the operator, whose organization_id is null. */
export function memberOperations({
  store,
  clock,
  dashboard,
}: Pick<AdminContext, 'store' | 'clock' | 'dashboard'>): MemberOperations {
  const now = () => (dashboard?.clock ?? clock).now();

  async function list(organization_id: string | null, query: PageQuery) {
    const body = await readPage(query, (page) => store.listMembers({ ...page, organization_id }), toShownMember);
    return { status: 200, body: body satisfies EveryField<MemberList> } as const;
  }

  async function invite(
    organization_id: string | null,
    { email: given, role, ...rest }: InviteMember | InviteOperatorMember,
    caller: AdminCaller,
  ) {
    requireAllTaken(rest);
    if (!dashboard)
      throw new AdminRefusal('invalid_state', 'This service does not serve a dashboard with sign-in links.');
    const email = given.toLowerCase();
    const { mail } = dashboard;
    const organization_name = await findName(organization_id);
    if (mail && !mail.takeInvitation(organization_id, email)) {
      const headers = { [limits.headers.retry_after]: '3600' };
      const message = 'Too many invitations were sent in this hour. Try again in an hour.';
      throw new AdminRefusal('rate_limited', message, { headers });
    }
    const lifetime_ms = invitation_seconds * 1000;
    const { link, url } = await drawLink({ role, organization_id, name: email }, { store, dashboard, lifetime_ms });
    const { created, expires_at } = link;
    const id = randomId('mem');
    const operationId = organization_id === null ? 'inviteOperatorMember' : 'inviteMember';
    // The sign-in with the link has the same target.
    const action = { action: operationId, organization_id, target: link.id, details: { email, role } } as const;
    const member = await store
      .audited(toAuditEntry(action, { caller, now: new Date(created) }))
      .inviteMember({ member: { id, organization_id, email, role, created }, link, maximum });
    if (!member) throw tooManyMembers(organization_id);
    const links = [{ organization_name, role, url }] as const;
    const outcome = await mail?.send({ id: link.id, to: email, isInvitation: true, links, expires_at });
    if (outcome === 'failed') throw new AdminRefusal('mail_failed');
    if (outcome === 'refused')
      throw new AdminRefusal(
        'mail_failed',
        'The mail server refuses the address. Remove the member, and invite another address.',
      );
    const body = {
      object: 'invited_member',
      member: toShownMember(member),
      url: mail ? null : url,
      expires_at,
    } as const;
    return { status: 201, body: body satisfies EveryField<InvitedMember> } as const;
  }

  /** Returns the name of the organization; null for the operator. */
  async function findName(organization_id: string | null): Promise<string | null> {
    if (organization_id === null) return null;
    const organization = await store.findListedOrganization(organization_id);
    if (!organization) throw noOrganization(organization_id);
    return organization.name;
  }

  async function changeRole(
    member: MemberName,
    { role, ...rest }: ChangeMemberRole | ChangeOperatorMemberRole,
    caller: AdminCaller,
  ) {
    requireAllTaken(rest);
    const { organization_id, id: target } = member;
    const { email } = await requireMember(member);
    const operationId = organization_id === null ? 'changeOperatorMemberRole' : 'changeMemberRole';
    const action = { action: operationId, organization_id, target, details: { email, role } } as const;
    const audited = store.audited(toAuditEntry(action, { caller, now: now() }));
    const changed = await audited.changeMemberRole(member, role);
    // It was removed in the meantime.
    if (!changed) throw noMember(target);
    return { status: 200, body: toShownMember(changed) } as const;
  }

  async function remove(member: MemberName, caller: AdminCaller) {
    const { organization_id, id: target } = member;
    const { email } = await requireMember(member);
    const operationId = organization_id === null ? 'removeOperatorMember' : 'removeMember';
    const action = { action: operationId, organization_id, target, details: { email } } as const;
    const removed = await store.audited(toAuditEntry(action, { caller, now: now() })).removeMember(member);
    if (!removed) throw noMember(target);
    return { status: 200, body: toShownMember(removed) } as const;
  }

  async function requireMember(member: MemberName): Promise<Member> {
    const found = await store.findMember(member);
    if (!found) throw noMember(member.id);
    return found;
  }

  return {
    listMembers: ({ path: { organization_id }, query }) => list(organization_id, query),
    listOperatorMembers: ({ query }) => list(null, query),
    inviteMember: ({ path: { organization_id }, body }, caller) => invite(organization_id, body, caller),
    inviteOperatorMember: ({ body }, caller) => invite(null, body, caller),
    changeMemberRole: ({ path: { organization_id, member_id: id }, body }, caller) =>
      changeRole({ organization_id, id }, body, caller),
    changeOperatorMemberRole: ({ path: { member_id: id }, body }, caller) =>
      changeRole({ organization_id: null, id }, body, caller),
    removeMember: ({ path: { organization_id, member_id: id } }, caller) => remove({ organization_id, id }, caller),
    removeOperatorMember: ({ path: { member_id: id } }, caller) => remove({ organization_id: null, id }, caller),
  };
}

function tooManyMembers(organization_id: string | null): AdminRefusal {
  const owner = organization_id === null ? 'operator' : 'organization';
  return new AdminRefusal(
    'invalid_state',
    `The ${owner} has ${maximum} members, which is the maximum. Remove one first.`,
  );
}

function noMember(id: string): AdminRefusal {
  return new AdminRefusal('not_found', `No member has the id ${id}.`);
}

function toShownMember(member: Member): ShownMember {
  return { object: 'member', ...member } satisfies EveryField<ShownMember>;
}
