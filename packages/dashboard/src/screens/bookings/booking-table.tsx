import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRowAddress } from '../../api/use-filters.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { slotTime } from '../../components/time-text.ts';
import { Time } from '../../components/time.tsx';
import type { ListedBooking, BookingStatus } from '@booking-service/contract/admin';

/** A booking, and what it was found by. */
export type BookingRow = ListedBooking & { readonly found_by?: string };

export interface BookingTableProps {
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
