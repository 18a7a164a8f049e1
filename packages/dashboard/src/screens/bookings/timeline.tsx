import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Copied } from '../../components/code-block.tsx';
import { Time } from '../../components/time.tsx';
import { durationText } from '../../components/time-text.ts';
import { DeliveryStateBadge } from '../../deliveries/delivery-state-badge.tsx';
import { outcomeOf } from '../../deliveries/delivery-words.ts';
import type { TimelineDelivery, TimelineEntry } from '@booking-service/contract/admin';
import { BookingBadge } from './booking-table.tsx';

export interface TimelineProps {
  readonly organization_id: string;
  readonly entries: readonly TimelineEntry[];
}

/** The changes of a booking, oldest first, each with its event and the deliveries that sent it. */
export function Timeline({ organization_id, entries }: TimelineProps): ReactNode {
  return (
    <ol className="timeline">
      {entries.map(({ at, status, event_id, event_type, deliveries }) => (
        <li key={event_id ?? at} className="stack">
          <p className="row">
            <BookingBadge status={status} />
            <strong>{event_type ?? 'Without an event'}</strong>
            <span className="quiet">
              <Time at={at} isExact />
            </span>
          </p>
          {event_id === null ? (
            <p className="quiet">An expiry sends no event, and old events are removed.</p>
          ) : (
            <p className="quiet">
              <Copied text={event_id} label="Copy the id of the event" />
            </p>
          )}
          {event_id !== null && deliveries.length === 0 && (
            <p className="quiet">Not delivered: the organization had no webhook URL at this time.</p>
          )}
          {deliveries.map((delivery) => (
            <TimelineRow key={delivery.id} delivery={delivery} organization_id={organization_id} />
          ))}
        </li>
      ))}
    </ol>
  );
}

interface TimelineRowProps {
  readonly delivery: TimelineDelivery;
  readonly organization_id: string;
}

function TimelineRow({ delivery, organization_id }: TimelineRowProps): ReactNode {
  const { id, state, attempts, next_attempt_at, has_earlier_attempts } = delivery;
  return (
    <div className="card delivery">
      <p className="row">
        <DeliveryStateBadge state={state} />
        <Link href={`/organizations/${organization_id}/webhooks/${id}`}>Delivery with its requests and responses</Link>
      </p>
      {has_earlier_attempts && <p className="quiet">Earlier attempts are on the page of the delivery.</p>}
      <ul>
        {attempts.map((attempt) => (
          <li key={attempt.attempt}>
            Attempt {attempt.attempt}: {outcomeOf(attempt)}, after {durationText(attempt.duration_ms)},{' '}
            <Time at={attempt.started} />
          </li>
        ))}
        {next_attempt_at !== null && (
          <li>
            Next attempt: <Time at={next_attempt_at} />
          </li>
        )}
      </ul>
    </div>
  );
}
