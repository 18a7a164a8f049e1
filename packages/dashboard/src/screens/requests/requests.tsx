import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/admin-api.ts';
import { useRowAddress } from '../../api/use-filters.ts';
import { useList } from '../../api/use-list.ts';
import { ListFilters, useListFilters } from '../../components/forms/list-filters.tsx';
import { ListRows } from '../../components/list-rows.tsx';
import { Empty } from '../../components/loading.tsx';
import { ScreenTitle, type ScreenProps } from '../../components/screen.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type { RequestEntry } from '@booking-service/contract/admin';
import { ModeBadge } from '../bookings/booking-table.tsx';
import { RequestDrawer } from './request-drawer.tsx';
import { StatusBadge } from './status-badge.tsx';

const words = {
  // A status class is easier to choose, and the address can still name a status.
  status: null,
  status_class: {
    label: 'Status',
    any: 'Any status',
    options: [
      ['2xx', 'Succeeded'],
      ['4xx', 'Refused (4xx)'],
      ['5xx', 'Failed (5xx)'],
    ],
  },
  key_id: { label: 'API key id' },
  mode: {
    any: 'Test and live',
    options: [
      ['test', 'Test'],
      ['live', 'Live'],
    ],
  },
} as const;
const refreshAfter_ms = 5000;

/** The requests that the organization sent, newest first. Each opens beside the list. */
export function Requests({ params: { organization_id = '', request_id } }: ScreenProps): ReactNode {
  const filters = useListFilters('listOrganizationRequests');
  const list = useList((page) =>
    api.queryOptions(
      'get',
      '/organizations/{organization_id}/requests',
      { params: { path: { organization_id }, query: { ...filters.query, ...page } } },
      { refetchInterval: page.cursor === undefined && refreshAfter_ms },
    ),
  );
  return (
    <>
      <ScreenTitle>Requests</ScreenTitle>
      <ListFilters list="listOrganizationRequests" filters={filters} words={words} />
      <ListRows
        list={list}
        what="requests"
        empty={<NoRequests areFiltersSet={filters.areSet} hasMore={list.hasMore} />}
      >
        {(table) => <RequestTable {...table} organization_id={organization_id} selected={request_id} />}
      </ListRows>
      {request_id !== undefined && (
        <RequestDrawer organization_id={organization_id} request_id={request_id} shown={list.data?.data ?? []} />
      )}
    </>
  );
}

interface NoRequestsProps {
  readonly areFiltersSet: boolean;
  readonly hasMore: boolean;
}

function NoRequests({ areFiltersSet, hasMore }: NoRequestsProps): ReactNode {
  if (areFiltersSet) {
    return (
      <Empty title="No requests here">
        <p>{hasMore ? 'Older requests may match. Open the next page.' : 'Change or clear the filters.'}</p>
      </Empty>
    );
  }
  return (
    <Empty title="No requests yet">
      <p>
        Each request with an API key of this organization appears here within a few seconds. The service may be set to
        log none.
      </p>
    </Empty>
  );
}

interface RequestTableProps {
  readonly organization_id: string;
  readonly rows: readonly RequestEntry[];
  readonly selected: string | undefined;
  readonly isStale: boolean;
}

function RequestTable({ organization_id, ...table }: RequestTableProps): ReactNode {
  const address = useRowAddress(`/organizations/${organization_id}/requests`);
  const columns: Column<RequestEntry>[] = [
    {
      title: 'Request',
      kind: 'main',
      cell: ({ id, method, path, error_code }) => (
        <>
          <Link className="row-link" href={address.toRow(id)} state={address.state}>
            <code>
              {method} {path}
            </code>
          </Link>
          {error_code !== null && <code className="details quiet narrow">{error_code}</code>}
        </>
      ),
    },
    { title: 'Status', cell: (request) => <StatusBadge request={request} /> },
    { title: 'Error', kind: 'wide', cell: ({ error_code }) => error_code && <code>{error_code}</code> },
    { title: 'Mode', kind: 'wide', cell: ({ livemode }) => <ModeBadge livemode={livemode} /> },
    { title: 'Latency', kind: 'wide', cell: ({ latency_ms }) => `${latency_ms} ms` },
    { title: 'Time', kind: 'end', cell: ({ created }) => <Time at={created} isNarrow /> },
  ];
  return <Table {...table} caption="Requests, newest first" columns={columns} rowKey={rowKey} />;
}

/** Several requests may have the same id, which their sender chose. */
function rowKey({ id, created, operation }: RequestEntry): string {
  return `${id} ${created} ${operation}`;
}
