/**
 * One attempt of a claimed delivery:
 *  1. send    posts the stored payload, with a new signature, to the organization's current URL (SIG-4, DLV-11)
 *  2. record  stores the outcome and the time of the next attempt; a completion whose lease has ended changes nothing and is
 *             logged
 * After a crash the lease remains. When it ends, the delivery is claimed again with the next attempt number: delivery is at
 * least once.
 */
import type { Logger } from 'pino';
import { delivery as contract, type WebhookHeaders } from '@booking-service/contract';
import { createSigner } from '@booking-service/webhooks';
import type { Clock } from '../time/clock.ts';
import { contain } from '../log/containment.ts';
import { nextAttempt } from '../domain/retry-schedule.ts';
import type { EveryField } from '../domain/every-field.ts';
import type { NewId } from '../domain/ids.ts';
import { noObserver, type Observer, type Reports } from '../log/observer.ts';
import type { AttemptRecord, ClaimedDelivery, Store } from '../store/store.ts';
import type { Resolve } from '../send/resolve-host.ts';
import { safePost } from '../send/safe-post.ts';

export interface AttemptOptions {
  readonly store: Pick<Store, 'recordAttempt'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly log: Logger;
  /** Default: none. */
  readonly observer?: Pick<Observer, 'attempted' | 'abandoned' | 'fenced'>;
  /** Allows webhooks to loopback addresses. Only for a sandbox (ORG-6). */
  readonly allowLoopback: boolean;
  /** Resolves the hosts of webhook URLs. Default: the resolver of this process. */
  readonly resolve?: Resolve | undefined;
}

/** Makes one attempt, stores its outcome and returns it. Rejects if the outcome cannot be stored. */
export async function attemptDelivery(
  delivery: ClaimedDelivery,
  { store, clock, log, observer = noObserver, allowLoopback, resolve }: AttemptOptions,
): Promise<Reports['attempted']['outcome']> {
  const record = await send(delivery, { clock, allowLoopback, resolve });
  const { attempt, attempts_allowed } = delivery;
  const due_at = attempt < attempts_allowed ? nextAttempt(attempt, clock.now()) : undefined;
  const succeeded = record.status !== null && record.status >= 200 && record.status < 300;
  const outcome = outcomeOf(record);
  const { event_id, organization_id } = delivery;
  observer.attempted({ organization_id, outcome, duration_ms: record.duration_ms });
  const recorded = await store.recordAttempt(
    delivery,
    succeeded || !due_at
      ? { attempt: record, state: succeeded ? 'succeeded' : 'abandoned' }
      : { attempt: record, due_at },
  );
  const line = { event_id, organization_id, attempt, status: record.status, error: record.error };
  if (!recorded) {
    observer.fenced({ work: 'delivery' });
    log.error(line, 'an attempt ended after its lease; its outcome is not recorded');
  } else if (succeeded) log.info(line, 'a webhook was delivered');
  else if (due_at) log.warn(line, 'a webhook attempt failed');
  else {
    observer.abandoned({ organization_id, after: 'failure' });
    log.warn(line, 'a webhook delivery was abandoned');
  }
  return outcome;
}

function outcomeOf({ status, error }: AttemptRecord): Reports['attempted']['outcome'] {
  if (status === null) return error ?? 'connection';
  return status >= 200 && status < 300 ? 'succeeded' : 'status';
}

async function send(
  { payload, webhook_url, signing_secret, organization_id, event_id }: ClaimedDelivery,
  { clock, allowLoopback, resolve }: Pick<AttemptOptions, 'clock' | 'allowLoopback' | 'resolve'>,
): Promise<AttemptRecord> {
  const started = clock.now();
  const begun_ms = performance.now();
  const body = Buffer.from(payload);
  const signer = createSigner({ secret: signing_secret, now: () => started.getTime() });
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'booking-service',
    ...({ [contract.signature.header]: signer.header(body) } satisfies EveryField<WebhookHeaders>),
  };
  const result = await contain({ work: 'delivery', organization_id, event_id }, () =>
    safePost({ url: webhook_url, headers, body, allowLoopback, resolve }),
  );
  const sent = {
    request_headers: headers,
    started: started.toISOString(),
    duration_ms: Math.round(performance.now() - begun_ms),
  };
  return 'error' in result
    ? { ...sent, status: null, error: result.error, answer: null }
    : { ...sent, status: result.status, error: null, answer: result.body };
}
