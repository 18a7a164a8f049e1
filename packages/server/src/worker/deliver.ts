/**
 * Webhook delivery: what one tick does.
 *  0. abandon what was claimed for the last time and never recorded: a crash came between (DLV-5)
 *  1. every organization that has something due gets its turn, all of them side by side: a receiver that is slow or dead
 *     holds up nobody else's deliveries (DLV-9); those that were slow the last time have ticks of their own, so that not
 *     even a hundred of them keep a quick one waiting, in this tick or for the next
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
/** Organizations at once in a tick. */
const lanes = { quick: 100, slow: 50 };

/** `slow` are those whose last turn met a receiver that did not answer in time; all others are `quick`. */
export type Receivers = keyof typeof lanes;

export interface DeliverOptions extends AttemptOptions {
  readonly store: Pick<Store, 'abandonSpentDeliveries' | 'listDueOrganizations' | 'claimDeliveries' | 'recordAttempt'>;
  /** Asked before each batch: whether to claim one more. Default: always. */
  readonly goesOn?: () => boolean;
  /** Whose deliveries this tick sends. Default: the quick ones'. */
  readonly receivers?: Receivers;
  /** The organizations that are slow, with the time of the turn that said so; kept from tick to tick. */
  readonly slow?: Map<string, Date>;
}

/** Sends what is due. Never rejects. */
export async function deliverDue(options: DeliverOptions): Promise<void> {
  const { log, receivers = 'quick', goesOn = () => true, slow = new Map() } = options;
  try {
    if (receivers === 'slow' && slow.size === 0) return;
    if (receivers === 'quick') await abandonSpent(options);
    if (!goesOn()) return;
    const now = options.clock.now();
    const due = await options.store.listDueOrganizations(now);
    // One that was found slow at this very time has had its turn.
    const isMeant = (found: Date | undefined) => (receivers === 'quick' ? !found : found && found < now);
    // Shared by the lanes: each takes the next one that nobody has taken.
    const waiting = due.filter((id) => isMeant(slow.get(id))).values();
    const lane = async () => {
      for (const organization_id of waiting) await takeTurn(organization_id, { ...options, goesOn, slow });
    };
    await Promise.all(Array.from({ length: lanes[receivers] }, lane));
  } catch (error) {
    log.error({ err: errorLine(error) }, 'could not deliver webhooks');
  }
}

async function abandonSpent({ store, clock, log, observer = noObserver }: DeliverOptions): Promise<void> {
  for (const line of await store.abandonSpentDeliveries(clock.now())) {
    observer.abandoned({ after: 'crash' });
    log.warn(line, 'a webhook delivery is abandoned: the outcome of its last attempt was never recorded');
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
    if (timeouts > 0) slow.set(organization_id, clock.now());
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
