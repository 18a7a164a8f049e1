/**
 * Webhook delivery: what one tick does.
 *  0. abandon what was claimed for the last time and never recorded: a crash came between (DLV-5)
 *  1. every organization that has something due gets its turn, all of them side by side: a receiver that is slow or dead
 *     holds up nobody else's deliveries (DLV-9); those that were slow the last time have lanes of their own, so that not
 *     even a hundred of them keep a quick one waiting
 *  2. in its turn an organization's deliveries are claimed and attempted (attempt-delivery.ts), a few at once, until nothing
 *     is due or the turn is over; what is left waits for the next tick
 * A turn begins no batch after turn_ms, and a batch ends within an attempt's timeout: a tick is over before the next is due.
 */
import { delivery as contract } from '@booking-service/contract';
import { errorLine } from '../error-line.ts';
import { noObserver, type Reports } from '../observer.ts';
import type { ClaimedDelivery, Store } from '../store/store.ts';
import { attemptDelivery, type AttemptOptions } from './attempt-delivery.ts';

const lease_ms = 3 * contract.timeout_seconds * 1000;
const turn_ms = contract.timeout_seconds * 1000;
/** Attempts of one organization at once: also as many connections as its receiver sees. */
const batch = 10;
/** Organizations at once, of those that answered the last time, or were never asked; and of the slow ones. */
const lanes = { quick: 100, slow: 50 };

export interface DeliverOptions extends AttemptOptions {
  readonly store: Pick<Store, 'abandonSpentDeliveries' | 'listDueOrganizations' | 'claimDeliveries' | 'recordAttempt'>;
  /** Asked before each batch: whether to claim one more. Default: always. */
  readonly goesOn?: () => boolean;
  /** The organizations whose last turn met a receiver that did not answer in time; kept from tick to tick. */
  readonly slow?: Set<string>;
}

/** Sends what is due. Never rejects. */
export async function deliverDue(options: DeliverOptions): Promise<void> {
  const { store, clock, log, observer = noObserver, goesOn = () => true, slow = new Set() } = options;
  try {
    const now = clock.now();
    for (const line of await store.abandonSpentDeliveries(now)) {
      observer.abandoned({ after: 'crash' });
      log.warn(line, 'a webhook delivery is abandoned: the outcome of its last attempt was never recorded');
    }
    if (!goesOn()) return;
    const due = Map.groupBy(await store.listDueOrganizations(now), (id) => (slow.has(id) ? 'slow' : 'quick'));
    const lane = async (waiting: Iterable<string>) => {
      for (const organization_id of waiting) await takeTurn(organization_id, { ...options, goesOn, slow });
    };
    const all = (['quick', 'slow'] as const).flatMap((kind) => {
      // Shared by the lanes of its kind: each takes the next one that nobody has taken.
      const waiting = (due.get(kind) ?? []).values();
      return Array.from({ length: lanes[kind] }, () => lane(waiting));
    });
    await Promise.all(all);
  } catch (error) {
    log.error({ err: errorLine(error) }, 'could not deliver webhooks');
  }
}

/** What goes wrong in one organization's turn ends no other's. */
async function takeTurn(
  organization_id: string,
  options: DeliverOptions & Required<Pick<DeliverOptions, 'goesOn' | 'slow'>>,
): Promise<void> {
  const { store, clock, newId, log, goesOn, slow } = options;
  const begun = performance.now();
  let timeouts = 0;
  try {
    while (goesOn() && performance.now() - begun < turn_ms) {
      const now = clock.now();
      const lease = { lease_until: new Date(now.getTime() + lease_ms), lease_token: newId('lease') };
      const claimed = await store.claimDeliveries({ ...lease, now, organization_id, limit: batch });
      const outcomes = await Promise.all(claimed.map((delivery) => attemptAlone(delivery, options)));
      timeouts += outcomes.filter((outcome) => outcome === 'timeout').length;
      if (claimed.length < batch) return;
    }
  } catch (error) {
    log.error({ err: errorLine(error), organization_id }, 'could not deliver the webhooks of an organization');
  } finally {
    if (timeouts > 0) slow.add(organization_id);
    else slow.delete(organization_id);
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
