/**
 * The provider's work on bookings.
 *
 * A *run* is a row that stands for work the provider still has to be told of; it was written in the same transaction
 * as the change that asked for it. One run is worked on like this:
 *  1. claim    under a lease, its attempt counted; nobody else works on it meanwhile
 *  2. read     the booking, and see what its status asks for
 *  3. call     processing: take the booking a step further · failed, cancelled, expired: undo what was made
 *  4. record   the booking's move, its events and the end of the run, in one transaction that holds only if the booking
 *              is as it was read and the lease is still ours
 *  5. if the booking was moved meanwhile (a cancel won), undo at the provider before the run ends (STA-13)
 * A stop gives back what the provider takes too long for: due again at once, and its outcome, if one comes, is ignored.
 * A crash anywhere leaves the run; it is claimed again, and the provider sees the same reference again (STA-12).
 */
import type { Logger } from 'pino';
import { errorCatalogue } from '@booking-service/contract';
import { systemClock, type Clock } from '../clock.ts';
import { endsWithin } from '../deadline.ts';
import { bookingAt, moveBooking, type Move } from '../domain/booking.ts';
import { toEvents } from '../domain/booking-events.ts';
import { errorLine } from '../error-line.ts';
import type { NewId } from '../ids.ts';
import { noObserver, type Observer } from '../observer.ts';
import type { CardService } from '../providers/card-service.ts';
import type { Outcome, Provider } from '../providers/provider.ts';
import type { ClaimedRun, Store, StoredBooking } from '../store/store.ts';

const lease_ms = 60_000;
const batch = 50;
const longestDelay_ms = 60_000;

export interface RunOptions {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly providers: readonly Provider[];
  readonly cardService?: CardService | undefined;
  readonly log: Logger;
  /** Default: nobody. */
  readonly observer?: Pick<Observer, 'ran' | 'fenced'>;
}

export interface Runs {
  /** Works on every run that is due. Never rejects. */
  runDue(): Promise<void>;
  /** Works on this booking's run, if it has one that is due and free. Never rejects. */
  runNow(booking_id: string): Promise<void>;
  /** Lets runs be claimed, as they may be from the beginning. */
  start(): void;
  /** Claims nothing more. Resolves when the work under way has ended; after `grace_seconds` what is left is given back. */
  stop(options: { grace_seconds: number }): Promise<void>;
}

