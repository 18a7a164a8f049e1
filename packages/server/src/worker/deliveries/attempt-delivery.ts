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
import { createSigner, type Signer } from '@booking-service/webhooks';
import type { Clock } from '@booking-service/kernel/time/clock';
import { contain } from '@booking-service/kernel/log/containment';
import { nextAttempt } from '../../domain/run-schedule.ts';
import type { EveryField } from '@booking-service/kernel/every-field';
import { type Tracing, inSpan, type OpenSpan } from '@booking-service/kernel/log/tracing';
import { noObserver, type Observer, type Reports } from '../../log/observer.ts';
import type { AttemptOutcome, AttemptRecord, ClaimedDelivery, Store } from '../../store/store.ts';
import type { TargetRules } from '@booking-service/kernel/addresses';
import type { KeptConnections } from '@booking-service/kernel/send/kept-connections';
import { proxyErrorOf, type ProxyFault } from '@booking-service/kernel/send/open-tunnel';
import type { Resolve } from '@booking-service/kernel/send/resolve-host';
import { safePost, LapsedError } from '@booking-service/kernel/send/safe-post';
import { errorLine } from '@booking-service/kernel/log/error-line';

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
  const { id: delivery_id, subject_id: booking_id, event_id, event_type, organization_id, attempt: number } = delivery;
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
      limits: contract,
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

export interface GiveBackOptions {
  readonly store: Pick<Store, 'giveBackDeliveries'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Default: none. */
  readonly observer?: Pick<Observer, 'lapsed'>;
}

/**
 * Gives back an attempt that was not sent because its lease was over or about to end. It is not counted, so pauses abandon no webhook.
 * Changes nothing if another worker has claimed the delivery meanwhile. Rethrows any other error.
 */
export async function giveBackAttempt(
  delivery: ClaimedDelivery,
  error: unknown,
  { store, log, observer = noObserver }: GiveBackOptions,
): Promise<void> {
  if (!(error instanceof LapsedError)) throw error;
  const {
    id: delivery_id,
    subject_id: booking_id,
    event_id,
    event_type,
    organization_id,
    attempt,
    lease_token,
  } = delivery;
  observer.lapsed({ work: 'delivery' });
  const line = { booking_id, delivery_id, event_id, event_type, organization_id, attempt };
  log.warn(line, 'a webhook attempt was not sent: its lease was about to end, and the process may have been paused');
  await store.giveBackDeliveries({ deliveries: [delivery], lease_token });
}

/** Reports an attempt that could not be made or recorded. The delivery is claimed again when its lease ends (DLV-6). */
export function reportUnrecorded(
  delivery: ClaimedDelivery,
  { error, log }: { readonly error: unknown; readonly log: Pick<Logger, 'error'> },
): void {
  const { id: delivery_id, subject_id: booking_id, event_id, event_type, organization_id, attempt } = delivery;
  const { signing_secret, webhook_url } = delivery;
  const err = errorLine(error, { signing_secret, webhook_url });
  const line = { booking_id, delivery_id, event_id, event_type, organization_id, attempt, err };
  log.error(line, 'could not make or record a webhook attempt; it is retried when its lease ends');
}

/**
 * Makes an attempt in a span of the trace that its event belongs to. It follows the stable conventions for HTTP clients, without the path
 * of the URL, which may contain a secret. `post` gets the traceparent for the receiver. Without tracing, this is the stored one.
 */
function traceAttempt<T extends { readonly attempt: AttemptRecord }>(
  delivery: ClaimedDelivery,
  tracing: Tracing | undefined,
  post: (traceparent: string | null) => Promise<T>,
): Promise<T> {
  const { traceparent, event_type } = delivery;
  if (!tracing) return post(traceparent);
  const start = {
    name: `POST ${event_type}`,
    kind: 'client',
    parent: traceparent,
    attributes: attributesOf(delivery),
  } as const;
  return inSpan(tracing, start, async (span) => {
    const sent = await post(span.traceparent);
    describe(span, sent.attempt);
    return sent;
  });
}

function attributesOf(delivery: ClaimedDelivery) {
  const { webhook_url, request_id, organization_id, subject_id, event_id, event_type, id, attempt } = delivery;
  const url = URL.parse(webhook_url);
  return {
    'http.request.method': 'POST',
    'server.address': url?.hostname,
    'server.port': url ? Number(url.port) || (url.protocol === 'https:' ? 443 : 80) : undefined,
    'http.request.resend_count': attempt > 1 ? attempt - 1 : undefined,
    'booking_service.organization_id': organization_id,
    'booking_service.booking_id': subject_id,
    'booking_service.request_id': request_id ?? undefined,
    'booking_service.event_id': event_id,
    'booking_service.event_type': event_type,
    'booking_service.delivery_id': id,
    'booking_service.attempt': attempt,
  };
}

function describe(span: OpenSpan, { status, error }: AttemptRecord): void {
  if (status !== null) span.set({ 'http.response.status_code': status });
  if (status === null) span.fail(error ?? 'connection');
  else if (status < 200 || status > 299) span.fail(String(status));
}

/** Signs webhooks, and keeps the signers of the last organizations: a signer costs more than a signature. */
export interface Signatures {
  /** Returns the value of the signature's header (SIG-1). */
  sign(body: Buffer, signing: { readonly secret: string; readonly at: Date }): string;
}

const maxSigners = 1_000;

export function createSignatures(): Signatures {
  const signers = new Map<string, Signer>();

  function getSigner(secret: string): Signer {
    const known = signers.get(secret);
    if (known) return known;
    if (signers.size === maxSigners) signers.clear();
    const signer = createSigner({ secret });
    signers.set(secret, signer);
    return signer;
  }

  return {
    sign: (body, { secret, at }) => getSigner(secret).header(body, { timestamp: Math.floor(at.getTime() / 1000) }),
  };
}
