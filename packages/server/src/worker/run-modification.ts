/**
 * A modification of a confirmed booking (STA-7, STA-11).
 *  1. the call that asks for it stores a run with the changes, claimed by itself, and so raises the booking's version: of
 *     two modifications, or of a modification and a cancel, one is first
 *  2. the provider is asked, outside of any transaction
 *  3. modified: the booking with the new values, its event and the end of the run commit together, only if the booking is
 *     as it was read; where a cancel was faster, the provider is told to undo · refused: the run ends, nothing changes
 * Where the provider cannot be asked, or the process dies, the run stays: the worker asks again with the same reference.
 */
import type { Booking } from '@booking-service/contract';
import type { Clock } from '../time/clock.ts';
import { canMove, modifiedBooking } from '../domain/booking.ts';
import { toEvents, type DeliveryDelays } from '../domain/booking-events.ts';
import type { ModificationResult } from '../domain/modification.ts';
import type { NewId } from '../domain/ids.ts';
import type { ModificationOutcome, Provider } from '../providers/provider.ts';
import type { ClaimedRun, Store, StoredBooking } from '../store/store.ts';

export interface ModificationOptions {
  readonly store: Pick<Store, 'changeBooking' | 'findBooking' | 'finishRun'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly deliveryDelays?: DeliveryDelays | undefined;
  readonly provider: Provider;
  readonly ours: Ours;
}

/**
 * Passes on what a provider says, or rejects where the run was given back. `makes`: the call may make something at the provider,
 * so it is looked at when it ends late. Default: it makes nothing.
 */
export type Ours = <T>(call: Promise<T>, makes?: 'booking' | 'modification') => Promise<T>;

/** Asks the provider and records what it says. Rejects where it cannot be asked; the run is then still claimed. */
export async function runModification(
  run: ClaimedRun & { readonly changes: NonNullable<ClaimedRun['changes']> },
  stored: StoredBooking,
  { store, clock, newId, deliveryDelays, provider, ours }: ModificationOptions,
): Promise<ModificationResult> {
  const { booking } = stored;
  if (!canMove('modify', booking.status)) return overtaken(booking);
  const reference = `${booking.id}/${run.step}`;
  const modification = { booking, changes: run.changes, reference };
  const answer: ModificationOutcome = provider.modify
    ? await ours(provider.modify(modification), 'modification')
    : { outcome: 'unsupported' };
  if (answer.outcome !== 'modified') {
    await store.finishRun(run);
    return answer;
  }
  const moved = modifiedBooking(booking, run.changes, clock.now());
  if (!moved) return overtaken(booking);
  const events = toEvents(moved.events, moved.booking, { newId, deliveryDelays });
  const changed = await store.changeBooking({ before: stored, booking: moved.booking, events, finished: run });
  if (changed) return { outcome: 'modified', booking: changed.booking };
  return overtaken((await store.findBooking(booking.id))?.booking ?? booking);

  async function overtaken(found: Booking): Promise<ModificationResult> {
    if (found.status !== 'confirmed') await ours(provider.release(found));
    await store.finishRun(run);
    return { outcome: 'overtaken', status: found.status };
  }
}