export function createRuns({
  store,
  clock,
  newId,
  providers,
  cardService,
  log,
  observer = noObserver,
}: RunOptions): Runs {
  let claims = true;
  const passes = new Set<Promise<unknown>>();
  const underWay = new Set<ClaimedRun>();
  const givenBack = new WeakSet<ClaimedRun>();

  return {
    async runDue() {
      try {
        while ((await pass()) === batch);
      } catch (error) {
        log.error({ err: errorLine(error) }, 'could not claim runs');
      }
    },
    async runNow(booking_id) {
      try {
        await pass(booking_id);
      } catch (error) {
        log.error({ err: errorLine(error), booking_id }, 'could not run a booking at once');
      }
    },
    start() {
      claims = true;
    },
    async stop({ grace_seconds }) {
      claims = false;
      if (await endsWithin(systemClock, grace_seconds, Promise.allSettled(passes))) return;
      for (const run of underWay) await giveBack(run);
    },
  };

  async function pass(booking_id?: string): Promise<number> {
    if (!claims) return 0;
    const passing = claimAndWork(booking_id);
    passes.add(passing);
    return passing.finally(() => passes.delete(passing));
  }

  async function claimAndWork(booking_id?: string): Promise<number> {
    const now = clock.now();
    const lease_until = new Date(now.getTime() + lease_ms);
    const claim = { now, lease_until, lease_token: newId('lease'), limit: batch, booking_id };
    const runs = await store.claimRuns(claim);
    await Promise.all(runs.map(workAlone));
    return runs.length;
  }

  /** Work that goes wrong ends the tick for no other run: its lease ends, and it is claimed again. */
  async function workAlone(run: ClaimedRun): Promise<void> {
    underWay.add(run);
    try {
      await work(run);
    } catch (error) {
      const line = { err: errorLine(error), booking_id: run.booking_id };
      if (!givenBack.has(run)) log.error(line, 'a run could not be put off; it comes again when its lease ends');
    } finally {
      underWay.delete(run);
    }
  }

  async function giveBack(run: ClaimedRun): Promise<void> {
    givenBack.add(run);
    observer.ran({ outcome: 'given_back' });
    log.warn({ booking_id: run.booking_id }, 'a run is given back: the provider takes longer than the stop waits');
    await store.postponeRun(run, clock.now());
  }

  /** What the provider says, unless nobody waits for it any more: then nothing may be made of it. */
  async function whileOurs<T>(run: ClaimedRun, call: Promise<T>): Promise<T> {
    const said = await call;
    if (givenBack.has(run)) throw new Error('The run was given back.');
    return said;
  }

  async function work(run: ClaimedRun): Promise<void> {
    let stored: StoredBooking | undefined;
    try {
      stored = await store.findBooking(run.booking_id);
      if (stored?.booking.status === 'processing') await advance(run, stored);
      else await undo(run, stored);
    } catch (error) {
      if (givenBack.has(run)) return;
      observer.ran({ outcome: 'error' });
      const delay_ms = Math.min(1000 * 2 ** run.attempt, longestDelay_ms);
      log.warn(
        {
          err: errorLine(error, { ...stored, answer: run.answer }),
          booking_id: run.booking_id,
          organization_id: stored?.organization_id,
          attempt: run.attempt,
          delay_ms,
        },
        'a run failed and is tried again',
      );
      await store.postponeRun(run, new Date(clock.now().getTime() + delay_ms));
    }
  }

  async function advance(run: ClaimedRun, stored: StoredBooking): Promise<void> {
    const outcome = await settleAndBook(run, stored);
    const now = clock.now();
    if (outcome.outcome === 'pending') {
      observer.ran({ outcome: 'pending' });
      await store.postponeRun(run, new Date(now.getTime() + Math.max(1, outcome.retry_after_seconds) * 1000));
      return;
    }
    const moved = moveBooking(stored.booking, toMove(outcome), now);
    if (!moved)
      throw new Error(`The contract has no move of a ${stored.booking.status} booking to ${outcome.outcome}.`);
    const { booking } = moved;
    const events = toEvents(moved.events, booking, newId);
    if (await store.changeBooking({ before: stored, booking, events, finished: run })) {
      observer.ran({ outcome: outcome.outcome });
      return;
    }
    await undo(run, await store.findBooking(run.booking_id));
  }

  async function settleAndBook(run: ClaimedRun, { booking }: StoredBooking): Promise<Outcome> {
    const { step, attempt, answer } = run;
    const provider = getProvider(booking.provider);
    if (booking.payment_collection) {
      const settlement = cardService
        ? await whileOurs(run, cardService.settlePayment(booking))
        : ({ paid: false, error_code: 'payment_replay_failed' } as const);
      if (!settlement.paid) return { outcome: 'failed', error_code: settlement.error_code };
    }
    return whileOurs(run, provider.book({ booking, reference: `${booking.id}/${step}`, step, attempt, answer }));
  }

  /** Undoes at the provider what a booking that came to nothing may have there, and ends the run. */
  async function undo(run: ClaimedRun, stored: StoredBooking | undefined): Promise<void> {
    const booking = stored && bookingAt(stored.booking, clock.now());
    if (booking?.status === 'cancelled' || booking?.status === 'expired' || booking?.status === 'failed') {
      await whileOurs(run, getProvider(booking.provider).release(booking));
    }
    if (await store.finishRun(run)) observer.ran({ outcome: 'released' });
    else {
      observer.fenced({ work: 'run' });
      log.warn(
        { booking_id: run.booking_id, organization_id: stored?.organization_id, step: run.step },
        'a run was completed by another worker; this one changed nothing',
      );
    }
  }

  function getProvider(name: string): Provider {
    const provider = providers.find((one) => one.name === name);
    if (!provider)
      throw new Error(`No provider is called ${name}. Configure it, or the bookings made with it stand still.`);
    return provider;
  }
}

function toMove(outcome: Exclude<Outcome, { outcome: 'pending' }>): Move {
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
