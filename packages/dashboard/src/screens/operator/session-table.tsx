import type { ReactNode } from 'react';
import type { DashboardSession } from '@booking-service/contract/admin';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { shownName } from '../../components/shown-name.ts';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useSession } from '../../session/session-boundary.tsx';
import { HolderCell } from './holder-cell.tsx';

const states: Readonly<Record<DashboardSession['state'], readonly [text: string, tone: Tone]>> = {
  link: ['Link, not used', 'waiting'],
  active: ['Signed in', 'good'],
  expired: ['Expired', 'neutral'],
};

export interface SessionTableProps {
  readonly rows: readonly DashboardSession[];
  readonly isStale: boolean;
  readonly onRevoke: (session: DashboardSession) => void;
}

/** Sign-in links and sessions with their people. */
export function SessionTable({ onRevoke, ...table }: SessionTableProps): ReactNode {
  const { actor } = useSession();
  const columns: Column<DashboardSession>[] = [
    { title: 'Who', kind: 'main', cell: (session) => <HolderCell holder={session} isYou={session.id === actor.id} /> },
    {
      title: 'State',
      cell: ({ state }) => <Badge tone={states[state][1]}>{states[state][0]}</Badge>,
    },
    {
      title: 'Last used',
      kind: 'wide',
      cell: ({ last_used }) => (last_used ? <Time at={last_used} clock="computer" isNarrow /> : 'Never'),
    },
    { title: 'Expires', kind: 'wide', cell: ({ expires }) => <Time at={expires} clock="computer" isNarrow /> },
    {
      title: 'Revoke',
      kind: 'end',
      cell: (session) => (
        <Button
          label={`Revoke the access of ${session.name === null ? session.id : shownName(session.name)}`}
          onClick={() => onRevoke(session)}
        >
          Revoke…
        </Button>
      ),
    },
  ];
  return <Table {...table} caption="Links and sessions, newest first" columns={columns} rowKey={({ id }) => id} />;
}
