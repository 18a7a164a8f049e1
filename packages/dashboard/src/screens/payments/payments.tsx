import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/admin-api.ts';
import { useList } from '../../api/use-list.ts';
import { Badge, Button, Time } from '../../components/elements.tsx';
import { ListFilters, useListFilters } from '../../components/list-filters.tsx';
import { type Column, ListRows, Table } from '../../components/table.tsx';
import { Empty } from '../../components/loading.tsx';
import { ScreenTitle, type ScreenProps } from '../../components/screen.tsx';
import type { ListedBooking } from '@booking-service/contract/admin';
import { BookingBadge } from '../bookings/booking-list.tsx';
import { paymentWords } from '../bookings/payment-words.ts';

/** The screen opens with the unsettled payments. `all` is a value of the page only, so it filters nothing. */
const all = 'all';
const words = {
  status: { label: 'Payment', any: 'Any status' },
  unsettled: {
    label: 'Show',
    any: 'Unsettled',
    options: [
      ['false', 'Settled'],
      [all, 'All'],
    ],
  },
} as const;
const refreshAfter_ms = 5000;

/** The payments of an organization, those that are unsettled first. Each leads to its booking. */
export function Payments({ params: { organization_id = '' } }: ScreenProps): ReactNode {
  const filters = useListFilters('listPayments');
  const query = { ...(filters.values.unsettled === undefined && { unsettled: 'true' as const }), ...filters.query };
  const list = useList((page) =>
    api.queryOptions(
      'get',
      '/organizations/{organization_id}/payments',
      { params: { path: { organization_id }, query: { ...query, ...page } } },
      { refetchInterval: page.cursor === undefined && refreshAfter_ms },
    ),
  );
  const showAll = () => filters.set({ status: '', unsettled: all });
  return (
    <>
      <ScreenTitle>Payments</ScreenTitle>
      <ListFilters list="listPayments" filters={filters} words={words} />
      <ListRows list={list} what="payments" empty={<NoPayments areFiltersSet={filters.areSet} onShowAll={showAll} />}>
        {(table) => (
          <Table
            {...table}
            caption="Payments, newest booking first"
            columns={columnsOf(organization_id)}
            rowKey={({ id }) => id}
          />
        )}
      </ListRows>
    </>
  );
}

interface NoPaymentsProps {
  readonly areFiltersSet: boolean;
  readonly onShowAll: () => void;
}

function NoPayments({ areFiltersSet, onShowAll }: NoPaymentsProps): ReactNode {
  if (areFiltersSet) {
    return (
      <Empty title="No payments here">
        <p>Change or clear the filters.</p>
      </Empty>
    );
  }
  return (
    <Empty title="No unsettled payments">
      <p>A payment is unsettled while money of an ended booking is not returned, or a refund is due.</p>
      <Button onClick={onShowAll}>Show all payments</Button>
    </Empty>
  );
}

function columnsOf(organization_id: string): Column<ListedBooking>[] {
  return [
    {
      title: 'Booking',
      kind: 'main',
      cell: ({ id, status, created }) => (
        <>
          <Link className="row-link" href={`/organizations/${organization_id}/bookings/${encodeURIComponent(id)}`}>
            <code>{id}</code>
          </Link>
          <span className="details quiet narrow">
            <span>{status.replace('_', ' ')}</span>
            <Time at={created} isNarrow />
          </span>
        </>
      ),
    },
    ...paymentColumns,
  ];
}

const paymentColumns: readonly Column<ListedBooking>[] = [
  {
    title: 'Payment',
    cell: ({ payment }) => payment && <Badge tone={paymentWords(payment).tone}>{paymentWords(payment).status}</Badge>,
  },
  { title: 'Refunded', kind: 'wide', cell: ({ payment }) => payment && paymentWords(payment).refunded },
  { title: 'Status', kind: 'wide', cell: ({ status }) => <BookingBadge status={status} /> },
  { title: 'Created', kind: 'wide', cell: ({ created }) => <Time at={created} isNarrow /> },
  { title: 'Amount', kind: 'end', cell: ({ payment }) => payment && paymentWords(payment).amount },
];
