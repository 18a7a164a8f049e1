import { type EventType, eventTypes } from '@booking-service/contract';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { admin, api, Problem, useInvalidate } from '../../api/admin-api.ts';
import { useIsUnderWay } from '../../api/actions.ts';
import { Badge, Button, Time } from '../../components/elements.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { ErrorMessage, Loading, useAnnounce } from '../../components/loading.tsx';
import { Field } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { durationText } from '../../components/shown-values.ts';
import { adviceOf, isAccepted, outcomeOf } from '../../deliveries/delivery-words.ts';
import { useCan } from '../../session/session-boundary.tsx';
import { ConfirmDialog } from '../../components/dialogs.tsx';
import { type ScreenProps, ScreenTitle } from '../../components/screen.tsx';
import { SigningSecret } from './signing-secret.tsx';

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

export interface WebhookUrlProps {
  readonly organization_id: string;
  /** The stored URL; null for no webhooks. */
  readonly stored: string | null;
}

const webhookUrl = '/organizations/{organization_id}/webhook-url';

/** Sets or clears the URL that receives the webhooks. */
export function WebhookUrl({ organization_id, stored }: WebhookUrlProps): ReactNode {
  const [url, setUrl] = useState(stored ?? '');
  const [isClearing, setClearing] = useState(false);
  const canChange = useCan('admin');
  const announce = useAnnounce();
  const invalidate = useInvalidate();
  const isUnderWay = useIsUnderWay();
  const path = { organization_id };
  const readAgain = () => invalidate('/organizations/{organization_id}/settings', '/organizations/{organization_id}');
  const { mutate, isPending, error } = api.useMutation('put', webhookUrl, {
    async onSuccess() {
      announce('The webhook URL is saved. Send a test event to check it.');
      await readAgain();
    },
  });
  const clear = async () => {
    await admin.PUT(webhookUrl, { params: { path }, body: { webhook_url: null } });
    announce('The webhook URL is cleared.');
    await readAgain();
  };
  const isRefused = error instanceof Problem && error.code === 'invalid_request';

  if (!canChange) {
    return (
      <section className="card stack">
        <h2>Webhook URL</h2>
        {stored === null ? <p>None is set, so no event is sent.</p> : <code>{stored}</code>}
        <p className="quiet">To change it, sign in with the role admin.</p>
      </section>
    );
  }
  return (
    <section className="card stack">
      <h2>Webhook URL</h2>
      <form
        className="stack"
        aria-label="Webhook URL"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isUnderWay('put', webhookUrl)) mutate({ params: { path }, body: { webhook_url: url.trim() } });
        }}
      >
        <Field
          label="URL"
          type="url"
          isCode
          isRequired
          maxLength={2048}
          placeholder="https://example.com/webhooks"
          value={url}
          onChange={setUrl}
          hint="Receives every event of the organization. It must be https, at a public address; a sandbox also accepts this computer."
          fault={isRefused ? error.message : undefined}
        />
        {error && !isRefused && <ErrorMessage error={error} />}
        <div className="actions">
          <Button type="submit" kind="primary" isBusy={isPending} isDisabled={url.trim() === (stored ?? '')}>
            Save
          </Button>
          {stored !== null && <Button onClick={() => setClearing(true)}>Clear…</Button>}
        </div>
      </form>
      {isClearing && (
        <ConfirmDialog
          title="Clear the webhook URL"
          confirm="Clear URL"
          isDangerous
          onConfirm={clear}
          onClose={() => setClearing(false)}
        >
          <p>Events that happen without a URL are never sent, also not later.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** The webhook URL, a test event, and the signing secret. */
export function Settings({ params: { organization_id = '' } }: ScreenProps): ReactNode {
  const { data, error, refetch } = api.useQuery('get', '/organizations/{organization_id}/settings', {
    params: { path: { organization_id } },
  });
  return (
    <>
      <ScreenTitle>Settings</ScreenTitle>
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="settings" />}
      {data && (
        <div className="settings stack">
          {/* Another stored URL begins a new edit. */}
          <WebhookUrl key={data.webhook_url} organization_id={organization_id} stored={data.webhook_url} />
          <TestEvent organization_id={organization_id} hasUrl={data.webhook_url !== null} />
          <SigningSecret organization_id={organization_id} prepared={data.secret_prepared_at} />
        </div>
      )}
    </>
  );
}
