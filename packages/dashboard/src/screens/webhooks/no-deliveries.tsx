import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from '../../components/button.tsx';
import { Empty } from '../../components/empty.tsx';
import { Time } from '../../components/time.tsx';

export interface NoDeliveriesProps {
  readonly organization_id: string;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly removedBefore: string;
}

/** Advice for an empty list. */
export function NoDeliveries({ organization_id, isFiltered, onClear, removedBefore }: NoDeliveriesProps): ReactNode {
  if (isFiltered) {
    return (
      <Empty title="No delivery matches these filters">
        <p>
          Change a filter. Deliveries of events from before <Time at={removedBefore} isExact /> are no longer stored.
        </p>
        <Button onClick={onClear}>Clear filters</Button>
      </Empty>
    );
  }
  return (
    <Empty title="No deliveries yet">
      <p>Every change of a booking sends an event to the webhook URL, and its delivery appears here.</p>
      <p>
        <Link href={`/organizations/${organization_id}/settings`}>Set the webhook URL and send a test event</Link>, or
        create a booking with the API.
      </p>
      <p className="quiet">
        Deliveries of events from before <Time at={removedBefore} isExact /> are no longer stored.
      </p>
    </Empty>
  );
}
