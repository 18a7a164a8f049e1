import type { ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { useList } from '../../api/use-list.ts';
import { ListRows } from '../../components/list-rows.tsx';
import { Empty } from '../../components/loading.tsx';
import { ListFilters, useListFilters } from '../../components/forms/list-filters.tsx';
import { BookingTable } from './booking-table.tsx';
import { Link } from 'wouter';
import { CodeBlock } from '../../components/code-block.tsx';
import { useSession } from '../../session/session-boundary.tsx';

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

export interface BookingListProps {
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

export interface NoBookingsProps {
  readonly organization_id: string;
  readonly areFiltersSet: boolean;
  readonly isFirst: boolean;
  /** A page reads a bounded number of bookings, so older ones may match. */
  readonly hasMore: boolean;
}

/** Stands where the bookings would be. */
export function NoBookings({ organization_id, areFiltersSet, isFirst, hasMore }: NoBookingsProps): ReactNode {
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
    `  -H "Authorization: Bearer $KEY" -H "Idempotency-Key: order-1" -H "Content-Type: application/json" \\`,
    `  -d '{"venue_id": "…", "slot_id": "…", "party_size": 2, "guest": {"first_name": "Ada", "last_name": "Byron", "email": "ada@diner.test"}}'`,
  ].join('\n');
}
