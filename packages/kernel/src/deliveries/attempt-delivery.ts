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
import type { TargetRules } from '../addresses.ts';
import type { DeliveryRules } from '../contract.ts';
import { timeOfId } from '../ids.ts';
import { contain, inSpan, type OpenSpan, type SpanAttributes, type Tracing } from '../log/trail.ts';
import { errorLine } from '../log/error-line.ts';
import type { KeptConnections } from '../send/kept-connections.ts';
import { proxyErrorOf, type ProxyFault } from '../send/webhook-proxy.ts';
import type { Resolve } from '../send/webhook-target.ts';
import { LapsedError, safePost } from '../send/safe-post.ts';
import type { AttemptOutcome, AttemptRecord, ClaimedDelivery, DeliveryWrites } from '../store/deliveries/port.ts';
import type { Clock } from '../time/clock.ts';
import { type DeliveryObserver, type DeliveryReports, noDeliveryObserver } from './report-deliveries.ts';

/** The names under which an operator finds a delivery. */
export interface DeliveryNames {
  /** The User-Agent of each webhook. */
  readonly program: string;
  /** Comes before the names of the service's own span attributes, such as `lending.delivery_id`. */
  readonly spanPrefix: string;
  /** The field of a log line and of a span with the subject of the event, such as `loan_id`. */
  readonly subjectField: string;
}

export interface SendOptions extends TargetRules, DeliveryNames {
  readonly rules: DeliveryRules;
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

export interface RecordOptions extends Pick<DeliveryNames, 'subjectField'> {
  /** Records the outcome; false if the lease is lost. */
  readonly record: (outcome: AttemptOutcome) => Promise<boolean>;
  readonly log: Logger;
  /** Default: none. */
  readonly observer?: Pick<DeliveryObserver, 'attempted' | 'abandoned' | 'fenced'>;
}

/** An attempt that has ended, without the delivery's payload. */
interface SentAttempt {
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
  /** The time from the event to this success. Undefined after a failure and for a resend. */
  readonly arrived_after_ms: number | undefined;
}

/** Makes one attempt. Rejects with a LapsedError if it is not sent because it is no longer held. */
export async function sendAttempt(delivery: ClaimedDelivery, options: SendOptions): Promise<SentAttempt> {
  const { rules, clock } = options;
  const { attempt, proxy } = await traceAttempt(delivery, options, (traceparent) =>
    send(delivery, { ...options, traceparent }),
  );
  const { payload: _, signing_secret: _secret, webhook_url, attempts_allowed, traceparent: _trace, ...rest } = delivery;
  return {
    delivery: rest,
    host: URL.parse(webhook_url)?.host ?? null,
    attempt,
    proxy,
    due_at: rest.attempt < attempts_allowed ? nextAttempt(rest.attempt, { ended: clock.now(), rules }) : undefined,
    arrived_after_ms:
      outcomeOf(attempt) === 'succeeded' && attempts_allowed === rules.max_attempts
        ? timeSinceEvent(rest.id, clock.now())
        : undefined,
  };
}

/** Returns the time from the event of a delivery, with which the ids of both begin. */
function timeSinceEvent(delivery_id: string, ended: Date): number | undefined {
  const created = timeOfId(delivery_id);
  return created && Math.max(0, ended.getTime() - created.getTime());
}

/** Returns when a delivery is due again after its `attempt`-th attempt failed at `ended`; undefined if it is abandoned (DLV-5, DLV-8). */
export function nextAttempt(
  attempt: number,
  {
    ended,
    rules,
  }: { readonly ended: Date; readonly rules: Pick<DeliveryRules, 'max_attempts' | 'retry_delays_seconds'> },
): Date | undefined {
  const { max_attempts, retry_delays_seconds } = rules;
  const seconds = attempt < max_attempts ? retry_delays_seconds[attempt - 1] : undefined;
  return seconds === undefined ? undefined : new Date(ended.getTime() + seconds * 1000);
}

/** Stores the outcome of an attempt. Rejects if it cannot be stored. */
export async function recordAttempt(
  { delivery, host, attempt, proxy, due_at, arrived_after_ms }: SentAttempt,
  { record, log, subjectField, observer = noDeliveryObserver }: RecordOptions,
): Promise<void> {
  const outcome = outcomeOf(attempt);
  const succeeded = outcome === 'succeeded';
  observer.attempted({
    organization_id: delivery.organization_id,
    outcome,
    cause: attempt.cause ?? undefined,
    duration_ms: attempt.duration_ms,
    arrived_after_ms,
    proxy_error: proxy && proxyErrorOf(proxy),
  });
  const recorded = await record(
    succeeded || !due_at
      ? { delivery, attempt, state: succeeded ? 'succeeded' : 'abandoned' }
      : { delivery, attempt, due_at },
  );
  const { organization_id } = delivery;
  const { status, error, cause, duration_ms } = attempt;
  const line = {
    ...fieldsOf(delivery, subjectField),
    host,
    status,
    error,
    ...(cause && { cause }),
    ...(proxy && { proxy }),
    duration_ms,
  };
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

function outcomeOf({ status, error }: AttemptRecord): DeliveryReports['attempted']['outcome'] {
  if (status === null) return error ?? 'connection';
  return status >= 200 && status < 300 ? 'succeeded' : 'status';
}

async function send(
  { payload, webhook_url, signing_secret, organization_id, event_id }: ClaimedDelivery,
  options: SendOptions & { readonly traceparent: string | null },
): Promise<Pick<SentAttempt, 'attempt' | 'proxy'>> {
  const { rules, program, clock, signatures, allowLoopback, privateNetworks, isHeld, resolve, connections } = options;
  const started = clock.now();
  const body = Buffer.from(payload);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': program,
    ...signatures.sign(body, { secret: signing_secret, id: event_id, at: started }),
    ...(options.traceparent !== null && { traceparent: options.traceparent }),
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
      limits: rules,
    }),
  );
  const sent = {
    request_headers: headers,
    started_at: started.toISOString(),
    duration_ms: Math.round(performance.now() - begun_ms),
  };
  return 'error' in result
    ? {
        attempt: { ...sent, status: null, error: result.error, cause: result.cause, answer: null },
        proxy: result.proxy,
      }
    : { attempt: { ...sent, status: result.status, error: null, cause: null, answer: result.body }, proxy: undefined };
}

