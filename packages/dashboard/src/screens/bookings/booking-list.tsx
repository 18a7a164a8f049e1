import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { ErrorMessage } from '../../components/error-message.tsx';
import { ListFilters, useListFilters } from '../../components/forms/list-filters.tsx';
import { Loading } from '../../components/loading.tsx';
import { Pager } from '../../components/pager.tsx';
import { BookingTable } from './booking-table.tsx';
import { NoBookings } from './no-bookings.tsx';

const words = {
  status: { any: 'Any status' },
  mode: {
    any: 'Test and live',
    options: [
      ['test', 'Test'],
      ['live', 'Live'],
    ],
  },
} as const;
const refreshAfter_ms = 5000;

export interface BookingListProps {
  readonly organization_id: string;
  /** The booking that is open. */
  readonly selected: string | undefined;
}

/** The newest bookings, with filters. The first page keeps up with new bookings. */
export function BookingList({ organization_id, selected }: BookingListProps): ReactNode {
  const filters = useListFilters('listBookings');
  const pages = usePages();
  const query = {
    ...filters.query,
    ...(pages.cursor !== undefined && { cursor: pages.cursor }),
    limit: 25,
  };
  const { data, error, isPlaceholderData, refetch } = api.useQuery(
    'get',
    '/organizations/{organization_id}/bookings',
    { params: { path: { organization_id }, query } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: pages.cursor === undefined ? refreshAfter_ms : false,
    },
  );
  return (
    <>
      <ListFilters list="listBookings" filters={filters} words={words} />
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="bookings" />}
      {data && data.data.length === 0 && (
        <NoBookings
          organization_id={organization_id}
          areFiltersSet={filters.areSet}
          isFirst={pages.cursor === undefined}
        />
      )}
      {data && data.data.length > 0 && (
        <BookingTable
          organization_id={organization_id}
          caption="Bookings, newest first"
          rows={data.data}
          selected={selected}
          isStale={isPlaceholderData}
        />
      )}
      <Pager pages={pages} next={data?.next_cursor} what="bookings" isBusy={isPlaceholderData} />
    </>
  );
}
