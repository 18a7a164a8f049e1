import { useState, type ReactNode } from 'react';
import type { DashboardRole, Member, MemberList } from '@booking-service/contract/admin';
import { admin, api } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { useList, type List } from '../../api/use-list.ts';
import { Button } from '../../components/button.tsx';
import { ListRows } from '../../components/list-rows.tsx';
import { Empty } from '../../components/loading.tsx';
import { ScreenTitle, type ScreenProps } from '../../components/screen.tsx';
import { useMay } from '../../session/use-may.ts';
import { memberRoles, operatorRoles } from '../operator/holder-fields.tsx';
import { ChangeRole } from './change-role.tsx';
import { InviteMember } from './invite-member.tsx';
import type { MemberChanges } from './member-changes.ts';
import { MemberTable } from './member-table.tsx';
import { RemoveMember } from './remove-member.tsx';

interface MembersProps<R extends DashboardRole> {
  readonly title: string;
  readonly about: string;
  readonly list: List<MemberList>;
  readonly mayChange: boolean;
  readonly changes: MemberChanges<R>;
}

/** The dialog that is open beside the list. */
type Opened = { readonly what: 'invite' } | { readonly what: 'role' | 'remove'; readonly member: Member };

/** Members: invite, change a role, remove. */
function Members<R extends DashboardRole>({ title, about, list, mayChange, changes }: MembersProps<R>): ReactNode {
  const [opened, setOpened] = useState<Opened | null>(null);
  const invite = mayChange && (
    <Button kind="primary" onClick={() => setOpened({ what: 'invite' })}>
      Invite member
    </Button>
  );
  const onClose = () => setOpened(null);
  return (
    <>
      <ScreenTitle actions={invite}>{title}</ScreenTitle>
      <p className="quiet">{about} The audit log names them by their email.</p>
      <ListRows
        list={list}
        what="members"
        empty={
          <Empty title="No members yet">
            <p>{mayChange ? 'Invite a person by email.' : 'Ask an admin of the organization to invite a person.'}</p>
          </Empty>
        }
      >
        {(table) => (
          <MemberTable
            {...table}
            mayChange={mayChange}
            onChangeRole={(member) => setOpened({ what: 'role', member })}
            onRemove={(member) => setOpened({ what: 'remove', member })}
          />
        )}
      </ListRows>
      {opened?.what === 'invite' && <InviteMember changes={changes} onClose={onClose} />}
      {opened?.what === 'role' && <ChangeRole member={opened.member} changes={changes} onClose={onClose} />}
      {opened?.what === 'remove' && <RemoveMember member={opened.member} changes={changes} onClose={onClose} />}
    </>
  );
}

/** The people of an organization. */
export function OrganizationMembers({ params: { organization_id = '' } }: ScreenProps): ReactNode {
  const path = '/organizations/{organization_id}/members';
  const mayChange = useMay('inviteMember');
  const invalidate = useInvalidate();
  const list = useList((page) => api.queryOptions('get', path, { params: { path: { organization_id }, query: page } }));
  const of = (member_id: string) => ({ path: { organization_id, member_id } });
  return (
    <Members
      title="Members"
      about="The people who were invited to this organization."
      list={list}
      mayChange={mayChange}
      changes={{
        roles: memberRoles,
        firstRole: 'developer',
        invite: async (body) => (await admin.POST(path, { params: { path: { organization_id } }, body })).data,
        changeRole: (id, role) => admin.PUT(`${path}/{member_id}/role`, { params: of(id), body: { role } }),
        remove: (id) => admin.POST(`${path}/{member_id}/remove`, { params: of(id) }),
        refresh: () => invalidate(path),
      }}
    />
  );
}

/** The people of the operator. */
export function OperatorMembers(): ReactNode {
  const path = '/operator/members';
  const mayChange = useMay('inviteOperatorMember');
  const invalidate = useInvalidate();
  const list = useList((page) => api.queryOptions('get', path, { params: { query: page } }));
  const of = (member_id: string) => ({ path: { member_id } });
  return (
    <Members
      title="Members of the operator"
      about="The people of support and the operators who were invited to all organizations."
      list={list}
      mayChange={mayChange}
      changes={{
        roles: operatorRoles,
        firstRole: 'support',
        invite: async (body) => (await admin.POST(path, { body })).data,
        changeRole: (id, role) => admin.PUT(`${path}/{member_id}/role`, { params: of(id), body: { role } }),
        remove: (id) => admin.POST(`${path}/{member_id}/remove`, { params: of(id) }),
        refresh: () => invalidate(path),
      }}
    />
  );
}
