import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../components/badge.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { adminLimits, type QueueHealth } from '@booking-service/contract/admin';

const kindWords: Readonly<Record<QueueHealth['kind'], string>> = {
  runs: 'Bookings and payments',
  deliveries: 'Webhooks',
};

const { counted_work: maxCounted } = adminLimits;
const countText = (count: number) => (count >= maxCounted ? `${maxCounted} or more` : String(count));

const columns: readonly Column<QueueHealth>[] = [
  { title: 'Queue', kind: 'main', cell: ({ kind }) => kindWords[kind] },
  { title: 'Due', kind: 'end', cell: ({ due }) => countText(due) },
  {
    title: 'Oldest',
    kind: 'end',
    cell: ({ oldest_at }) => (oldest_at === null ? 'None' : <Time at={oldest_at} isNarrow />),
  },
  { title: 'Stuck', kind: 'end', cell: (queue) => <Stuck {...queue} /> },
];

/** The queues of one database: the due work, its age and the stuck work. */
export function QueueTable({ queues }: { readonly queues: readonly QueueHealth[] }): ReactNode {
  return <Table caption="Queues" columns={columns} rows={queues} rowKey={({ kind }) => kind} />;
}

function Stuck({ failing, pending }: QueueHealth): ReactNode {
  const stuck = failing + pending;
  if (stuck === 0) return '0';
  return (
    <Link href="/operator/stuck">
      <Badge tone="bad">{countText(stuck)}</Badge>
    </Link>
  );
}
