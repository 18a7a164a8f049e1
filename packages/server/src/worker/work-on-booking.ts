/**
 * What a claimed run does, by the status of its booking:
 *  processing          the provider takes the booking a step further
 *  requires_action     the provider is asked whether it still holds the booking
 *  confirmed           the provider modifies it (run-modification.ts)
 *  failed, cancelled, expired   the provider undoes what it made
 * The booking's move, its events and the end of the run commit together, and only if the booking is as it was read and the
 * lease is still ours. Where the booking was moved meanwhile (a cancel won), what was made is undone before the run ends
 * (STA-13).
 *
 * No run goes on for ever (STA-14). One whose provider fails, or is not done, for too long is given up:
 *  processing, requires_action   the booking fails with provider_failed, and a run releases it: the provider may have made it
 *  confirmed                     the modification is dropped: the booking stays as it is
 *  failed, cancelled, expired    the release is dropped: the status does not change
 * The last two may leave the provider with something else than the service has. They are logged with a code of their own.
 */
import type { Logger } from 'pino';
import { errorCatalogue, runs } from '@booking-service/contract';
import type { Clock } from '../time/clock.ts';
import { bookingAt, moveBooking, type Move, type Moved } from '../domain/booking.ts';
import { toEvents, type DeliveryDelays } from '../domain/booking-events.ts';
import type { ModificationResult } from '../domain/modification.ts';
import { nextLook } from '../domain/run-schedule.ts';
import { errorLine } from '../log/error-line.ts';
import type { NewId } from '../domain/ids.ts';
import type { Observer } from '../log/observer.ts';
import type { CardService } from '../providers/card-service.ts';
import type { Outcome, Provider } from '../providers/provider.ts';
import type { ClaimedRun, NewRun, Store, StoredBooking } from '../store/store.ts';
import { runModification, type Ours } from './run-modification.ts';

export interface BookingWork {
  /** Does what the booking's status asks for. Rejects where the provider cannot be asked. */
  work(run: ClaimedRun, ours: Ours): Promise<unknown>;
  /** Has the confirmed booking modified; undefined where the run asks for no modification. */
  modify(asked: { run: ClaimedRun; stored: StoredBooking; ours: Ours }): Promise<ModificationResult | undefined>;
  /** Ends a run whose provider failed for too long, with the error of its last call. */
  giveUp(run: ClaimedRun, stored: StoredBooking, error: unknown): Promise<void>;
}

export interface BookingWorkOptions {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly providers: readonly Provider[];
  readonly cardService?: CardService | undefined;
  readonly deliveryDelays?: DeliveryDelays | undefined;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'ran' | 'fenced' | 'gaveUp'>;
  /** Puts a run back until then, and has it looked for then. */
  readonly postpone: (run: ClaimedRun, due_at: Date) => Promise<void>;
}

