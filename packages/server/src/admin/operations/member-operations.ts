import {
  adminLimits,
  type ChangeMemberRole,
  type ChangeOperatorMemberRole,
  type InvitedMember,
  type InviteMember,
  type InviteOperatorMember,
  type Member as ShownMember,
  type MemberList,
} from '@booking-service/contract/admin';
import { type EveryField, randomId, requireAllTaken } from '@booking-service/kernel/contract';
import type { Member, MemberName } from '../../store/access/members.ts';
import { type AdminCaller, noOrganization, toAuditEntry } from '../admin-caller.ts';
import type { AdminContext, AdminHandlers } from '../admin-context.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { drawLink } from '../dashboard/sessions.ts';
import { readPage, type PageQuery } from './lists.ts';

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
    const body = await readPage(query, (page) => store.listMembers({ ...page, organization_id }), toShown);
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
      throw new AdminRefusal('rate_limited', 'Too many invitations were sent in this hour. Try again in an hour.');
    }
    const lifetime_ms = invitation_seconds * 1000;
    const { link, url } = await drawLink({ role, organization_id, name: email }, { store, dashboard, lifetime_ms });
    const { created, expires } = link;
    const id = randomId('mem');
    const operationId = organization_id === null ? 'inviteOperatorMember' : 'inviteMember';
    // The sign-in with the link has the same target.
    const action = { action: operationId, organization_id, target: link.id, details: { email, role } } as const;
    const member = await store
      .audited(toAuditEntry(action, { caller, now: new Date(created) }))
      .inviteMember({ member: { id, organization_id, email, role, created }, link, maximum });
    if (!member) throw tooManyMembers(organization_id);
    const links = [{ organization_name, role, url }] as const;
    const outcome = await mail?.send({ id: link.id, to: email, isInvitation: true, links, expires });
    if (outcome === 'failed') throw new AdminRefusal('mail_failed');
    if (outcome === 'refused')
      throw new AdminRefusal(
        'mail_failed',
        'The mail server refuses the address. Remove the member, and invite another address.',
      );
    const body = { object: 'invited_member', member: toShown(member), url: mail ? null : url, expires } as const;
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
    return { status: 200, body: toShown(changed) } as const;
  }

  async function remove(member: MemberName, caller: AdminCaller) {
    const { organization_id, id: target } = member;
    const { email } = await requireMember(member);
    const operationId = organization_id === null ? 'removeOperatorMember' : 'removeMember';
    const action = { action: operationId, organization_id, target, details: { email } } as const;
    const removed = await store.audited(toAuditEntry(action, { caller, now: now() })).removeMember(member);
    if (!removed) throw noMember(target);
    return { status: 200, body: toShown(removed) } as const;
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

function toShown(member: Member): ShownMember {
  return { object: 'member', ...member } satisfies EveryField<ShownMember>;
}
