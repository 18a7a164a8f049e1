import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { admin } from '../../api/admin-api.ts';
import { useRowAddress } from '../../api/use-filters.ts';
import { findInPages } from '../../api/use-pages.ts';
import { Copied } from '../../components/code-block.tsx';
import { Drawer } from '../../components/dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { Time } from '../../components/time.tsx';
import type { RequestEntry } from '@booking-service/contract/admin';
import { useSession } from '../../session/session-boundary.tsx';
import { ModeBadge } from '../bookings/booking-table.tsx';
import { StatusBadge } from './status-badge.tsx';

const path = '/organizations/{organization_id}/requests';
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
    queryKey: ['get', path, { organization_id, request_id }],
    queryFn: ({ signal }) =>
      findInPages(request_id, async (cursor) => {
        const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
        return (await admin.GET(path, { params: { path: { organization_id }, query }, signal })).data;
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
