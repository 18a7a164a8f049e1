import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { admin } from '../../api/admin-api.ts';
import { Button } from '../../components/button.tsx';
import { Empty, ErrorMessage } from '../../components/loading.tsx';
import { useCan } from '../../session/session-boundary.tsx';
import { BookingTable } from './booking-table.tsx';

export interface GuestBookingsProps {
  readonly organization_id: string;
  /** The e-mail address or the phone number of the guest. */
  readonly contact: string;
  /** The booking that is open. */
  readonly selected: string | undefined;
}

/** The bookings of a guest. Each page of the service reads some bookings, so it reads pages until the last one, or until it is stopped. */
export function GuestBookings(props: GuestBookingsProps): ReactNode {
  if (useCan('admin')) return <GuestSearch {...props} />;
  return (
    <Empty title="You cannot search for a guest">
      <p>It needs the role admin. Search for the id of the booking instead.</p>
    </Empty>
  );
}

function GuestSearch({ organization_id, contact, selected }: GuestBookingsProps): ReactNode {
  const [isStopped, setStopped] = useState(false);
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['guest-search', organization_id, contact],
    queryFn: async ({ pageParam, signal }) => {
      const { data: page } = await admin.POST('/organizations/{organization_id}/guest-search', {
        params: { path: { organization_id } },
        body: { contact, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      });
      return page;
    },
    initialPageParam: '',
    getNextPageParam: (page) => page?.next_cursor,
    // Each search adds an entry to the audit log, so only a person repeats it. The contact is not kept after the search.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useEffect(() => {
    if (hasNextPage && !isFetching && !isStopped && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, isStopped, error, fetchNextPage]);

  const rows = data?.pages.flatMap((page) => page?.data ?? []).toReversed() ?? [];
  const isSearching = isFetching || (hasNextPage && !isStopped && !error);
  return (
    <>
      <p className="quiet">The audit log records each search for a guest, without the address or the number.</p>
      {error && <ErrorMessage error={error} onRetry={() => void (data ? fetchNextPage() : refetch())} />}
      {isSearching && (
        <div className="row" role="status">
          <progress aria-label="Searching the bookings" />
          <p>Searching the bookings…</p>
          {hasNextPage && !isStopped && <Button onClick={() => setStopped(true)}>Stop</Button>}
        </div>
      )}
      {!isSearching && isStopped && hasNextPage && (
        <div className="row">
          <p>The search is not complete.</p>
          <Button onClick={() => setStopped(false)}>Continue</Button>
        </div>
      )}
      {rows.length > 0 && (
        <BookingTable
          organization_id={organization_id}
          caption="The bookings of the guest, newest first"
          rows={rows}
          selected={selected}
        />
      )}
      {!isSearching && !error && !hasNextPage && rows.length === 0 && (
        <Empty title="No booking found">
          <p>No booking of this organization has a guest with this address or number. Enter the whole of it.</p>
        </Empty>
      )}
    </>
  );
}
