/**
 * One attempt of a claimed delivery:
 *  1. send    posts the stored payload, with a new signature, to the organization's current URL (SIG-4, DLV-11). Sends nothing if the
 *             attempt is no longer held, for example because the process was paused
 *  2. record  stores the outcome and the time of the next attempt; a completion whose lease has ended changes nothing and is
 *             logged
 * After a crash the lease remains. When it ends, the delivery is claimed again with the next attempt number: delivery is at
 * least once.
 */
import type { Logger } from 'pino';
import { delivery as contract, type WebhookHeaders } from '@booking-service/contract';
import type { Clock } from '../../time/clock.ts';
import { contain } from '../../log/containment.ts';
import { nextAttempt } from '../../domain/run-schedule.ts';
import type { EveryField } from '../../domain/every-field.ts';
import type { Tracing } from '../../log/tracing.ts';
import { noObserver, type Observer, type Reports } from '../../log/observer.ts';
import type { AttemptOutcome, AttemptRecord, ClaimedDelivery } from '../../store/store.ts';
import type { TargetRules } from '../../domain/addresses.ts';
import type { KeptConnections } from '../send/kept-connections.ts';
import { proxyErrorOf, type ProxyFault } from '../send/open-tunnel.ts';
import type { Resolve } from '../send/resolve-host.ts';
import { safePost } from '../send/safe-post.ts';
import type { Signatures } from './signatures.ts';
import { traceAttempt } from './trace-attempt.ts';

export interface SendOptions extends TargetRules {
  readonly clock: Pick<Clock, 'now'>;
  readonly signatures: Signatures;
  /** Default: none. */
  readonly tracing?: Tracing | undefined;
  /** True if this worker still holds the attempt. Default: always. */
  readonly isHeld?: (() => boolean) | undefined;
  /** Resolves the hosts of webhook URLs. Default: the resolver of this process. */
  readonly resolve?: Resolve | undefined;
  /** The connections to receivers. Default: those of this process, without a proxy. */
  readonly connections?: KeptConnections | undefined;
}

export interface RecordOptions {
  /** Records the outcome; false if the lease is lost. */
  readonly record: (outcome: AttemptOutcome) => Promise<boolean>;
  readonly log: Logger;
  /** Default: none. */
  readonly observer?: Pick<Observer, 'attempted' | 'abandoned' | 'fenced'>;
}

/** An attempt that has ended, without the delivery's payload. */
export interface SentAttempt {
  readonly delivery: Omit<
    ClaimedDelivery,
    'payload' | 'signing_secret' | 'webhook_url' | 'attempts_allowed' | 'traceparent'
  >;
  /** The host of the webhook URL, without its path, which may contain a secret. */
  readonly host: string | null;
  readonly attempt: AttemptRecord;
  /** Set if the webhook proxy is the reason why the attempt failed. Only the log and the metrics have it. */
  readonly proxy: ProxyFault | undefined;
  /** The time of the next attempt if this one failed. Undefined if it was the last. */
  readonly due_at: Date | undefined;
}

/** Makes one attempt. Rejects with a LapsedError if it is not sent because it is no longer held. */
export async function sendAttempt(delivery: ClaimedDelivery, { clock, ...options }: SendOptions): Promise<SentAttempt> {
  const { attempt, proxy } = await traceAttempt(delivery, options.tracing, (traceparent) =>
    send(delivery, { clock, traceparent, ...options }),
  );
  const { payload: _, signing_secret: _secret, webhook_url, attempts_allowed, traceparent: _trace, ...rest } = delivery;
  return {
    delivery: rest,
    host: URL.parse(webhook_url)?.host ?? null,
    attempt,
    proxy,
    due_at: rest.attempt < attempts_allowed ? nextAttempt(rest.attempt, clock.now()) : undefined,
  };
}

/** Stores the outcome of an attempt. Rejects if it cannot be stored. */
export async function recordAttempt(
  { delivery, host, attempt, proxy, due_at }: SentAttempt,
  { record, log, observer = noObserver }: RecordOptions,
): Promise<void> {
  const outcome = outcomeOf(attempt);
  const succeeded = outcome === 'succeeded';
  observer.attempted({
    organization_id: delivery.organization_id,
    outcome,
    cause: attempt.cause ?? undefined,
    duration_ms: attempt.duration_ms,
    proxy_error: proxy && proxyErrorOf(proxy),
  });
  const recorded = await record(
    succeeded || !due_at
      ? { delivery, attempt, state: succeeded ? 'succeeded' : 'abandoned' }
      : { delivery, attempt, due_at },
  );
  const { id: delivery_id, booking_id, event_id, event_type, organization_id, attempt: number } = delivery;
  const { status, error, cause, duration_ms } = attempt;
  const about = { booking_id, delivery_id, event_id, event_type, organization_id, attempt: number, host };
  const line = { ...about, status, error, ...(cause && { cause }), ...(proxy && { proxy }), duration_ms };
  if (!recorded) {
    observer.fenced({ work: 'delivery' });
    log.error(line, 'an attempt ended after its lease; its outcome is not recorded');
  } else if (succeeded) log.info(line, 'a webhook was delivered');
  else if (due_at) log.warn(line, 'a webhook attempt failed');
  else {
    observer.abandoned({ organization_id, after: 'failure' });
    log.warn(line, 'a webhook delivery was abandoned');
  }
}

function outcomeOf({ status, error }: AttemptRecord): Reports['attempted']['outcome'] {
  if (status === null) return error ?? 'connection';
  return status >= 200 && status < 300 ? 'succeeded' : 'status';
}

async function send(
  { payload, webhook_url, signing_secret, organization_id, event_id }: ClaimedDelivery,
  options: SendOptions & { readonly traceparent: string | null },
): Promise<Pick<SentAttempt, 'attempt' | 'proxy'>> {
  const { clock, signatures, allowLoopback, privateNetworks, isHeld, resolve, connections, traceparent } = options;
  const started = clock.now();
  const body = Buffer.from(payload);
  const { traceparent: trace, ...own } = {
    [contract.signature.header]: signatures.sign(body, { secret: signing_secret, at: started }),
    traceparent: traceparent ?? undefined,
  } satisfies EveryField<WebhookHeaders>;
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'booking-service',
    ...own,
    ...(trace !== undefined && { traceparent: trace }),
  };
  const begun_ms = performance.now();
  const result = await contain({ work: 'delivery', organization_id, event_id }, () =>
    safePost({
      url: webhook_url,
      organization_id,
      headers,
      body,
      allowLoopback,
      privateNetworks,
      isHeld,
      resolve,
      connections,
    }),
  );
  const sent = {
    request_headers: headers,
    started: started.toISOString(),
    duration_ms: Math.round(performance.now() - begun_ms),
  };
  return 'error' in result
    ? {
        attempt: { ...sent, status: null, error: result.error, cause: result.cause, answer: null },
        proxy: result.proxy,
      }
    : { attempt: { ...sent, status: result.status, error: null, cause: null, answer: result.body }, proxy: undefined };
}