interface GiveBackOptions extends Pick<DeliveryNames, 'subjectField'> {
  readonly store: Pick<DeliveryWrites, 'giveBackDeliveries'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Default: none. */
  readonly observer?: Pick<DeliveryObserver, 'lapsed'>;
}

/**
 * Gives back an attempt that was not sent because its lease was over or about to end. It is not counted, so pauses abandon no webhook.
 * Changes nothing if another worker has claimed the delivery meanwhile. Rethrows any other error.
 */
export async function giveBackAttempt(
  delivery: ClaimedDelivery,
  error: unknown,
  { store, log, subjectField, observer = noDeliveryObserver }: GiveBackOptions,
): Promise<void> {
  if (!(error instanceof LapsedError)) throw error;
  const { lease_token } = delivery;
  observer.lapsed({ work: 'delivery' });
  const line = fieldsOf(delivery, subjectField);
  log.warn(line, 'a webhook attempt was not sent: its lease was about to end, and the process may have been paused');
  await store.giveBackDeliveries({ deliveries: [delivery], lease_token });
}

/** Reports an attempt that could not be made or recorded. The delivery is claimed again when its lease ends (DLV-6). */
export function reportUnrecorded(
  delivery: ClaimedDelivery,
  {
    error,
    log,
    subjectField,
  }: { readonly error: unknown; readonly log: Pick<Logger, 'error'> } & Pick<DeliveryNames, 'subjectField'>,
): void {
  const { signing_secret, webhook_url } = delivery;
  const err = errorLine(error, { signing_secret, webhook_url });
  const line = { ...fieldsOf(delivery, subjectField), err };
  log.error(line, 'could not make or record a webhook attempt; it is retried when its lease ends');
}

