import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/admin-api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { CodeBlock, CopyButton } from '../../components/code-block.tsx';
import { Drawer } from '../../components/dialog.tsx';
import { ErrorMessage, Loading } from '../../components/loading.tsx';
import { Facts } from '../../components/facts.tsx';
import { Time } from '../../components/time.tsx';
import { DeliveryStateBadge } from '../../deliveries/delivery-state-badge.tsx';
import { isTestEvent } from '../../deliveries/delivery-words.ts';
import type { Delivery } from '@booking-service/contract/admin';
import { AttemptDetails } from './attempt-details.tsx';
import { ResendDelivery } from './resend-delivery.tsx';

export interface DeliveryDrawerProps {
  readonly organization_id: string;
  readonly delivery_id: string;
  readonly onClose: () => void;
}

const pollEvery = 2000;

/** One delivery: its event, its attempts with what was sent and received, and the button that sends it again. */
export function DeliveryDrawer({ organization_id, delivery_id, onClose }: DeliveryDrawerProps): ReactNode {
  const [before, setBefore] = useState<number | null>(null);
  const path = { organization_id, delivery_id };
  const { data, error, refetch } = api.useQuery(
    'get',
    '/organizations/{organization_id}/deliveries/{delivery_id}',
    { params: { path, ...(before !== null && { query: { before_attempt: before } }) } },
    { refetchInterval: ({ state }) => (state.data?.state === 'pending' ? pollEvery : false) },
  );
  return (
    <Drawer
      title={data?.event_type ?? 'Delivery'}
      onClose={onClose}
      head={
        data && (
          <div className="row">
            <DeliveryStateBadge state={data.state} />
            {isTestEvent(data) && <Badge>Test event</Badge>}
            <ResendDelivery delivery={data} />
          </div>
        )
      }
    >
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="the delivery" />}
      {data && <DeliveryFacts delivery={data} />}
      {data && (
        <Attempts delivery={data} isNewest={before === null} onEarlier={setBefore} onNewest={() => setBefore(null)} />
      )}
      {data && (
        <section className="stack">
          <h3>Body of every request</h3>
          <CodeBlock isJson label="The request body">
            {data.request_body}
          </CodeBlock>
        </section>
      )}
    </Drawer>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { id, organization_id, event_id, booking_id, created, next_attempt_at } = delivery;
  return (
    <Facts
      rows={[
        ['Delivery', <CopiedId key="id" id={id} what="delivery" />],
        ['Event', <CopiedId key="id" id={event_id} what="event" />],
        [
          'Booking',
          isTestEvent(delivery) ? null : (
            <Link key="booking" href={`/organizations/${organization_id}/bookings/${booking_id}`}>
              <code>{booking_id}</code>
            </Link>
          ),
        ],
        ['Created', <Time key="time" at={created} isExact />],
        [
          'Next attempt',
          next_attempt_at === null ? null : (
            <>
              <Time at={next_attempt_at} isExact /> (<Time at={next_attempt_at} />)
            </>
          ),
        ],
      ]}
    />
  );
}

function CopiedId({ id, what }: { readonly id: string; readonly what: string }): ReactNode {
  return (
    <>
      <code>{id}</code> <CopyButton text={id} label={`Copy the id of the ${what}`} />
    </>
  );
}

interface AttemptsProps {
  readonly delivery: Delivery;
  readonly isNewest: boolean;
  readonly onEarlier: (before: number) => void;
  readonly onNewest: () => void;
}

function Attempts({ delivery, isNewest, onEarlier, onNewest }: AttemptsProps): ReactNode {
  const { attempts, earlier_attempts_before: earlier, next_attempt_at } = delivery;
  const newestFirst = attempts.toReversed();
  return (
    <section className="stack">
      <h3>Attempts</h3>
      {newestFirst.length === 0 && (
        <p className="quiet">
          {next_attempt_at === null
            ? 'None is recorded.'
            : 'The first one is due at the next tick of the worker, within 30 seconds.'}
        </p>
      )}
      <div className="attempts">
        {newestFirst.map((attempt, index) => (
          <AttemptDetails
            key={attempt.attempt}
            delivery={delivery}
            attempt={attempt}
            isOpen={isNewest && index === 0}
          />
        ))}
      </div>
      <div className="actions">
        {!isNewest && <Button onClick={onNewest}>Newest attempts</Button>}
        {earlier !== null && <Button onClick={() => onEarlier(earlier)}>Earlier attempts</Button>}
      </div>
    </section>
  );
}
