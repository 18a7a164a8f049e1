import type {
  RequestEntry,
  TimelineAttempt,
  TimelineCall,
  TimelineChange,
  TimelineEntry,
} from '@booking-service/contract/admin';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge, Time, type Tone } from '../../components/elements.tsx';
import { durationText } from '../../components/shown-values.ts';
import { moneyText } from './payment-words.ts';
import { Copied } from '../../components/code-block.tsx';
import { DeliveryStateBadge } from '../../deliveries/delivery-state-badge.tsx';
import { isAccepted, outcomeOf } from '../../deliveries/delivery-words.ts';
import { StatusBadge } from '../requests/requests.tsx';
import { BookingBadge } from './booking-list.tsx';

const calls: Readonly<Record<TimelineCall['call'], string>> = {
  book: 'Book',
  check_hold: 'Check that the booking is held',
  modify: 'Change the booking',
  read: 'Read the booking',
  release: 'Release the booking',
  read_payment: 'Read the payment',
  capture: 'Capture the payment',
  void: 'Void the payment',
  refund: 'Refund',
};

const outcomes: Readonly<Record<TimelineCall['outcome'], readonly [words: string, tone: Tone]>> = {
  succeeded: ['succeeded', 'good'],
  refused: ['refused', 'bad'],
  pending: ['pending', 'waiting'],
  failed: ['failed', 'bad'],
  given_up: ['given up', 'bad'],
};

/** The words of a call at a supplier or at the card service. */
interface CallWords {
  /** Who was called for what: `harbour: Book`. */
  readonly title: string;
  readonly outcome: string;
  readonly tone: Tone;
  /** `attempt 2, after 12 ms`; empty if nothing more is known. */
  readonly details: string;
}

/** Returns the words of a call. `currency` is that of the payment. */
function callWords(call: TimelineCall, currency = ''): CallWords {
  const { provider, attempt, duration_ms, amount } = call;
  const [outcome, tone] = outcomes[call.outcome];
  const details = [
    ...(amount === null ? [] : [moneyText({ amount, currency })]),
    ...(attempt === null ? [] : [`attempt ${attempt}`]),
    ...(duration_ms === null ? [] : [`after ${durationText(duration_ms)}`]),
  ];
  return {
    title: provider === null ? calls[call.call] : `${provider}: ${calls[call.call]}`,
    outcome,
    tone,
    details: details.join(', '),
  };
}

interface TimelineProps {
  readonly organization_id: string;
  /** Pages, one after the other. The attempts of an event may be later than the next page. */
  readonly entries: readonly TimelineEntry[];
  /** The currency of the payment. */
  readonly currency: string | undefined;
}

/** The story of a booking, oldest first: requests, calls at suppliers and at the card service, changes, and attempts of webhooks. */
export function Timeline({ organization_id, entries, currency }: TimelineProps): ReactNode {
  const base = `/organizations/${organization_id}`;
  const sorted = entries.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
  return (
    <ol className="timeline">
      {sorted.map(({ at, request, call, change, attempt }) => (
        <li key={keyOf({ at, request, call, change, attempt })} className={change ? 'change' : ''}>
          {request && <RequestPart at={at} request={request} base={base} />}
          {call && <CallPart at={at} call={call} currency={currency} />}
          {change && <ChangePart at={at} change={change} base={base} />}
          {attempt && <AttemptPart at={at} attempt={attempt} base={base} />}
        </li>
      ))}
    </ol>
  );
}

/** Nothing happens twice at one time. */
function keyOf({ at, request, call, change, attempt }: TimelineEntry): string {
  const name = request?.id ?? change?.event_id ?? attempt?.delivery_id ?? `${call?.call} ${call?.outcome}`;
  return `${at} ${name} ${attempt?.outcome.attempt ?? ''}`;
}

interface PartProps {
  readonly at: string;
}

interface HeadProps extends PartProps {
  /** The kind of the entry. */
  readonly kind: string;
  readonly title: ReactNode;
  readonly badge: ReactNode;
}

function Head({ kind, title, badge, at }: HeadProps): ReactNode {
  return (
    <p className="row">
      <span className="kind">{kind}</span>
      {title}
      {badge}
      <span className="quiet">
        <Time at={at} isExact />
      </span>
    </p>
  );
}

function RequestPart({ at, request, base }: PartProps & { readonly request: RequestEntry; readonly base: string }) {
  const { id, method, path, error_code, latency_ms } = request;
  const title = (
    <Link href={`${base}/requests/${encodeURIComponent(id)}`}>
      <code>
        {method} {path}
      </code>
    </Link>
  );
  return (
    <>
      <Head kind="Request" title={title} badge={<StatusBadge request={request} />} at={at} />
      <p className="quiet">
        {error_code !== null && <code>{error_code} </code>}after {durationText(latency_ms)}
      </p>
    </>
  );
}

function CallPart({
  at,
  call,
  currency,
}: PartProps & { readonly call: TimelineCall } & Pick<TimelineProps, 'currency'>) {
  const { title, outcome, tone, details } = callWords(call, currency);
  const isPayment = call.provider === null;
  return (
    <>
      <Head
        kind={isPayment ? 'Payment' : 'Supplier'}
        title={isPayment ? <a href="#payment">{title}</a> : <strong>{title}</strong>}
        badge={<Badge tone={tone}>{outcome}</Badge>}
        at={at}
      />
      {call.error !== null && <p>{call.error}</p>}
      {details !== '' && <p className="quiet">{details}</p>}
    </>
  );
}

function ChangePart({ at, change, base }: PartProps & { readonly change: TimelineChange; readonly base: string }) {
  const { status, event_id, event_type, deliveries } = change;
  const title = <strong>{event_type ?? 'Without an event'}</strong>;
  return (
    <>
      <Head kind="Change" title={title} badge={<BookingBadge status={status} />} at={at} />
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
      {deliveries.map(({ id, state, next_attempt_at, has_earlier_attempts }) => (
        <p key={id} className="row quiet">
          <DeliveryStateBadge state={state} />
          <Link href={`${base}/webhooks/${id}`}>Delivery with its requests and responses</Link>
          {next_attempt_at !== null && (
            <span>
              Next attempt: <Time at={next_attempt_at} />
            </span>
          )}
          {has_earlier_attempts && <span>Its first attempts are on its page only.</span>}
        </p>
      ))}
    </>
  );
}

function AttemptPart({ at, attempt, base }: PartProps & { readonly attempt: TimelineAttempt; readonly base: string }) {
  const { delivery_id, event_type, outcome } = attempt;
  const title = <Link href={`${base}/webhooks/${delivery_id}`}>{event_type}</Link>;
  const badge = (
    <Badge tone={isAccepted(outcome) ? 'good' : 'bad'}>{`Attempt ${outcome.attempt}: ${outcomeOf(outcome)}`}</Badge>
  );
  return (
    <>
      <Head kind="Webhook" title={title} badge={badge} at={at} />
      <p className="quiet">after {durationText(outcome.duration_ms)}</p>
    </>
  );
}
