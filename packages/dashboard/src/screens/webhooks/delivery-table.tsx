import { useMemo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { Table, type Column } from '../../components/table.tsx';
import { durationText } from '../../components/time-text.ts';
import { Time } from '../../components/time.tsx';
import { DeliveryStateBadge } from '../../deliveries/delivery-state-badge.tsx';
import { isTestEvent, outcomeOf } from '../../deliveries/delivery-words.ts';
import type { ListedDelivery } from '@booking-service/contract/admin';

export interface DeliveryTableProps {
  readonly organization_id: string;
  readonly rows: readonly ListedDelivery[];
  readonly selected: string | undefined;
  readonly isStale: boolean;
}

/** A page of deliveries. Each row opens its details, at an address that keeps the filters and the page. */
export function DeliveryTable({ organization_id, rows, selected, isStale }: DeliveryTableProps): ReactNode {
  const state: unknown = useHistoryState();
  const { search } = location;
  const columns = useMemo<readonly Column<ListedDelivery>[]>(
    () => [
      {
        title: 'Event',
        kind: 'main',
        cell: (row) => (
          <>
            <Link
              className="row-link"
              href={`/organizations/${organization_id}/webhooks/${row.id}${search}`}
              state={state}
            >
              {row.event_type}
            </Link>
            <span className="details quiet narrow">
              <span>{row.last_attempt ? outcomeOf(row.last_attempt) : 'No attempt yet'}</span>
              {isTestEvent(row) ? <span>Test event</span> : <code>{row.booking_id}</code>}
            </span>
          </>
        ),
      },
      { title: 'State', cell: ({ state: of }) => <DeliveryStateBadge state={of} /> },
      {
        title: 'Last response',
        kind: 'wide',
        cell: ({ last_attempt }) => (last_attempt ? outcomeOf(last_attempt) : '–'),
      },
      { title: 'Attempts', kind: 'wide', cell: ({ last_attempt }) => last_attempt?.attempt ?? 0 },
      {
        title: 'Duration',
        kind: 'wide',
        cell: ({ last_attempt }) => (last_attempt ? durationText(last_attempt.duration_ms) : '–'),
      },
      {
        title: 'Booking',
        kind: 'wide',
        cell: (row) => (isTestEvent(row) ? <span className="quiet">Test event</span> : <code>{row.booking_id}</code>),
      },
      { title: 'Created', kind: 'end', cell: ({ created }) => <Time at={created} isNarrow /> },
    ],
    [organization_id, search, state],
  );
  return (
    <Table
      caption="Deliveries, newest first"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      selected={selected}
      isStale={isStale}
    />
  );
}
