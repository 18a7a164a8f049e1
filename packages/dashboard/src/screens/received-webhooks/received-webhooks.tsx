import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ReceivedSignature, ReceivedWebhook } from '@booking-service/contract/admin';
import { delivery } from '@booking-service/contract';
import { admin, api } from '../../api/admin-api.ts';
import { findInPages, useList } from '../../api/use-list.ts';
import { useRowAddress } from '../../api/use-filters.ts';
import { Badge, Facts, Time } from '../../components/elements.tsx';
import { CodeBlock, Copied } from '../../components/code-block.tsx';
import { Drawer } from '../../components/dialogs.tsx';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { type Column, ListRows, Table } from '../../components/table.tsx';
import { type ScreenProps, ScreenTitle } from '../../components/screen.tsx';
import { useSession } from '../../session/session-boundary.tsx';

const path = '/organizations/{organization_id}/received-webhooks';

export interface ReceivedDrawerProps {
  readonly organization_id: string;
  readonly received_id: string;
  /** The webhooks of the list. The contract has no operation that reads one. */
  readonly shown: readonly ReceivedWebhook[];
}

/** One received webhook: the verdict on its signature, its headers and its payload. */
export function ReceivedDrawer({ organization_id, received_id, shown }: ReceivedDrawerProps): ReactNode {
  const { close } = useRowAddress(`/organizations/${organization_id}/received-webhooks`);
  const listed = shown.find(({ id }) => id === received_id);
  // A link may lead to a webhook of another page.
  const { data, error, refetch } = useQuery({
    queryKey: ['get', path, { organization_id, received_id }],
    queryFn: ({ signal }) =>
      findInPages(received_id, async (cursor) => {
        const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
        return (await admin.GET(path, { params: { path: { organization_id }, query }, signal })).data;
      }),
    enabled: listed === undefined,
  });
  const webhook = listed ?? data;
  return (
    <Drawer
      title={webhook?.event_type ?? 'Received webhook'}
      onClose={close}
      head={
        webhook && (
          <div className="row">
            <VerdictBadge signature={webhook.signature} />
            {webhook.repeated && <Badge>Repeated</Badge>}
          </div>
        )
      }
    >
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {webhook === undefined && !error && <Loading what="the webhook" />}
      {webhook === null && (
        <Empty title="No longer stored">
          <p>The receiver keeps the newest webhooks, until the sandbox stops. Close this to see them.</p>
        </Empty>
      )}
      {webhook && <ReceivedDetails organization_id={organization_id} webhook={webhook} />}
    </Drawer>
  );
}

interface ReceivedDetailsProps {
  readonly organization_id: string;
  readonly webhook: ReceivedWebhook;
}

function ReceivedDetails({ organization_id, webhook }: ReceivedDetailsProps): ReactNode {
  const { received_at, signature, repeated, event_id, booking_id, headers, body, body_truncated } = webhook;
  return (
    <>
      <Facts
        rows={[
          ['Received', <Time key="received" at={received_at} isExact />],
          ['Signature', signature.verified ? 'Verified: genuine and recent.' : null],
          ['Refused because', signature.reason === null ? null : <code key="reason">{signature.reason}</code>],
          ['What to do', signature.hint],
          ['Repeated', repeated ? 'Yes. Deliveries can repeat: handle each event id once.' : null],
          ['Event', event_id === null ? null : <Copied key="event" text={event_id} label="Copy the id of the event" />],
          [
            'Booking',
            booking_id === null ? null : (
              <Link key="booking" href={`/organizations/${organization_id}/bookings/${encodeURIComponent(booking_id)}`}>
                <code>{booking_id}</code>
              </Link>
            ),
          ],
        ]}
      />
      <h3>Payload</h3>
      <CodeBlock isJson label="The payload">
        {body}
      </CodeBlock>
      {body_truncated && <p className="quiet">The payload was longer. This is its beginning.</p>}
      <h3>Headers</h3>
      <Facts rows={Object.entries(headers).map(([name, value]) => [name, <code key={name}>{value}</code>])} />
    </>
  );
}

/** The verdict of the receiver on a signature. */
export function VerdictBadge({ signature }: { readonly signature: ReceivedSignature }): ReactNode {
  return signature.verified ? <Badge tone="good">Verified</Badge> : <Badge tone="bad">Refused</Badge>;
}

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
    { title: 'Received', kind: 'end', cell: ({ received_at }) => <Time at={received_at} isNarrow /> },
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
