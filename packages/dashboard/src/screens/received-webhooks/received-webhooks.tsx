import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/admin-api.ts';
import { useList } from '../../api/use-list.ts';
import { useRowAddress } from '../../api/use-filters.ts';
import { Badge } from '../../components/badge.tsx';
import { ListRows } from '../../components/list-rows.tsx';
import { Empty } from '../../components/loading.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { ScreenTitle, type ScreenProps } from '../../components/screen.tsx';
import { Time } from '../../components/time.tsx';
import type { ReceivedWebhook } from '@booking-service/contract/admin';
import { ReceivedDrawer, VerdictBadge } from './received-drawer.tsx';
import { delivery } from '@booking-service/contract';
import { useSession } from '../../session/session-boundary.tsx';

const refreshAfter_ms = 2000;

/** The webhooks that the built-in receiver of the sandbox got. The first page keeps up. */
export function ReceivedWebhooks({ params }: ScreenProps): ReactNode {
  const { organization_id = '', received_id } = params;
  const list = useList((page) =>
    api.queryOptions(
      'get',
      '/organizations/{organization_id}/received-webhooks',
      { params: { path: { organization_id }, query: page } },
      { refetchInterval: page.cursor === undefined && refreshAfter_ms },
    ),
  );
  return (
    <>
      <ScreenTitle>Received webhooks</ScreenTitle>
      <p className="quiet">
        The built-in receiver of the sandbox verifies each webhook, as yours should. It keeps the newest 200 until the
        sandbox stops.
      </p>
      <ListRows list={list} what="received webhooks" empty={<NothingReceived organization_id={organization_id} />}>
        {(table) => <ReceivedTable {...table} organization_id={organization_id} selected={received_id} />}
      </ListRows>
      {received_id !== undefined && (
        <ReceivedDrawer organization_id={organization_id} received_id={received_id} shown={list.data?.data ?? []} />
      )}
    </>
  );
}

interface ReceivedTableProps {
  readonly organization_id: string;
  readonly rows: readonly ReceivedWebhook[];
  readonly selected: string | undefined;
  readonly isStale: boolean;
}

function ReceivedTable({ organization_id, ...table }: ReceivedTableProps): ReactNode {
  const address = useRowAddress(`/organizations/${organization_id}/received-webhooks`);
  const columns: Column<ReceivedWebhook>[] = [
    {
      title: 'Event',
      kind: 'main',
      cell: ({ id, event_type }) => (
        <Link className="row-link" href={address.toRow(id)} state={address.state}>
          {event_type ?? 'Refused'}
        </Link>
      ),
    },
    {
      title: 'Signature',
      cell: ({ signature, repeated }) => (
        <span className="row">
          <VerdictBadge signature={signature} />
          {repeated && <Badge>Repeated</Badge>}
        </span>
      ),
    },
    {
      title: 'Booking',
      kind: 'wide',
      cell: ({ booking_id }) =>
        booking_id !== null && (
          <Link href={`/organizations/${organization_id}/bookings/${encodeURIComponent(booking_id)}`}>
            <code>{booking_id}</code>
          </Link>
        ),
    },
    { title: 'Received', kind: 'end', cell: ({ received }) => <Time at={received} isNarrow /> },
  ];
  return <Table {...table} caption="Received webhooks, newest first" columns={columns} rowKey={({ id }) => id} />;
}

/** Stands where the received webhooks would be. */
export function NothingReceived({ organization_id }: { readonly organization_id: string }): ReactNode {
  const { receiver_url, sandbox_organization_id } = useSession();
  if (receiver_url === null) {
    return (
      <Empty title="The built-in receiver is off">
        <p>This sandbox was started with a webhook URL of yours. Look at the webhooks in the log of your receiver.</p>
      </Empty>
    );
  }
  if (sandbox_organization_id !== null && sandbox_organization_id !== organization_id) {
    return (
      <Empty title="This organization has no built-in receiver">
        <p>
          Only the organization of the sandbox sends its webhooks there. See{' '}
          <Link href={`/organizations/${sandbox_organization_id}/received-webhooks`}>its received webhooks</Link>.
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="No webhooks received yet">
      <p>
        Create a booking, or send a test event in the{' '}
        <Link href={`/organizations/${organization_id}/settings`}>settings</Link>. Its webhook arrives here within{' '}
        {delivery.cadence_seconds} seconds, or at once if you advance the <Link href="/sandbox">clock</Link>.
      </p>
    </Empty>
  );
}
