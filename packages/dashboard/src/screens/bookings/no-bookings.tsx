import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CodeBlock } from '../../components/code-block.tsx';
import { Empty } from '../../components/empty.tsx';
import { useSession } from '../../session/session-boundary.tsx';

export interface NoBookingsProps {
  readonly organization_id: string;
  readonly areFiltersSet: boolean;
  readonly isFirst: boolean;
}

/** Stands where the bookings would be. */
export function NoBookings({ organization_id, areFiltersSet, isFirst }: NoBookingsProps): ReactNode {
  const { service_url } = useSession();
  if (areFiltersSet || !isFirst) {
    return (
      <Empty title="No bookings here">
        <p>{areFiltersSet ? 'Change or clear the filters.' : 'Go back to the newest bookings.'}</p>
      </Empty>
    );
  }
  return (
    <Empty title="No bookings yet">
      <p>
        Create one with an <Link href={`/organizations/${organization_id}/api-keys`}>API key</Link> of this
        organization. It appears here by itself.
      </p>
      {service_url !== null && (
        <CodeBlock label="The command that creates a booking">{createCommand(service_url)}</CodeBlock>
      )}
    </Empty>
  );
}

function createCommand(service_url: string): string {
  return [
    `curl -s ${service_url}/v1/bookings \\`,
    `  -H "Authorization: Bearer $KEY" -H "Idempotency-Key: order-1" -H "Content-Type: application/json" \\`,
    `  -d '{"venue_id": "…", "slot_id": "…", "party_size": 2, "guest": {"first_name": "Ada", "last_name": "Byron", "email": "ada@diner.test"}}'`,
  ].join('\n');
}
