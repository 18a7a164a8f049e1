import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { BookingTable, type BookingRow } from './booking-table.tsx';
import { nameText, toBookingNames } from './booking-names.ts';

export interface FoundBookingsProps {
  readonly organization_id: string;
  readonly text: string;
  /** The booking that is open. */
  readonly selected: string | undefined;
}

/** The bookings with this id, idempotency key or confirmation code. */
export function FoundBookings({ organization_id, text, selected }: FoundBookingsProps): ReactNode {
  const names = toBookingNames(text);
  const results = useQueries({
    queries: names.map((name) =>
      api.queryOptions('get', '/organizations/{organization_id}/booking-search', {
        params: { path: { organization_id }, query: name },
      }),
    ),
  });
  const failed = results.find(({ error }) => error !== null);
  if (failed) return <ErrorMessage error={failed.error} onRetry={() => void failed.refetch()} />;
  if (results.some(({ data }) => data === undefined)) return <Loading what="bookings" />;

  // A booking can be found by two of its names.
  const rows = new Map<string, BookingRow>();
  for (const [index, name] of names.entries()) {
    for (const booking of results[index]?.data?.data ?? []) {
      const earlier = rows.get(booking.id)?.found_by;
      const found_by = earlier === undefined ? nameText(name) : `${earlier}, ${nameText(name).toLowerCase()}`;
      rows.set(booking.id, { ...booking, found_by });
    }
  }
  if (rows.size === 0) {
    return (
      <Empty title="No booking found">
        <p>
          No booking of this organization has this id, idempotency key or confirmation code. Enter the whole text: parts
          of it are not found.
        </p>
      </Empty>
    );
  }
  return (
    <BookingTable
      organization_id={organization_id}
      caption="The bookings that were found"
      rows={[...rows.values()]}
      selected={selected}
      isSearch
    />
  );
}
