import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/admin-api.ts';
import { useList } from '../../api/use-list.ts';
import { ListFilters, useListFilters } from '../../components/list-filters.tsx';
import { type Column, ListRows, Table } from '../../components/table.tsx';
import { Empty } from '../../components/loading.tsx';
import { ScreenTitle } from '../../components/screen.tsx';
import { Time } from '../../components/elements.tsx';
import type { FailedRequest } from '@booking-service/contract/admin';
import { ModeBadge } from '../bookings/booking-list.tsx';
import { StatusBadge } from '../requests/requests.tsx';

const words = { created_from: { label: 'From' }, created_before: { label: 'Before' } } as const;

/** The requests of all organizations that the service failed, and by which organization and key they were sent. */
export function FailedRequests(): ReactNode {
  const filters = useListFilters('listFailedRequests');
  const list = useList((page) =>
    api.queryOptions(
      'get',
      '/failed-requests',
      { params: { query: { ...filters.query, ...page } } },
      { refetchInterval: page.cursor === undefined && 10_000 },
    ),
  );
  return (
    <>
      <ScreenTitle>Failed requests</ScreenTitle>
      <p className="quiet">
        Requests that got a status of 500 or more. While the database does not respond, only the log of the service has
        them.
      </p>
      <ListFilters list="listFailedRequests" filters={filters} words={words} />
      <ListRows
        list={list}
        what="failed requests"
        empty={
          <Empty title="No failed requests">
            <p>
              {filters.areSet ? 'Change or clear the filters.' : 'The log of requests has none.'}{' '}
              <Link href="/operator/health">Health</Link> shows the state of the database and the suppliers.
            </p>
          </Empty>
        }
      >
        {(table) => (
          <Table
            {...table}
            caption="Failed requests, newest first"
            columns={columns}
            rowKey={({ request: { id, created, operation } }) => `${id} ${created} ${operation}`}
          />
        )}
      </ListRows>
    </>
  );
}

const columns: readonly Column<FailedRequest>[] = [
  {
    title: 'Request',
    kind: 'main',
    cell: ({ organization_id, request: { id, method, path, error_code } }) => (
      <>
        <Link className="row-link" href={`/organizations/${organization_id}/requests/${encodeURIComponent(id)}`}>
          <code>
            {method} {path}
          </code>
        </Link>
        <span className="details quiet narrow">
          {error_code !== null && <code>{error_code}</code>}
          <code>{organization_id}</code>
        </span>
      </>
    ),
  },
  { title: 'Status', cell: ({ request }) => <StatusBadge request={request} /> },
  { title: 'Error', kind: 'wide', cell: ({ request }) => request.error_code && <code>{request.error_code}</code> },
  {
    title: 'Organization and key',
    kind: 'wide',
    cell: ({ organization_id, request: { key_id } }) => (
      <>
        <Link href={`/operator/organizations/${organization_id}`}>
          <code>{organization_id}</code>
        </Link>
        <span className="details quiet">
          <code>{key_id}</code>
        </span>
      </>
    ),
  },
  { title: 'Mode', kind: 'wide', cell: ({ request: { livemode } }) => <ModeBadge livemode={livemode} /> },
  { title: 'Time', kind: 'end', cell: ({ request: { created } }) => <Time at={created} isNarrow /> },
];
