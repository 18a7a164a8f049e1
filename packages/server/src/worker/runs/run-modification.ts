/**
 * A modification of a confirmed booking (STA-7, STA-11):
 *  1. The modify request stores a run with the changes and claims it. This raises the version of the booking, so of two
 *     concurrent modifications, or of a modification and a cancel, only the first takes effect.
 *  2. The provider is called, outside every transaction.
 *  3. If the provider modified the booking, the new values, the event and the end of the run commit together, provided that the
 *     booking has not changed since it was read. If a cancel came first, the run is due at once, and the provider releases the booking.
 *     If the provider refused, the run ends and nothing changes. A cancel that came meanwhile makes it due at once, too.
 *  4. A booking whose payment was captured may become cheaper: the store adds a run that refunds the difference. If it
 *     became dearer, the provider is asked to take the modification back, because nothing more can be captured (CRD-9).
 * If the provider fails or the process dies, the run remains. The worker retries it with the same reference.
 */
import type { Logger } from 'pino';
import type { ModifyBooking } from '@booking-service/contract';
import type { NewId } from '@booking-service/kernel/contract';
import { currentOrigin } from '@booking-service/kernel/log';
import type { Clock } from '@booking-service/kernel/time';
import { canMove, changedBooking, type DeliveryDelays, modifiedBooking, toEvents } from '../../domain/booking.ts';
import type { ModificationResult } from '../../domain/run-schedule.ts';
import { coversPrice } from '../../domain/payment.ts';
import type { ModificationOutcome, Provider } from '../../providers/provider.ts';
import type { ClaimedRun, Store, StoredBooking } from '../../store/store.ts';
import { contextOf, type RunReports } from './note-calls.ts';
import type { GuardCall } from './guard-calls.ts';

export interface ModificationOptions {
  /** The changes of the run. */
  readonly changes: ModifyBooking;
  readonly store: Pick<Store, 'changeBooking' | 'findBooking'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly deliveryDelays?: DeliveryDelays | undefined;
  readonly provider: Provider;
  readonly guardCall: GuardCall;
  readonly log: Logger;
  readonly reports: Pick<RunReports, 'ended' | 'fieldsOf'>;
  /** Called after a change with events of the organization. */
  readonly onEvents: (organization_id: string) => void;
  /** Ends the run without a change. */
  readonly finish: (outcome: ModificationResult['outcome']) => Promise<void>;
  /** Makes the run due at once, because the booking changed meanwhile. */
  readonly beginAnew: () => Promise<void>;
}

/**
 * Modifies the booking at the provider and stores the outcome. If the provider fails, rejects and leaves the run claimed. Returns undefined
 * if the booking changed meanwhile and is still confirmed: then the run is repeated with the same reference.
 */
export async function runModification(
  run: ClaimedRun,
  stored: StoredBooking,
  {
    changes,
    store,
    clock,
    newId,
    deliveryDelays,
    provider,
    guardCall,
    log,
    reports,
    onEvents,
    finish,
    beginAnew,
  }: ModificationOptions,
): Promise<ModificationResult | undefined> {
  const { booking } = stored;
  if (!canMove('modify', booking.status)) return overtaken();
  const reference = `${booking.id}/${run.step}`;
  const modification = { booking, changes, reference };
  const outcome: ModificationOutcome = provider.modify
    ? await guardCall(provider.modify(modification, contextOf(stored)), 'modification')
    : { outcome: 'unsupported' };
  if (outcome.outcome !== 'modified') {
    await finish(outcome.outcome);
    return outcome;
  }
  const { starts_at, price, cancellation, documents } = outcome;
  const moved = modifiedBooking(booking, { changes, starts_at, price, cancellation, documents }, clock.now());
  if (!moved) return overtaken();
  const isUncovered = !coversPrice(moved.booking, booking);
  if (isUncovered && (await takeBack())) {
    await finish('refused');
    return { outcome: 'refused', message: dearer };
  }
  const events = toEvents(moved.events, moved.booking, { newId, deliveryDelays });
  const change = { before: stored, booking: moved.booking, events, origin: currentOrigin(), finished: run };
  const changed = await store.changeBooking(change);
  if (changed) {
    if (isUncovered) {
      const line = { ...reports.fieldsOf(run), code: 'run_modification_uncovered' };
      log.error(line, 'the provider did not take a modification back: its price is not what the card service took');
    }
    onEvents(run.organization_id);
    reports.ended(run, 'modified');
    return { outcome: 'modified', booking: changed.booking };
  }
  return overtaken();

  /** Modifies the booking back. Returns false if the provider refuses that: then the booking keeps the new values. */
  async function takeBack(): Promise<boolean> {
    if (!provider.modify) return false;
    const { slot_id, party_size, party } = booking;
    const people = { party_size, ...(party && { party }) };
    const undo = { ...(changes.slot_id && { slot_id }), ...(changes.party_size && people) };
    const modified = changedBooking(booking, changes);
    const undone = await guardCall(
      provider.modify({ booking: modified, changes: undo, reference: `${reference}/undo` }, contextOf(stored)),
      'modification',
    );
    return undone.outcome === 'modified';
  }

  async function overtaken(): Promise<ModificationResult | undefined> {
    await beginAnew();
    const { status } = ((await store.findBooking({ ...run, id: booking.id })) ?? stored).booking;
    return status === 'confirmed' ? undefined : { outcome: 'overtaken', status };
  }
}

const dearer =
  'The new price is higher than what the card service took, and nothing more can be taken. The booking is unchanged.';
