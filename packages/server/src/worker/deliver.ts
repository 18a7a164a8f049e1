/**
 * Webhook delivery: claim -> send -> record, until nothing is due.
 *  0. abandon what was claimed for the last time and never recorded: a crash came between (DLV-5)
 *  1. claim   due deliveries under a lease longer than an attempt can take, the attempt counted (DLV-5)
 *  2. send    the stored payload, signed afresh, to the URL the organization has now (SIG-4, DLV-11)
 *  3. record  what came of it, and when to try again; a completion whose lease is lost changes nothing and is logged
 * A crash leaves the lease; the delivery is claimed again when it ends, with the next attempt's number: at least once.
 */
import type { Logger } from 'pino';
import { delivery as contract } from '@booking-service/contract';
import { createSigner } from '@booking-service/webhooks';
import type { Clock } from '../clock.ts';
import { nextAttempt } from '../domain/retry-schedule.ts';
import { errorLine } from '../error-line.ts';
import type { NewId } from '../ids.ts';
import { noObserver, type Observer, type Reports } from '../observer.ts';
import type { AttemptRecord, ClaimedDelivery, Store } from '../store/store.ts';
import { safePost } from './safe-post.ts';

const lease_ms = 3 * contract.timeout_seconds * 1000;
const batch = 50;

export interface DeliverOptions {
  readonly store: Pick<Store, 'abandonSpentDeliveries' | 'claimDeliveries' | 'recordAttempt'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly log: Logger;
  /** Default: nobody. */
  readonly observer?: Pick<Observer, 'attempted' | 'abandoned' | 'fenced'>;
  /** Lets webhooks go to this computer: only for the sandbox (ORG-6). */
  readonly allowLoopback: boolean;
  /** Asked before each batch: whether to claim one more. Default: always. */
  readonly goesOn?: () => boolean;
}

/** Sends every delivery that is due. Never rejects. */
export async function deliverDue(options: DeliverOptions): Promise<void> {
  const { store, clock, newId, log, observer = noObserver, goesOn = () => true } = options;
  try {
    for (const line of await store.abandonSpentDeliveries(clock.now())) {
      observer.abandoned({ after: 'crash' });
      log.warn(line, 'a webhook delivery is abandoned: the outcome of its last attempt was never recorded');
    }
    while (goesOn()) {
      const now = clock.now();
      const lease_until = new Date(now.getTime() + lease_ms);
      const claimed = await store.claimDeliveries({ now, lease_until, lease_token: newId('lease'), limit: batch });
      await Promise.all(claimed.map((delivery) => attemptAlone(delivery, options)));
      if (claimed.length < batch) return;
    }
  } catch (error) {
    log.error({ err: errorLine(error) }, 'could not deliver webhooks');
  }
}

/** An attempt that goes wrong here, at nobody's end, ends the tick for no other: its lease ends, and it comes again. */
async function attemptAlone(delivery: ClaimedDelivery, options: DeliverOptions): Promise<void> {
  try {
    await attempt(delivery, options);
  } catch (error) {
    const { event_id, organization_id, attempt: number } = delivery;
    const line = { event_id, organization_id, attempt: number, err: errorLine(error, delivery) };
    options.log.error(line, 'a webhook attempt could not be made or recorded; it comes again when its lease ends');
  }
}

async function attempt(
  delivery: ClaimedDelivery,
  { store, clock, log, observer = noObserver, allowLoopback }: DeliverOptions,
): Promise<void> {
  const record = await send(delivery, { clock, allowLoopback });
  const due_at = nextAttempt(delivery.attempt, clock.now());
  const succeeded = record.status !== null && record.status >= 200 && record.status < 300;
  observer.attempted({ outcome: outcomeOf(record), duration_ms: record.duration_ms });
  const recorded = await store.recordAttempt(
    delivery,
    succeeded || !due_at
      ? { attempt: record, state: succeeded ? 'succeeded' : 'abandoned' }
      : { attempt: record, due_at },
  );
  const { event_id, organization_id, attempt: number } = delivery;
  const line = { event_id, organization_id, attempt: number, status: record.status, error: record.error };
  if (!recorded) {
    observer.fenced({ work: 'delivery' });
    log.error(line, 'the outcome of an attempt came after its lease had ended and is not recorded');
  } else if (succeeded) log.info(line, 'a webhook was delivered');
  else if (due_at) log.warn(line, 'a webhook attempt failed');
  else {
    observer.abandoned({ after: 'failure' });
    log.warn(line, 'a webhook delivery is abandoned');
  }
}

function outcomeOf({ status, error }: AttemptRecord): Reports['attempted']['outcome'] {
  if (status === null) return error === 'timeout' || error === 'address_refused' ? error : 'connection';
  return status >= 200 && status < 300 ? 'succeeded' : 'status';
}

async function send(
  { payload, webhook_url, signing_secret }: ClaimedDelivery,
  { clock, allowLoopback }: Pick<DeliverOptions, 'clock' | 'allowLoopback'>,
): Promise<AttemptRecord> {
  const started = clock.now();
  const begun = performance.now();
  const body = Buffer.from(payload);
  const signer = createSigner({ secret: signing_secret, now: () => started.getTime() });
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'booking-service',
    [contract.signature.header]: signer.header(body),
  };
  const result = await safePost({ url: webhook_url, headers, body, allowLoopback });
  const timing = { started: started.toISOString(), duration_ms: Math.round(performance.now() - begun) };
  return 'error' in result
    ? { ...timing, status: null, error: result.error, answer: null }
    : { ...timing, status: result.status, error: null, answer: result.answer };
}
