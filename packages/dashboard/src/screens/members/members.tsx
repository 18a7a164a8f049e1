import { type ReactNode, useState } from 'react';
import type { DashboardRole, Member, MemberList } from '@booking-service/contract/admin';
import { Badge, Button, Time } from '../../components/elements.tsx';
import { type Column, ListRows, Table } from '../../components/table.tsx';
import { useSession } from '../../session/session-boundary.tsx';
import { useMay } from '../../session/use-may.ts';
import { ChangeRole, InviteMember, isCaller, type MemberChanges, RemoveMember } from './member-changes.tsx';
import { admin, api, useInvalidate } from '../../api/admin-api.ts';
import { type List, useList } from '../../api/use-list.ts';
import { Empty } from '../../components/loading.tsx';
import { type ScreenProps, ScreenTitle } from '../../components/screen.tsx';
import { memberRoles, operatorRoles } from '../operator/holder-fields.tsx';

export interface MemberTableProps {
  readonly rows: readonly Member[];
  readonly isStale: boolean;
  readonly mayChange: boolean;
  readonly onChangeRole: (member: Member) => void;
  readonly onRemove: (member: Member) => void;
}

/** Members with their roles. A person who may not change them sees no buttons. */
export function MemberTable({ mayChange, onChangeRole, onRemove, ...table }: MemberTableProps): ReactNode {
  const session = useSession();
  const columns: Column<Member>[] = [
    {
      title: 'Who',
      kind: 'main',
      cell: (member) => (
        <>
          <strong>{member.email}</strong> {isCaller(member, session) && <Badge tone="accent">You</Badge>}
          <span className="details quiet">
            <span className="capital">{member.role}</span>
          </span>
        </>
      ),
    },
    { title: 'Invited', kind: 'wide', cell: ({ created }) => <Time at={created} clock="computer" isNarrow /> },
    {
      title: 'Last sign-in',
      kind: 'wide',
      cell: ({ signed_in_at }) =>
        signed_in_at === null ? 'Never' : <Time at={signed_in_at} clock="computer" isNarrow />,
    },
  ];
  const change: Column<Member> = {
    title: 'Change',
    kind: 'end',
    cell: (member) => (
      <>
        <Button label={`Change the role of ${member.email}`} onClick={() => onChangeRole(member)}>
          Role…
        </Button>{' '}
        <Button label={`Remove ${member.email}`} onClick={() => onRemove(member)}>
          Remove…
        </Button>
      </>
    ),
  };
  return (
    <Table
      {...table}
      caption="Members, newest first"
      columns={mayChange ? [...columns, change] : columns}
      rowKey={({ id }) => id}
    />
  );
}

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
