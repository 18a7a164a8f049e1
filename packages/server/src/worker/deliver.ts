/**
 * Webhook delivery: one tick.
 *
 * Terms:
 *  - A *turn* is the part of a tick that belongs to one organization. Turns run side by side, so a receiver that is slow or
 *    does not respond delays no other organization (DLV-9).
 *  - A receiver is *slow* if an attempt of its last turn timed out. Slow receivers have ticks of their own, so even a hundred of
 *    them delay no quick one.
 *
 * Steps:
 *  1. abandon  ends deliveries whose last attempt was claimed but never recorded, because of a crash (DLV-5)
 *  2. claim    takes as many due turns as may run at once, and more whenever one ends
 *  3. turn     claims the organization's due deliveries and attempts them (attempt-delivery.ts), one batch after the other,
 *              until none is due or the turn is over; the rest waits for the next tick
 * A turn starts no batch after turn_ms, and a batch ends within the timeout of an attempt. So a tick ends before the next is due.
 */
import { delivery as contract } from '@booking-service/contract';
import { errorLine } from '../log/error-line.ts';
import { noObserver, type Reports } from '../log/observer.ts';
import type { ClaimedDelivery, Receivers, Store } from '../store/store.ts';
import { attemptDelivery, type AttemptOptions } from './attempt-delivery.ts';

const lease_ms = 3 * contract.timeout_seconds * 1000;
const turn_ms = contract.timeout_seconds * 1000;
/** How many attempts of one organization run at once. Its receiver gets as many connections. */
const maxBatch = 10;
/** How many deliveries one statement abandons. */
const maxAbandoned = 50;
/** How many turns of one tick run at once. */
const maxTurns = { quick: 100, slow: 50 } satisfies Record<Receivers, number>;

export interface DeliverOptions extends AttemptOptions {
  readonly store: Pick<
    Store,
    'abandonSpentDeliveries' | 'claimTurns' | 'endTurn' | 'claimDeliveries' | 'recordAttempt'
  >;
  /** Checked before each claim: if it returns false, the tick claims nothing more. Default: always true. */
  readonly isRunning?: () => boolean;
  /** Which receivers this tick serves. Default: quick. */
  readonly receivers?: Receivers;
}

type Tick = DeliverOptions & Required<Pick<DeliverOptions, 'isRunning' | 'receivers'>>;

/** Sends the due webhooks. Never rejects. */
export async function deliverDue({
  receivers = 'quick',
  isRunning = () => true,
  ...options
}: DeliverOptions): Promise<void> {
  const tick = { ...options, receivers, isRunning };
  try {
    if (receivers === 'quick') await abandonSpent(tick);
    await takeTurns(tick);
  } catch (error) {
    options.log.error({ err: errorLine(error) }, 'could not deliver webhooks');
  }
}

async function abandonSpent({ store, clock, log, isRunning, observer = noObserver }: Tick): Promise<void> {
  const now = clock.now();
  for (let hasMore = true; hasMore && isRunning();) {
    const abandoned = await store.abandonSpentDeliveries(now, maxAbandoned);
    for (const line of abandoned) {
      observer.abandoned({ organization_id: line.organization_id, after: 'crash' });
      log.warn(line, 'a webhook delivery was abandoned: the outcome of its last attempt was not recorded');
    }
    hasMore = abandoned.length === maxAbandoned;
  }
}

/** Claims due turns up to the maximum, and again whenever a turn ends, until none is due. */
async function takeTurns(tick: Tick): Promise<void> {
  const { store, clock, newId, isRunning, receivers } = tick;
  // The start of the tick. A turn that ends during the tick is due later, so this tick does not claim it again.
  const now = clock.now();
  const lease = { lease_until: new Date(now.getTime() + lease_ms), lease_token: newId('lease') };
  const turns = new Set<Promise<void>>();
  let ended = Promise.withResolvers<void>();
  try {
    for (let hasMore = true; hasMore && isRunning();) {
      const limit = maxTurns[receivers] - turns.size;
      const claimed = await store.claimTurns({ ...lease, now, limit, receivers });
      for (const organization_id of claimed) {
        const turn = takeTurn({ organization_id, lease_token: lease.lease_token }, tick).finally(() => {
          turns.delete(turn);
          ended.resolve();
        });
        turns.add(turn);
      }
      hasMore = claimed.length === limit;
      if (turns.size === maxTurns[receivers]) await ended.promise;
      ended = Promise.withResolvers();
    }
  } finally {
    await Promise.all(turns);
  }
}

/** Never rejects, so that the failure of one organization's turn does not affect the others. */
async function takeTurn(turn: { organization_id: string; lease_token: string }, tick: Tick): Promise<void> {
  const { store, clock, newId, log, isRunning } = tick;
  const { organization_id } = turn;
  const begun_ms = performance.now();
  let timeouts = 0;
  try {
    while (isRunning() && performance.now() - begun_ms < turn_ms) {
      const now = clock.now();
      const lease = { lease_until: new Date(now.getTime() + lease_ms), lease_token: newId('lease') };
      const claimed = await store.claimDeliveries({ ...lease, now, organization_id, limit: maxBatch });
      const outcomes = await Promise.all(claimed.map((delivery) => tryAttempt(delivery, tick)));
      timeouts += outcomes.filter((outcome) => outcome === 'timeout').length;
      if (claimed.length < maxBatch) break;
    }
  } catch (error) {
    log.error({ err: errorLine(error), organization_id }, 'could not deliver the webhooks of an organization');
  }
  try {
    await store.endTurn({ ...turn, now: clock.now(), receivers: timeouts > 0 ? 'slow' : 'quick' });
  } catch (error) {
    log.error(
      { err: errorLine(error), organization_id },
      'could not end a turn; the next turn comes when its lease ends',
    );
  }
}

/** Makes one attempt. An internal error does not affect other attempts: the delivery is claimed again when its lease ends. */
async function tryAttempt(
  delivery: ClaimedDelivery,
  options: DeliverOptions,
): Promise<Reports['attempted']['outcome'] | undefined> {
  try {
    return await attemptDelivery(delivery, options);
  } catch (error) {
    const { event_id, organization_id, attempt: number } = delivery;
    const line = { event_id, organization_id, attempt: number, err: errorLine(error, delivery) };
    options.log.error(line, 'could not make or record a webhook attempt; it is retried when its lease ends');
    return undefined;
  }
}
