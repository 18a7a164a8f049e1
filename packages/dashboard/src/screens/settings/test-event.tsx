import { eventTypes, type EventType } from '@booking-service/contract';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { useIsUnderWay } from '../../api/actions.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { ErrorMessage } from '../../components/loading.tsx';
import { Select } from '../../components/select.tsx';
import { durationText } from '../../components/time-text.ts';
import { Time } from '../../components/time.tsx';
import { adviceOf, isAccepted, outcomeOf } from '../../deliveries/delivery-words.ts';
import { useCan } from '../../session/session-boundary.tsx';

export interface TestEventProps {
  readonly organization_id: string;
  readonly hasUrl: boolean;
}

const testEvents = '/organizations/{organization_id}/test-events';

/** Sends a test event, and shows what the receiver responded. */
export function TestEvent({ organization_id, hasUrl }: TestEventProps): ReactNode {
  const [type, setType] = useState<EventType>('booking.confirmed');
  const canSend = useCan('developer');
  const invalidate = useInvalidate();
  const isUnderWay = useIsUnderWay();
  const { mutate, data, isPending, error } = api.useMutation('post', testEvents, {
    onSuccess: () => invalidate('/organizations/{organization_id}/deliveries'),
  });
  return (
    <section className="card stack">
      <h2>Test event</h2>
      <p>Sends an event with example data, signed like every other. No booking changes.</p>
      {canSend ? (
        <form
          className="row bottom"
          aria-label="Test event"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isUnderWay('post', testEvents)) mutate({ params: { path: { organization_id } }, body: { type } });
          }}
        >
          <Select
            label="Event"
            value={type}
            onChange={setType}
            options={eventTypes.map((each) => [each, each] as const)}
          />
          <Button type="submit" isBusy={isPending} isDisabled={!hasUrl}>
            Send test event
          </Button>
        </form>
      ) : (
        <p className="quiet">To send one, sign in with the role developer.</p>
      )}
      {!hasUrl && <p className="hint">Save a webhook URL first.</p>}
      {error && <ErrorMessage error={error} />}
      {data && <TestResult key={data.delivery_id} organization_id={organization_id} delivery_id={data.delivery_id} />}
    </section>
  );
}

interface TestResultProps {
  readonly organization_id: string;
  readonly delivery_id: string;
}

const pollEvery = 1500;

/** The delivery of a test event, from "waiting" to the response of the receiver. */
function TestResult({ organization_id, delivery_id }: TestResultProps): ReactNode {
  const { data, error } = api.useQuery(
    'get',
    '/organizations/{organization_id}/deliveries/{delivery_id}',
    { params: { path: { organization_id, delivery_id } } },
    { refetchInterval: ({ state }) => (state.data && state.data.state !== 'pending' ? false : pollEvery) },
  );
  const attempt = data?.attempts.at(-1);
  const advice = attempt && adviceOf(attempt);
  return (
    <div className="stack result">
      {error && <ErrorMessage error={error} />}
      <div role="status" className="stack">
        {attempt ? (
          <>
            <p className="row">
              <Badge tone={isAccepted(attempt) ? 'good' : 'bad'}>{outcomeOf(attempt)}</Badge>
              {isAccepted(attempt)
                ? 'The receiver accepted the event'
                : 'The receiver did not accept the event'} after{' '}
              {durationText(attempt.duration_ms)}.
            </p>
            {advice && <p>{advice}</p>}
          </>
        ) : (
          <>
            <progress aria-label="Waiting for the attempt" />
            <p>Waiting. The worker sends it at its next tick, within 30 seconds.</p>
          </>
        )}
        {data?.state === 'pending' && data.next_attempt_at !== null && attempt && (
          <p className="quiet">
            The next attempt is due <Time at={data.next_attempt_at} />.
          </p>
        )}
      </div>
      {attempt?.answer && (
        <CodeBlock isJson label="The beginning of the response body">
          {attempt.answer}
        </CodeBlock>
      )}
      <p>
        <Link href={`/organizations/${organization_id}/webhooks/${delivery_id}`}>Open the delivery</Link>
      </p>
    </div>
  );
}
