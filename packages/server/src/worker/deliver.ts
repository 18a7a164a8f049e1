/**
 * Webhook delivery: what one tick does.
 *  0. abandon what was claimed for the last time and never recorded: a crash came between (DLV-5)
 *  1. every organization that has something due gets its turn, all of them side by side: a receiver that is slow or dead
 *     holds up nobody else's deliveries (DLV-9); those that were slow the last time have ticks of their own, so that not
 *     even a hundred of them keep a quick one waiting, in this tick or for the next. Turns are claimed as lanes are free
 *  2. in its turn an organization's deliveries are claimed and attempted (attempt-delivery.ts), a few at once, until nothing
 *     is due or the turn is over; what is left waits for the next tick
 * A turn begins no batch after turn_ms, and a batch ends within an attempt's timeout: a tick is over before the next is due.
 */
import { delivery as contract } from '@booking-service/contract';
import { errorLine } from '../log/error-line.ts';
import { noObserver, type Reports } from '../log/observer.ts';
import type { ClaimedDelivery, Receivers, Store } from '../store/store.ts';
import { attemptDelivery, type AttemptOptions } from './attempt-delivery.ts';

const lease_ms = 3 * contract.timeout_seconds * 1000;
const turn_ms = contract.timeout_seconds * 1000;
/** Attempts of one organization at once: also as many connections as its receiver sees. */
const batch = 10;
/** Deliveries abandoned by one statement. */
const spentAtOnce = 50;
/** Organizations at once in a tick. */
const lanes = { quick: 100, slow: 50 } satisfies Record<Receivers, number>;

export interface DeliverOptions extends AttemptOptions {
  readonly store: Pick<
    Store,
    'abandonSpentDeliveries' | 'claimTurns' | 'endTurn' | 'claimDeliveries' | 'recordAttempt'
  >;
  /** Asked before each batch: whether to claim one more. Default: always. */
  readonly isRunning?: () => boolean;
  /** Whose deliveries this tick sends. Default: the quick ones'. */
  readonly receivers?: Receivers;
}

type Tick = DeliverOptions & Required<Pick<DeliverOptions, 'isRunning' | 'receivers'>>;

/** Sends what is due. Never rejects. */
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
  for (let some = true; some && isRunning();) {
    const abandoned = await store.abandonSpentDeliveries(now, spentAtOnce);
    for (const line of abandoned) {
      observer.abandoned({ after: 'crash' });
      log.warn(line, 'a webhook delivery is abandoned: the outcome of its last attempt was never recorded');
    }
    some = abandoned.length === spentAtOnce;
  }
}

/** Claims as many turns as lanes are free, again whenever one is, until no more are due. */
async function takeTurns(tick: Tick): Promise<void> {
  const { store, clock, newId, isRunning, receivers } = tick;
  // The tick's time: a turn that ends during the tick is due later than that.
  const now = clock.now();
  const lease = { lease_until: new Date(now.getTime() + lease_ms), lease_token: newId('lease') };
  const turns = new Set<Promise<void>>();
  let ended = Promise.withResolvers<void>();
  try {
    for (let more = true; more && isRunning();) {
      const limit = lanes[receivers] - turns.size;
      const claimed = await store.claimTurns({ ...lease, now, limit, receivers });
      for (const organization_id of claimed) {
        const turn = takeTurn({ organization_id, lease_token: lease.lease_token }, tick).finally(() => {
          turns.delete(turn);
          ended.resolve();
        });
        turns.add(turn);
      }
      more = claimed.length === limit;
      if (turns.size === lanes[receivers]) await ended.promise;
      ended = Promise.withResolvers();
    }
  } finally {
    await Promise.all(turns);
  }
}

/** Never rejects: what goes wrong in one organization's turn ends no other's. */
async function takeTurn(turn: { organization_id: string; lease_token: string }, tick: Tick): Promise<void> {
  const { store, clock, newId, log, isRunning } = tick;
  const { organization_id } = turn;
  const begun = performance.now();
  let timeouts = 0;
  try {
    while (isRunning() && performance.now() - begun < turn_ms) {
      const now = clock.now();
      const lease = { lease_until: new Date(now.getTime() + lease_ms), lease_token: newId('lease') };
      const claimed = await store.claimDeliveries({ ...lease, now, organization_id, limit: batch });
      const outcomes = await Promise.all(claimed.map((delivery) => attemptAlone(delivery, tick)));
      timeouts += outcomes.filter((outcome) => outcome === 'timeout').length;
      if (claimed.length < batch) break;
    }
  } catch (error) {
    log.error({ err: errorLine(error), organization_id }, 'could not deliver the webhooks of an organization');
  }
  try {
    await store.endTurn({ ...turn, now: clock.now(), receivers: timeouts > 0 ? 'slow' : 'quick' });
  } catch (error) {
    log.error(
      { err: errorLine(error), organization_id },
      'could not end a turn; the next comes when its lease is over',
    );
  }
}

/** An attempt that goes wrong here, at nobody's end, ends no other: its lease ends, and it comes again. */
async function attemptAlone(
  delivery: ClaimedDelivery,
  options: DeliverOptions,
): Promise<Reports['attempted']['outcome'] | undefined> {
  try {
    return await attemptDelivery(delivery, options);
  } catch (error) {
    const { event_id, organization_id, attempt: number } = delivery;
    const line = { event_id, organization_id, attempt: number, err: errorLine(error, delivery) };
    options.log.error(line, 'a webhook attempt could not be made or recorded; it comes again when its lease ends');
    return undefined;
  }
}
