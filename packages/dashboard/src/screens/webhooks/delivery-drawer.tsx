import { type ReactNode, useState } from 'react';
import type { Attempt, Delivery } from '@booking-service/contract/admin';
import { Link } from 'wouter';
import { admin, api, useInvalidate } from '../../api/admin-api.ts';
import { Badge, Button, Facts, Time } from '../../components/elements.tsx';
import { CodeBlock, CopyButton } from '../../components/code-block.tsx';
import { ConfirmDialog, Drawer } from '../../components/dialogs.tsx';
import { durationText } from '../../components/shown-values.ts';
import { adviceOf, isAccepted, isTestEvent, outcomeOf } from '../../deliveries/delivery-words.ts';
import { useCan } from '../../session/session-boundary.tsx';
import { SignatureCheck } from './signature-check.tsx';
import { useIsUnderWay } from '../../api/actions.ts';
import { ErrorMessage, Loading, useAnnounce } from '../../components/loading.tsx';
import { useServiceNow } from '../../session/service-time.ts';
import { DeliveryStateBadge } from '../../deliveries/delivery-state-badge.tsx';

interface AttemptDetailsProps {
  readonly delivery: Delivery;
  readonly attempt: Attempt;
  /** True if its details are shown at first. */
  readonly isOpen: boolean;
}

/** One attempt: a line with its outcome, which opens to the request's headers, the response and the check of the signature. */
function AttemptDetails({ delivery, attempt, isOpen }: AttemptDetailsProps): ReactNode {
  const { attempt: number, started_at, duration_ms, request_headers } = attempt;
  const advice = adviceOf(attempt);
  return (
    <details open={isOpen}>
      <summary>
        <span>Attempt {number}</span>
        <Badge tone={isAccepted(attempt) ? 'good' : 'bad'}>{outcomeOf(attempt)}</Badge>
        <span className="quiet">{durationText(duration_ms)}</span>
        <span className="quiet end">
          <Time at={started_at} />
        </span>
      </summary>
      <div className="stack">
        {advice !== null && <p>{advice}</p>}
        <Facts rows={[['Started', <Time key="time" at={started_at} isExact />]]} />
        <h4>Response</h4>
        <AttemptResponse delivery={delivery} attempt={attempt} />
        <h4>Request headers</h4>
        {request_headers === null ? (
          <p className="quiet">They were not stored when this attempt was made.</p>
        ) : (
          <Facts
            rows={Object.entries(request_headers).map(([name, value]) => [name, <code key={name}>{value}</code>])}
          />
        )}
        <SignatureCheck delivery={delivery} attempt={attempt} />
      </div>
    </details>
  );
}

function AttemptResponse({ delivery, attempt }: Omit<AttemptDetailsProps, 'isOpen'>): ReactNode {
  const { answer, answer_deleted_at } = attempt;
  const [isAsking, setAsking] = useState(false);
  const canDelete = useCan('admin');
  const invalidate = useInvalidate();
  if (answer_deleted_at !== null) {
    return (
      <p className="quiet">
        The stored response was deleted <Time at={answer_deleted_at} />.
      </p>
    );
  }
  if (answer === null || answer === '') return <p className="quiet">{outcomeOf(attempt)}, without a body.</p>;
  const remove = async () => {
    const path = {
      organization_id: delivery.organization_id,
      delivery_id: delivery.id,
      attempt: String(attempt.attempt),
    };
    await admin.POST('/organizations/{organization_id}/deliveries/{delivery_id}/attempts/{attempt}/delete-response', {
      params: { path },
    });
    await invalidate('/organizations/{organization_id}/deliveries/{delivery_id}');
  };
  return (
    <>
      <CodeBlock isJson label={`The beginning of the response body of attempt ${attempt.attempt}`}>
        {answer}
      </CodeBlock>
      {canDelete && (
        <Button kind="plain" onClick={() => setAsking(true)}>
          Delete the stored response…
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Delete the stored response"
          confirm="Delete response"
          isDangerous
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>
            Delete it if it has personal data. The rest of the attempt stays. A deleted response cannot be restored.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const resend = '/organizations/{organization_id}/deliveries/{delivery_id}/resend';

/** Sends a finished delivery once more, or makes the next attempt of a pending one at once. One that is due is sent without it. */
function ResendDelivery({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { id, organization_id, state, next_attempt_at } = delivery;
  const now = useServiceNow();
  const canResend = useCan('developer');
  const announce = useAnnounce();
  const invalidate = useInvalidate();
  const isUnderWay = useIsUnderWay();
  const { mutate, isPending, error } = api.useMutation('post', resend, {
    async onSuccess() {
      announce('The delivery is sent at the next tick, within 30 seconds.');
      await invalidate(
        '/organizations/{organization_id}/deliveries',
        '/organizations/{organization_id}/deliveries/{delivery_id}',
      );
    },
  });
  if (!canResend) return null;
  return (
    <>
      <Button
        isBusy={isPending}
        isDisabled={next_attempt_at !== null && Date.parse(next_attempt_at) <= now}
        onClick={() => {
          if (!isUnderWay('post', resend)) mutate({ params: { path: { organization_id, delivery_id: id } } });
        }}
      >
        {state === 'pending' ? 'Retry now' : 'Resend'}
      </Button>
      {error && <ErrorMessage error={error} />}
    </>
  );
}

interface DeliveryDrawerProps {
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
