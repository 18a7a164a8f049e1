import type { ReactNode } from 'react';
import type { RequestEntry } from '@booking-service/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Badge, Facts, Time, type Tone } from '../../components/elements.tsx';
import { admin, api } from '../../api/admin-api.ts';
import { useRowAddress } from '../../api/use-filters.ts';
import { findInPages, useList } from '../../api/use-list.ts';
import { Copied } from '../../components/code-block.tsx';
import { Drawer } from '../../components/dialogs.tsx';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { useSession } from '../../session/session-boundary.tsx';
import { ModeBadge } from '../bookings/booking-list.tsx';
import { ListFilters, useListFilters } from '../../components/list-filters.tsx';
import { type Column, ListRows, Table } from '../../components/table.tsx';
import { type ScreenProps, ScreenTitle } from '../../components/screen.tsx';

/** The status of the response. */
export function StatusBadge({ request: { status } }: { readonly request: Pick<RequestEntry, 'status'> }): ReactNode {
  if (status === null) return <Badge>closed</Badge>;
  const tone: Tone = status < 400 ? 'good' : status < 500 ? 'waiting' : 'bad';
  return <Badge tone={tone}>{status}</Badge>;
}

const requestsPath = '/organizations/{organization_id}/requests';
const keysPath = '/organizations/{organization_id}/keys';

export interface RequestDrawerProps {
  readonly organization_id: string;
  readonly request_id: string;
  /** The requests of the list. A link may lead to a request of another page. */
  readonly shown: readonly RequestEntry[];
}

/** One request: its outcome, what sent it, and what it was about. */
export function RequestDrawer({ organization_id, request_id, shown }: RequestDrawerProps): ReactNode {
  const { close } = useRowAddress(`/organizations/${organization_id}/requests`);
  const listed = shown.find(({ id }) => id === request_id);
  const { data, error, refetch } = useQuery({
    queryKey: ['get', requestsPath, { organization_id, request_id }],
    queryFn: ({ signal }) =>
      findInPages(request_id, async (cursor) => {
        const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
        return (await admin.GET(requestsPath, { params: { path: { organization_id }, query }, signal })).data;
      }),
    enabled: listed === undefined,
  });
  const request = listed ?? data;
  return (
    <Drawer
      title={request ? `${request.method} ${request.path}` : 'Request'}
      onClose={close}
      head={
        request && (
          <div className="row">
            <StatusBadge request={request} />
            <ModeBadge livemode={request.livemode} />
          </div>
        )
      }
    >
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {request === undefined && !error && <Loading what="the request" />}
      {request === null && (
        <Empty title="No longer stored">
          <p>The log keeps the newest requests for some days. Close this to see them.</p>
        </Empty>
      )}
      {request && <RequestDetails organization_id={organization_id} request={request} />}
    </Drawer>
  );
}

interface RequestDetailsProps {
  readonly organization_id: string;
  readonly request: RequestEntry;
}

function RequestDetails({ organization_id, request }: RequestDetailsProps): ReactNode {
  const { id, created, operation, status, error_code, key_id, idempotency_key, booking_id, latency_ms } = request;
  const name = useKeyName(organization_id, key_id);
  const base = `/organizations/${organization_id}`;
  return (
    <Facts
      rows={[
        ['Time', <Time key="time" at={created} isExact />],
        ['Operation', <code key="operation">{operation}</code>],
        ['Status', status === null ? 'None: the connection was closed before the response.' : String(status)],
        ['Error', error_code === null ? null : <ErrorCode key="error" code={error_code} />],
        [
          'API key',
          <Link key="key" href={`${base}/api-keys/${encodeURIComponent(key_id)}`}>
            {name ?? <code>{key_id}</code>}
          </Link>,
        ],
        ['Request id', <Copied key="id" text={id} label="Copy the id of the request" />],
        ['Idempotency key', idempotency_key === null ? null : <code key="idempotency">{idempotency_key}</code>],
        [
          'Booking',
          booking_id === null ? null : (
            <Link key="booking" href={`${base}/bookings/${encodeURIComponent(booking_id)}`}>
              <code>{booking_id}</code>
            </Link>
          ),
        ],
        ['Latency', `${latency_ms} ms`],
      ]}
    />
  );
}

/** The code of a refusal, with a link to its page in the docs, if the address of the service is known. */
function ErrorCode({ code }: { readonly code: string }): ReactNode {
  const { service_url } = useSession();
  if (service_url === null) return <code>{code}</code>;
  return (
    <a href={`${service_url}/docs/errors/${code}`} target="_blank" rel="noreferrer">
      <code>{code}</code>
    </a>
  );
}

/** Returns the name of an API key; undefined until it is found, and for one without a name. */
function useKeyName(organization_id: string, key_id: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['get', keysPath, { organization_id, key_id }],
    queryFn: ({ signal }) =>
      findInPages(key_id, async (cursor) => {
        const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
        return (await admin.GET(keysPath, { params: { path: { organization_id }, query }, signal })).data;
      }),
  });
  return data?.name ?? undefined;
}

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
