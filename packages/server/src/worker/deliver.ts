/**
 * Webhook delivery: claim -> send -> record, until nothing is due.
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
import type { NewId } from '../ids.ts';
import type { AttemptRecord, ClaimedDelivery, Store } from '../store/store.ts';
import { safePost } from './safe-post.ts';

const lease_ms = 3 * contract.timeout_seconds * 1000;
const batch = 50;

export interface DeliverOptions {
  readonly store: Pick<Store, 'claimDeliveries' | 'recordAttempt'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly log: Logger;
  /** Lets webhooks go to this computer: only for the sandbox (ORG-6). */
  readonly allowLoopback: boolean;
}

/** Sends every delivery that is due. Never rejects. */
export async function deliverDue(options: DeliverOptions): Promise<void> {
  const { store, clock, newId, log } = options;
  try {
    for (;;) {
      const now = clock.now();
      const lease_until = new Date(now.getTime() + lease_ms);
      const claimed = await store.claimDeliveries({ now, lease_until, lease_token: newId('lease'), limit: batch });
      await Promise.all(claimed.map((delivery) => attempt(delivery, options)));
      if (claimed.length < batch) return;
    }
  } catch (error) {
    log.error({ err: error }, 'could not deliver webhooks');
  }
}

async function attempt(delivery: ClaimedDelivery, { store, clock, log, allowLoopback }: DeliverOptions): Promise<void> {
  const record = await send(delivery, { clock, allowLoopback });
  const due_at = nextAttempt(delivery.attempt, clock.now());
  const succeeded = record.status !== null && record.status >= 200 && record.status < 300;
  const recorded = await store.recordAttempt(
    delivery,
    succeeded || !due_at
      ? { attempt: record, state: succeeded ? 'succeeded' : 'abandoned' }
      : { attempt: record, due_at },
  );
  const { event_id, organization_id, attempt: number } = delivery;
  const line = { event_id, organization_id, attempt: number, status: record.status, error: record.error };
  if (!recorded) log.error(line, 'the outcome of an attempt came after its lease had ended and is not recorded');
  else if (!succeeded) log.warn(line, due_at ? 'a webhook attempt failed' : 'a webhook delivery is abandoned');
  else log.info(line, 'a webhook was delivered');
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