export function createBookingWork(options: BookingWorkOptions): BookingWork {
  const { store, clock, newId, providers, cardService, deliveryDelays, observer, postpone, log } = options;
  return {
    async work(run, ours) {
      const stored = await store.findBooking(run.booking_id);
      if (!stored) return finish(run);
      switch (bookingAt(stored.booking, clock.now()).status) {
        case 'processing':
          return advance(run, stored, ours);
        case 'requires_action':
          return checkHold(run, stored, ours);
        case 'confirmed':
          return modify({ run, stored, ours });
        case 'failed':
        case 'cancelled':
        case 'expired':
          return undo(run, stored, ours);
      }
    },
    modify,
    giveUp,
  };

  async function advance(run: ClaimedRun, stored: StoredBooking, ours: Ours): Promise<void> {
    const outcome = await settleAndBook(run, stored, ours);
    if (outcome.outcome === 'pending') {
      const due_at = nextLook({ began: run.began, seconds: outcome.retry_after_seconds }, clock.now());
      if (!due_at) return giveUp(run, stored, new Error('The provider was not done for too long.'));
      observer.ran({ outcome: 'pending' });
      return postpone(run, due_at);
    }
    const holdCheck = outcome.outcome === 'requires_action' ? outcome.check_hold_after_seconds : undefined;
    const next =
      holdCheck === undefined ? undefined : { step: run.step, due_at: secondsFromNow(holdCheck).toISOString() };
    await record({ run, stored, outcome, next, ours });
  }

  async function settleAndBook(run: ClaimedRun, { booking }: StoredBooking, ours: Ours): Promise<Outcome> {
    const { step, attempt, answer } = run;
    const provider = getProvider(booking.provider);
    if (booking.payment_collection) {
      const settlement = cardService
        ? await ours(cardService.settlePayment(booking))
        : ({ paid: false, error_code: 'payment_replay_failed' } as const);
      if (!settlement.paid) return { outcome: 'failed', error_code: settlement.error_code };
    }
    return ours(provider.book({ booking, reference: `${booking.id}/${step}`, step, attempt, answer }), 'booking');
  }

  /** A booking that waits is the provider's to give up, too: it may not hold it until the booking expires. */
  async function checkHold(run: ClaimedRun, stored: StoredBooking, ours: Ours): Promise<void> {
    const provider = getProvider(stored.booking.provider);
    if (!provider.checkHold) return finish(run);
    const hold = await ours(provider.checkHold(stored.booking));
    if (hold.held) {
      observer.ran({ outcome: 'held' });
      await postpone(run, secondsFromNow(hold.check_hold_after_seconds));
    } else {
      const { error_code, error_message } = hold;
      const outcome = { outcome: 'failed', error_code, ...(error_message !== undefined && { error_message }) } as const;
      await record({ run, stored, outcome, ours });
    }
  }

  async function modify({
    run,
    stored,
    ours,
  }: {
    run: ClaimedRun;
    stored: StoredBooking;
    ours: Ours;
  }): Promise<ModificationResult | undefined> {
    const { changes } = run;
    if (!changes) {
      await finish(run);
      return undefined;
    }
    const provider = getProvider(stored.booking.provider);
    const result = await runModification({ ...run, changes }, stored, { ...options, provider, ours });
    observer.ran({ outcome: result.outcome });
    return result;
  }

  /** Commits the move with its events, the end of this run and the next one; what lost a race is undone. */
  async function record({
    run,
    stored,
    outcome,
    next,
    ours,
  }: {
    run: ClaimedRun;
    stored: StoredBooking;
    outcome: Settled;
    next?: NewRun | undefined;
    ours: Ours;
  }): Promise<void> {
    const moved: Moved | undefined = moveBooking(stored.booking, toMove(outcome), clock.now());
    if (!moved) {
      throw new Error(`The contract has no move of a ${stored.booking.status} booking to ${outcome.outcome}.`);
    }
    const events = toEvents(moved.events, moved.booking, { newId, deliveryDelays });
    const change = { before: stored, booking: moved.booking, events, run: next, finished: run };
    if (await store.changeBooking(change)) observer.ran({ outcome: outcome.outcome });
    else await undo(run, await store.findBooking(run.booking_id), ours);
  }

  /** Undoes at the provider what a booking that came to nothing may have there, and ends the run. */
  async function undo(run: ClaimedRun, stored: StoredBooking | undefined, ours: Ours): Promise<void> {
    const booking = stored && bookingAt(stored.booking, clock.now());
    if (booking?.status === 'cancelled' || booking?.status === 'expired' || booking?.status === 'failed') {
      await ours(getProvider(booking.provider).release(booking));
    }
    await finish(run);
  }

  async function giveUp(run: ClaimedRun, stored: StoredBooking, error: unknown): Promise<void> {
    const { booking, organization_id } = stored;
    const { status } = bookingAt(booking, clock.now());
    const line = { booking_id: booking.id, organization_id, err: errorLine(error, { ...stored, answer: run.answer }) };
    if (status === 'processing' || status === 'requires_action') {
      const outcome = { outcome: 'failed', error_code: 'provider_failed' } as const;
      const next = { step: run.step, due_at: clock.now().toISOString() };
      await record({ run, stored, outcome, next, ours: (call) => call });
      observer.gaveUp({ work: 'booking' });
      log.error({ ...line, code: 'run_booking_given_up' }, 'the provider failed for too long: the booking has failed');
    } else if (status === 'confirmed') {
      await finish(run);
      observer.gaveUp({ work: 'modification' });
      const message = 'the provider failed for too long: it may have the modification, which the booking has not';
      log.error({ ...line, code: 'run_modification_given_up' }, message);
    } else {
      await finish(run);
      observer.gaveUp({ work: 'release' });
      const message = 'the provider failed for too long: it may still have the booking, which has ended';
      log.error({ ...line, code: 'run_release_given_up' }, message);
    }
  }

  async function finish(run: ClaimedRun): Promise<void> {
    if (await store.finishRun(run)) {
      observer.ran({ outcome: 'released' });
      return;
    }
    observer.fenced({ work: 'run' });
    const line = { booking_id: run.booking_id, step: run.step };
    log.warn(line, 'a run was completed by another worker; this one changed nothing');
  }

  /** At least one second: a provider that says none is not asked in a loop. At most as long as any provider may take. */
  function secondsFromNow(seconds: number): Date {
    return new Date(clock.now().getTime() + Math.min(Math.max(1, seconds), runs.pending_for_at_most_seconds) * 1000);
  }

  function getProvider(name: string): Provider {
    const provider = providers.find((one) => one.name === name);
    if (!provider)
      throw new Error(`No provider is called ${name}. Configure it, or the bookings made with it stand still.`);
    return provider;
  }
}

type Settled = Exclude<Outcome, { outcome: 'pending' }>;

function toMove(outcome: Settled): Move {
  switch (outcome.outcome) {
    case 'confirmed':
      return { trigger: 'provider', to: 'confirmed', confirmation_code: outcome.confirmation_code };
    case 'requires_action':
      return { trigger: 'provider', to: 'requires_action', next_action: outcome.next_action };
    case 'failed': {
      const { error_code, error_message = errorCatalogue[error_code].message } = outcome;
      return { trigger: 'provider', to: 'failed', error_code, error_message };
    }
  }
}
