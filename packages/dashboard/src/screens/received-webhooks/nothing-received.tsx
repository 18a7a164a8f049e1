import { delivery } from '@booking-service/contract';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Empty } from '../../components/empty.tsx';
import { useSession } from '../../session/session-boundary.tsx';

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
