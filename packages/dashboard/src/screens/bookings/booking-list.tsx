import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { BookingStatus, ListedBooking } from '@booking-service/contract/admin';
import { useRowAddress } from '../../api/use-filters.ts';
import { Badge, Time, type Tone } from '../../components/elements.tsx';
import { type Column, ListRows, Table } from '../../components/table.tsx';
import { slotTime } from '../../components/shown-values.ts';
import { api } from '../../api/admin-api.ts';
import { useList } from '../../api/use-list.ts';
import { Empty } from '../../components/loading.tsx';
import { ListFilters, useListFilters } from '../../components/list-filters.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { useSession } from '../../session/session-boundary.tsx';

/** A booking, and what it was found by. */
export type BookingRow = ListedBooking & { readonly found_by?: string };

interface BookingTableProps {
  readonly organization_id: string;
  readonly rows: readonly BookingRow[];
  readonly caption: string;
  /** The booking that is open. */
  readonly selected?: string | undefined;
  readonly isStale?: boolean;
  /** Shows what each booking was found by. */
  readonly isSearch?: boolean;
}

/** Bookings in rows. Each opens beside the list. */
export function BookingTable({ organization_id, isSearch = false, ...table }: BookingTableProps): ReactNode {
  const address = useRowAddress(`/organizations/${organization_id}/bookings`);
  const columns: Column<BookingRow>[] = [
    {
      title: 'Booking',
      kind: 'main',
      cell: ({ id, starts_at, venue_id, provider }) => (
        <>
          <Link className="row-link" href={address.toRow(id)} state={address.state}>
            <code>{id}</code>
          </Link>
          <span className="details quiet narrow">
            {starts_at !== null && <SlotStart at={starts_at} />}
            <span>{venue_id}</span>
            <span>{provider}</span>
          </span>
        </>
      ),
    },
    { title: 'Status', cell: ({ status }) => <BookingBadge status={status} /> },
    ...(isSearch ? [{ title: 'Found by', cell: ({ found_by }: BookingRow) => found_by }] : []),
    { title: 'Result', kind: 'wide', cell: ({ confirmation_code, error_code }) => confirmation_code ?? error_code },
    {
      title: 'Slot',
      kind: 'wide',
      cell: ({ starts_at, venue_id }) => (
        <>
          {starts_at !== null && <SlotStart at={starts_at} />}
          <span className="details quiet">{venue_id}</span>
        </>
      ),
    },
    { title: 'Supplier', kind: 'wide', cell: ({ provider }) => provider },
    { title: 'Mode', kind: 'wide', cell: ({ livemode }) => <ModeBadge livemode={livemode} /> },
    { title: 'Created', kind: 'end', cell: ({ created }) => <Time at={created} isNarrow /> },
  ];
  return <Table {...table} columns={columns} rowKey={({ id }) => id} />;
}

/** The start of a slot, in the time zone of the browser. */
function SlotStart({ at }: { readonly at: string }): ReactNode {
  return (
    <time dateTime={at} title={at}>
      {slotTime(at)}
    </time>
  );
}

/** The environment of a booking. */
export function ModeBadge({ livemode }: { readonly livemode: boolean }): ReactNode {
  return livemode ? <Badge tone="accent">live</Badge> : <Badge>test</Badge>;
}

const tones: Readonly<Record<BookingStatus, Tone>> = {
  processing: 'waiting',
  requires_action: 'accent',
  confirmed: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  expired: 'neutral',
};

/** The status of a booking. */
export function BookingBadge({ status }: { readonly status: BookingStatus }): ReactNode {
  return <Badge tone={tones[status]}>{status.replace('_', ' ')}</Badge>;
}

const words = {
  status: { any: 'Any status' },
  mode: {
    any: 'Test and live',
    options: [
      ['test', 'Test'],
      ['live', 'Live'],
    ],
  },
  provider: { label: 'Supplier' },
  starts_from: { label: 'Slot from' },
  starts_before: { label: 'Slot before' },
} as const;
const refreshAfter_ms = 5000;

interface BookingListProps {
  readonly organization_id: string;
  /** The booking that is open. */
  readonly selected: string | undefined;
}

/** The newest bookings, with filters. The first page keeps up with new bookings. */
export function BookingList({ organization_id, selected }: BookingListProps): ReactNode {
  const filters = useListFilters('listOrganizationBookings');
  const list = useList((page) =>
    api.queryOptions(
      'get',
      '/organizations/{organization_id}/bookings',
      { params: { path: { organization_id }, query: { ...filters.query, ...page } } },
      { refetchInterval: page.cursor === undefined && refreshAfter_ms },
    ),
  );
  return (
    <>
      <ListFilters list="listOrganizationBookings" filters={filters} words={words} />
      <ListRows
        list={list}
        what="bookings"
        empty={
          <NoBookings
            organization_id={organization_id}
            areFiltersSet={filters.areSet}
            isFirst={list.pages.cursor === undefined}
            hasMore={list.hasMore}
          />
        }
      >
        {(table) => (
          <BookingTable
            {...table}
            organization_id={organization_id}
            caption="Bookings, newest first"
            selected={selected}
          />
        )}
      </ListRows>
    </>
  );
}

interface NoBookingsProps {
  readonly organization_id: string;
  readonly areFiltersSet: boolean;
  readonly isFirst: boolean;
  /** A page reads a bounded number of bookings, so older ones may match. */
  readonly hasMore: boolean;
}

/** Stands where the bookings would be. */
function NoBookings({ organization_id, areFiltersSet, isFirst, hasMore }: NoBookingsProps): ReactNode {
  const { service_url } = useSession();
  if (hasMore) {
    return (
      <Empty title="No bookings on this page">
        <p>Older bookings may match. Open the next page.</p>
      </Empty>
    );
  }
  if (areFiltersSet || !isFirst) {
    return (
      <Empty title="No bookings here">
        <p>{areFiltersSet ? 'Change or clear the filters.' : 'Go back to the newest bookings.'}</p>
      </Empty>
    );
  }
  return (
    <Empty title="No bookings yet">
      <p>
        Create one with an <Link href={`/organizations/${organization_id}/api-keys`}>API key</Link> of this
        organization. It appears here by itself.
      </p>
      {service_url !== null && (
        <CodeBlock label="The command that creates a booking">{createCommand(service_url)}</CodeBlock>
      )}
    </Empty>
  );
}

function createCommand(service_url: string): string {
  return [
    `curl -s ${service_url}/v1/bookings \\`,
    `  -H "Authorization: Bearer $KEY" -H "Idempotency-Key: dashboard-$(date +%s)" -H "Content-Type: application/json" \\`,
    `  -d '{"venue_id": "…", "slot_id": "…", "party_size": 2, "guest": {"first_name": "Ada", "last_name": "Byron", "email": "ada@diner.test"}}'`,
  ].join('\n');
}
