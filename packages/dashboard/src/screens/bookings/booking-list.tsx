import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { useFilters } from '../../api/use-filters.ts';
import { usePages } from '../../api/use-pages.ts';
import { Button } from '../../components/button.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { FilterField } from '../../components/forms/filter-field.tsx';
import { Loading } from '../../components/loading.tsx';
import { Pager } from '../../components/pager.tsx';
import { Select } from '../../components/select.tsx';
import { TimeField } from '../../components/forms/time-field.tsx';
import { bookingStatuses, isStatus } from './booking-badge.tsx';
import { BookingTable } from './booking-table.tsx';
import { NoBookings } from './no-bookings.tsx';

const filterNames = ['status', 'mode', 'provider', 'created_from', 'created_before'] as const;
const modes = ['test', 'live'] as const;
const refreshAfter_ms = 5000;

export interface BookingListProps {
  readonly organization_id: string;
  /** The booking that is open. */
  readonly selected: string | undefined;
}

/** The newest bookings, with filters. The first page keeps up with new bookings. */
export function BookingList({ organization_id, selected }: BookingListProps): ReactNode {
  const { values, set, clear, areSet } = useFilters(filterNames);
  const pages = usePages();
  const { status, mode: modeText, ...others } = values;
  const mode = modes.find((each) => each === modeText);
  const query = {
    ...others,
    ...(isStatus(status) && { status }),
    ...(mode !== undefined && { mode }),
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
      <section className="filters" aria-label="Filters">
        <Select
          label="Status"
          value={isStatus(status) ? status : ''}
          options={[['', 'Any status'], ...bookingStatuses.map((each) => [each, each.replace('_', ' ')] as const)]}
          onChange={(value) => set({ status: value })}
        />
        <Select
          label="Mode"
          value={mode ?? ''}
          options={[
            ['', 'Test and live'],
            ['test', 'Test'],
            ['live', 'Live'],
          ]}
          onChange={(value) => set({ mode: value })}
        />
        <FilterField
          label="Provider"
          value={values.provider ?? ''}
          maxLength={60}
          onChange={(provider) => set({ provider })}
        />
        <TimeField
          label="Created from"
          value={values.created_from}
          onChange={(created_from) => set({ created_from })}
        />
        <TimeField
          label="Created before"
          value={values.created_before}
          onChange={(created_before) => set({ created_before })}
        />
        {areSet && <Button onClick={clear}>Clear filters</Button>}
      </section>
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="bookings" />}
      {data && data.data.length === 0 && (
        <NoBookings organization_id={organization_id} areFiltersSet={areSet} isFirst={pages.cursor === undefined} />
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