/** Returns the fields of a log line that name an attempt. */
function fieldsOf(delivery: SentAttempt['delivery'], subjectField: string): Readonly<Record<string, string | number>> {
  const { id: delivery_id, subject_id, event_id, event_type, organization_id, attempt } = delivery;
  return { [subjectField]: subject_id, delivery_id, event_id, event_type, organization_id, attempt };
}

/**
 * Makes an attempt in a span of the trace that its event belongs to. It follows the stable conventions for HTTP clients, without the path
 * of the URL, which may contain a secret. `post` gets the traceparent for the receiver. Without tracing, this is the stored one.
 */
function traceAttempt<T extends { readonly attempt: AttemptRecord }>(
  delivery: ClaimedDelivery,
  { tracing, ...names }: Pick<SendOptions, 'tracing' | keyof DeliveryNames>,
  post: (traceparent: string | null) => Promise<T>,
): Promise<T> {
  const { traceparent, event_type } = delivery;
  if (!tracing) return post(traceparent);
  const start = {
    name: `POST ${event_type}`,
    kind: 'client',
    parent: traceparent,
    attributes: attributesOf(delivery, names),
  } as const;
  return inSpan(tracing, start, async (span) => {
    const sent = await post(span.traceparent);
    describe(span, sent.attempt);
    return sent;
  });
}

function attributesOf(
  delivery: ClaimedDelivery,
  { spanPrefix, subjectField }: Pick<DeliveryNames, 'spanPrefix' | 'subjectField'>,
): SpanAttributes {
  const { webhook_url, request_id, organization_id, subject_id, event_id, event_type, id, attempt } = delivery;
  const url = URL.parse(webhook_url);
  return {
    'http.request.method': 'POST',
    'server.address': url?.hostname,
    'server.port': url ? Number(url.port) || (url.protocol === 'https:' ? 443 : 80) : undefined,
    'http.request.resend_count': attempt > 1 ? attempt - 1 : undefined,
    [`${spanPrefix}.organization_id`]: organization_id,
    [`${spanPrefix}.${subjectField}`]: subject_id,
    [`${spanPrefix}.request_id`]: request_id ?? undefined,
    [`${spanPrefix}.event_id`]: event_id,
    [`${spanPrefix}.event_type`]: event_type,
    [`${spanPrefix}.delivery_id`]: id,
    [`${spanPrefix}.attempt`]: attempt,
  };
}

function describe(span: OpenSpan, { status, error }: AttemptRecord): void {
  if (status !== null) span.set({ 'http.response.status_code': status });
  if (status === null) span.fail(error ?? 'connection');
  else if (status < 200 || status > 299) span.fail(String(status));
}

/** The event and the time of one signature, beside the bytes of the body. */
interface Signing {
  /** The id of the event. */
  readonly id: string;
  /** The time of the attempt: each has a signature of its own. */
  readonly at: Date;
}

/** Returns the headers with the signature of a body. */
export type Signer = (body: Buffer, signing: Signing) => Readonly<Record<string, string>>;

/** Creates the signer of a signing secret. */
export type CreateSigner = (secret: string) => Signer;

/** Signs webhooks, and keeps the signers of the last organizations: a signer costs more than a signature. */
interface Signatures {
  /** Returns the headers with the signature (SIG-1). */
  sign(body: Buffer, signing: Signing & { readonly secret: string }): Readonly<Record<string, string>>;
}

const maxSigners = 1_000;

export function createSignatures(createSigner: CreateSigner): Signatures {
  const signers = new Map<string, Signer>();

  function getSigner(secret: string): Signer {
    const known = signers.get(secret);
    if (known) return known;
    if (signers.size === maxSigners) signers.clear();
    const signer = createSigner(secret);
    signers.set(secret, signer);
    return signer;
  }

  return { sign: (body, { secret, ...signing }) => getSigner(secret)(body, signing) };
}
