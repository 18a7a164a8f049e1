/**
 * A modification of a confirmed booking (STA-7, STA-11):
 *  1. The modify request stores a run with the changes and claims it. This raises the version of the booking, so of two
 *     concurrent modifications, or of a modification and a cancel, only the first takes effect.
 *  2. The provider is called, outside every transaction.
 *  3. If the provider modified the booking, the new values, the event and the end of the run commit together, provided that the
 *     booking has not changed since it was read. If a cancel came first, the provider releases the booking instead.
 *     If the provider refused, the run ends and nothing changes.
 * If the provider fails or the process dies, the run remains. The worker retries it with the same reference.
 */
import type { Booking } from '@booking-service/contract';
import type { Clock } from '@booking-service/kernel/time/clock';
import { canMove, modifiedBooking, toEvents, type DeliveryDelays, type ModificationResult } from '../domain/booking.ts';
import type { NewId } from '@booking-service/kernel/ids';
import { currentOrigin } from '@booking-service/kernel/log/trail';
import type { ModificationOutcome, Provider } from '../providers/provider.ts';
import type { ClaimedRun, Store, StoredBooking } from '../store/store.ts';
import { contextOf } from './context-of.ts';

export interface ModificationOptions {
  readonly store: Pick<Store, 'changeBooking' | 'findBooking' | 'finishRun'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly deliveryDelays?: DeliveryDelays | undefined;
  readonly provider: Provider;
  readonly guardCall: GuardCall;
  /** Called after a change with events of the organization. */
  readonly onEvents: (organization_id: string) => void;
}

/**
 * Passes on the result of a provider call while the worker still holds the run. Rejects if the run was given back.
 * `creates` names what the call may create at the provider. Such a call is followed up if it ends late. Default: nothing.
 */
export type GuardCall = <T>(call: Promise<T>, creates?: 'booking' | 'modification') => Promise<T>;

/** Modifies the booking at the provider and stores the outcome. If the provider fails, rejects and leaves the run claimed. */
export async function runModification(
  run: ClaimedRun & { readonly changes: NonNullable<ClaimedRun['changes']> },
  stored: StoredBooking,
  { store, clock, newId, deliveryDelays, provider, guardCall, onEvents }: ModificationOptions,
): Promise<ModificationResult> {
  const { booking } = stored;
  if (!canMove('modify', booking.status)) return overtaken(booking);
  const reference = `${booking.id}/${run.step}`;
  const modification = { booking, changes: run.changes, reference };
  const outcome: ModificationOutcome = provider.modify
    ? await guardCall(provider.modify(modification, contextOf(stored)), 'modification')
    : { outcome: 'unsupported' };
  if (outcome.outcome !== 'modified') {
    await store.finishRun(run);
    return outcome;
  }
  const moved = modifiedBooking(booking, { changes: run.changes, price: outcome.price }, clock.now());
  if (!moved) return overtaken(booking);
  const events = toEvents(moved.events, moved.booking, { newId, deliveryDelays });
  const change = { before: stored, booking: moved.booking, events, origin: currentOrigin(), finished: run };
  const changed = await store.changeBooking(change);
  if (changed) {
    onEvents(run.organization_id);
    return { outcome: 'modified', booking: changed.booking };
  }
  return overtaken((await store.findBooking({ ...run, id: booking.id }))?.booking ?? booking);

  async function overtaken(current: Booking): Promise<ModificationResult> {
    if (current.status !== 'confirmed') await guardCall(provider.release(current, contextOf(stored)));
    await store.finishRun(run);
    return { outcome: 'overtaken', status: current.status };
  }
}
