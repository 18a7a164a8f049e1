import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../components/badge.tsx';
import { Copied } from '../../components/code-block.tsx';
import { Time } from '../../components/time.tsx';
import { durationText } from '../../components/time-text.ts';
import { DeliveryStateBadge } from '../../deliveries/delivery-state-badge.tsx';
import { isAccepted, outcomeOf } from '../../deliveries/delivery-words.ts';
import type {
  RequestEntry,
  TimelineAttempt,
  TimelineCall,
  TimelineChange,
  TimelineEntry,
} from '@booking-service/contract/admin';
import { StatusBadge } from '../requests/status-badge.tsx';
import { BookingBadge } from './booking-table.tsx';
import { callWords } from './call-words.ts';

export interface TimelineProps {
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
