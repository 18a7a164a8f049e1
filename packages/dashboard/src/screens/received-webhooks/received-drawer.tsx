import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { admin } from '../../api/admin-api.ts';
import { findInPages } from '../../api/use-pages.ts';
import { useRowAddress } from '../../api/use-filters.ts';
import { Badge } from '../../components/badge.tsx';
import { CodeBlock, Copied } from '../../components/code-block.tsx';
import { Drawer } from '../../components/dialog.tsx';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { Facts } from '../../components/facts.tsx';
import { Time } from '../../components/time.tsx';
import type { ReceivedWebhook, ReceivedSignature } from '@booking-service/contract/admin';

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
  const { received, signature, repeated, event_id, booking_id, headers, body, body_truncated } = webhook;
  return (
    <>
      <Facts
        rows={[
          ['Received', <Time key="received" at={received} isExact />],
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
