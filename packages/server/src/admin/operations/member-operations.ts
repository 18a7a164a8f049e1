import {
  adminLimits,
  type InvitedMember,
  type Member as ShownMember,
  type MemberList,
} from '@booking-service/contract/admin';
import { requireAllTaken, type EveryField } from '@booking-service/kernel/every-field';
import { randomId } from '@booking-service/kernel/ids';
import type { Member } from '../../store/access/members.ts';
import { noOrganization } from '../access/admit-caller.ts';
import type { AdminContext, AdminHandlers } from '../admin-context.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { drawLink } from '../dashboard/create-link.ts';
import { toAuditEntry } from '../to-audit-entry.ts';
import { readPage } from './lists.ts';

type MemberOperations = Pick<AdminHandlers, 'listMembers' | 'inviteMember' | 'changeMemberRole' | 'removeMember'>;

const { of_organization: maximum, invitation_seconds } = adminLimits.members;

/** The operations on the members of an organization. */
export function memberOperations({
  store,
  clock,
  dashboard,
}: Pick<AdminContext, 'store' | 'clock' | 'dashboard'>): MemberOperations {
  const now = () => (dashboard?.clock ?? clock).now();

  async function requireMember(organization_id: string, id: string): Promise<Member> {
    const found = await store.findMember({ organization_id, id });
    if (!found) throw noMember(id);
    return found;
  }

  return {
    async listMembers({ path: { organization_id }, query }) {
      const body = await readPage(query, (page) => store.listMembers({ ...page, organization_id }), toShown);
      return { status: 200, body: body satisfies EveryField<MemberList> };
    },
    async inviteMember({ path: { organization_id }, body: { email: given, role, ...rest } }, caller) {
      requireAllTaken(rest);
      if (!dashboard)
        throw new AdminRefusal('invalid_state', 'This service does not serve a dashboard with sign-in links.');
      const email = given.toLowerCase();
      const { mail } = dashboard;
      const organization = await store.findListedOrganization(organization_id);
      if (!organization) throw noOrganization(organization_id);
      if (mail && !mail.takeTurn(email, organization_id)) throw new AdminRefusal('rate_limited');
      const lifetime_ms = invitation_seconds * 1000;
      const { link, url } = await drawLink({ role, organization_id, name: email }, { store, dashboard, lifetime_ms });
      const { created, expires } = link;
      const id = randomId('mem');
      // The sign-in with the link has the same target.
      const action = { action: 'inviteMember', organization_id, target: link.id, details: { email, role } } as const;
      const member = await store
        .audited(toAuditEntry(action, { caller, now: new Date(created) }))
        .inviteMember({ member: { id, organization_id, email, role, created }, link, maximum });
      if (!member)
        throw new AdminRefusal(
          'invalid_state',
          `The organization has ${maximum} members, which is the maximum. Remove one first.`,
        );
      const links = [{ organization_name: organization.name, role, url }] as const;
      const outcome = await mail?.send({ id: link.id, to: email, isInvitation: true, links, expires });
      if (outcome === 'failed') throw new AdminRefusal('mail_failed');
      if (outcome === 'refused')
        throw new AdminRefusal(
          'mail_failed',
          'The mail server refuses the address. Remove the member, and invite another address.',
        );
      const body = { object: 'invited_member', member: toShown(member), url: mail ? null : url, expires } as const;
      return { status: 201, body: body satisfies EveryField<InvitedMember> };
    },
    async changeMemberRole({ path: { organization_id, member_id: id }, body: { role, ...rest } }, caller) {
      requireAllTaken(rest);
      const { email } = await requireMember(organization_id, id);
      const action = { action: 'changeMemberRole', organization_id, target: id, details: { email, role } } as const;
      const audited = store.audited(toAuditEntry(action, { caller, now: now() }));
      const changed = await audited.changeMemberRole({ organization_id, id }, role);
      // It was removed in the meantime.
      if (!changed) throw noMember(id);
      return { status: 200, body: toShown(changed) };
    },
    async removeMember({ path: { organization_id, member_id: id } }, caller) {
      const { email } = await requireMember(organization_id, id);
      const action = { action: 'removeMember', organization_id, target: id, details: { email } } as const;
      const removed = await store
        .audited(toAuditEntry(action, { caller, now: now() }))
        .removeMember({ organization_id, id });
      if (!removed) throw noMember(id);
      return { status: 200, body: toShown(removed) };
    },
  };
}

function noMember(id: string): AdminRefusal {
  return new AdminRefusal('not_found', `No member has the id ${id}.`);
}

function toShown(member: Member): ShownMember {
  return { object: 'member', ...member } satisfies EveryField<ShownMember>;
}
