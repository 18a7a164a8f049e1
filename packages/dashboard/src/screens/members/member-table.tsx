import type { ReactNode } from 'react';
import type { Member } from '@booking-service/contract/admin';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useSession } from '../../session/session-boundary.tsx';
import { isCaller } from './member-changes.ts';

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
      cell: ({ signed_in }) => (signed_in === null ? 'Never' : <Time at={signed_in} clock="computer" isNarrow />),
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
