import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { ListedDelivery } from '@booking-service/contract/admin';
import { type Column, Table } from '../../components/table.tsx';
import { durationText } from '../../components/shown-values.ts';
import { Time } from '../../components/elements.tsx';
import { DeliveryStateBadge } from '../../deliveries/delivery-state-badge.tsx';
import { isTestEvent, outcomeOf, outcomeWords, stateWords } from '../../deliveries/delivery-words.ts';
import { ListFilters, type ListFilterValues, useListFilters } from '../../components/list-filters.tsx';
import { Select } from '../../components/select.tsx';
import { serviceTime } from '../../session/service-time.ts';

interface DeliveryTableProps {
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

/** The periods of the filter `since`, with their words and hours. */
const periods = {
  '1h': ['The last hour', 1],
  '24h': ['The last 24 hours', 24],
  '7d': ['The last 7 days', 168],
  '30d': ['The last 30 days', 720],
} as const satisfies Readonly<Record<string, readonly [string, number]>>;

type Period = keyof typeof periods;

type DeliveryFilterValues = ListFilterValues<'listDeliveries', 'since'>;

/** The filters of the delivery history, in the address. */
export function useDeliveryFilters(): DeliveryFilterValues {
  const filters = useListFilters('listDeliveries', ['since']);
  const { since } = filters.values;
  // The time stays the same while the period does: the key of the query contains it.
  const created_from = useMemo(() => {
    const period = findPeriod(since);
    return period && startOf(period);
  }, [since]);
  return { ...filters, query: { ...filters.query, ...(created_from !== undefined && { created_from }) } };
}

const words = {
  state: { any: 'All', options: Object.entries(stateWords) },
  event_type: { label: 'Event', any: 'All' },
  status_class: { label: 'Last response', any: 'All', options: Object.entries(outcomeWords) },
  created_from: null,
  created_before: null,
} as const;

/** The filters of the delivery history. */
export function DeliveryFilters({ filters }: { readonly filters: DeliveryFilterValues }): ReactNode {
  return (
    <ListFilters list="listDeliveries" filters={filters} words={words}>
      <Select<Period | ''>
        label="Created in"
        value={findPeriod(filters.values.since) ?? ''}
        onChange={(since) => filters.set({ since })}
        options={[
          ['', 'Any time'],
          ...Object.entries(periods).map(([each, [text]]) => [each as Period, text] as const),
        ]}
      />
    </ListFilters>
  );
}

function findPeriod(since: string | undefined): Period | undefined {
  return (Object.keys(periods) as Period[]).find((each) => each === since);
}

/** The beginning of a period that ends now. */
function startOf(period: Period): string {
  return new Date(serviceTime() - periods[period][1] * 3_600_000).toISOString();
}
