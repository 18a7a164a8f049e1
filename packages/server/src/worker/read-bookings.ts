/**
 * Reads confirmed bookings at their providers, which may cancel or change them by themselves (PRV-4). A row of booking_reads stands for
 * a read. An event of the provider writes it before its response, and the sweep before the booking is confirmed, so a crash loses none.
 *
 * Steps of one read:
 *  1. claim    takes the row under a lease, events before the sweep, at most reads_per_minute of each side of a supplier
 *  2. look     the stored booking decides: one that has ended needs no read, and one that a run changes waits until the run has ended
 *  3. read     calls the provider outside every transaction. What an event claims is never used: only the response counts
 *  4. move     a cancelled booking moves by the transition `cancel`, with a run that releases it and settles its payment, as after a
 *              cancel of the caller; changed values or documents move it by `modify`. Both only if the booking has not changed since step 2
 *  5. end      removes the row, or makes it due for the next sweep. An event that came meanwhile leaves it due
 * A failed read moves nothing. It is repeated with backoff, and given up in the end. Each side of a supplier has a ticker of its own, so
 * a supplier that hangs delays only itself.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { runs, type ModifyBooking } from '@booking-service/contract';
import type { NewId } from '@booking-service/kernel/contract';
import { errorLine, errorText, followTrail } from '@booking-service/kernel/log';
import { BusyError } from '@booking-service/kernel/store';
import type { Clock, Ticker } from '@booking-service/kernel/time';
import {
  bookingAt,
  type DeliveryDelays,
  modifiedBooking,
  moveBooking,
  type Moved,
  toEvents,
  withPartySize,
} from '../domain/booking.ts';
import { createMinuteBudget, type MinuteBudget } from '../domain/run-schedule.ts';
import { isErased, personalFields } from '../domain/personal-data.ts';
import type { PortsOf } from '../providers/ports.ts';
import type { BookingReading, Provider } from '../providers/provider.ts';
import type { ClaimedRead, ReadSide } from '../store/reads/booking-reads.ts';
import type { BookingCall, Store, StoredBooking } from '../store/store.ts';
import { contextOf, storeCalls } from './runs/note-calls.ts';

export interface BookingReaderOptions {
  readonly store: Pick<
    Store,
    | 'changeBooking'
    | 'claimReads'
    | 'findBooking'
    | 'findNextRead'
    | 'finishRead'
    | 'postponeRead'
    | 'recordBookingCalls'
  >;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly portsOf: PortsOf;
  readonly deliveryDelays?: DeliveryDelays | undefined;
  readonly log: Logger;
  /** Called after a change with events of the organization. */
  readonly onEvents: (organization_id: string) => void;
  /** Polls for due runs. */
  readonly onRun: () => void;
}

export interface BookingReader {
  start(): void;
  /** Claims the due reads of this side immediately. */
  wake(side: ReadSide): void;
  /** Stops claiming. Resolves when the reads in progress have ended. */
  stop(): Promise<void>;
}

const { reads } = runs;
const poll_ms = 10_000;
/** Longer than a call of a provider and the change after it. */
const lease_ms = 60_000;
/** A run is at work on the booking, or the booking changed during the read. */
const soon_seconds = 5;
/** The reads of one claim, which are made at the same time. */
const maxAtOnce = 8;

export function createBookingReader(options: BookingReaderOptions): BookingReader {
  const { store, clock, portsOf, newId, deliveryDelays, log, onEvents, onRun } = options;
  const tickers = new Map<string, Ticker>();

  return {
    start() {
      for (const livemode of [true, false]) {
        for (const provider of portsOf({ livemode }).providers.filter((each) => each.readBooking !== undefined)) {
          const side = { provider: provider.name, mode: livemode ? 'live' : 'test' } as const;
          const budget = createMinuteBudget(reads.reads_per_minute, clock);
          tickers.set(
            keyOf(side),
            clock.every(poll_ms, () => readDue(provider, side, budget), { nextDue }),
          );
        }
      }
    },
    wake: (side) => tickers.get(keyOf(side))?.wake(),
    async stop() {
      const stopping = [...tickers.values()].map((ticker) => ticker.stop());
      tickers.clear();
      await Promise.all(stopping);
    },
  };

  async function nextDue(): Promise<Date | undefined> {
    const due_at = await store.findNextRead();
    return due_at === null ? undefined : new Date(due_at);
  }

  /** Reads everything that is due, as far as the minute allows. Never rejects. */
  async function readDue(provider: Provider, side: ReadSide, budget: MinuteBudget): Promise<void> {
    try {
      for (const cause of ['event', 'sweep'] as const) {
        for (let claimed = maxAtOnce; claimed === maxAtOnce && tickers.has(keyOf(side));) {
          const limit = Math.min(maxAtOnce, budget.left());
          if (limit === 0) return;
          const now = clock.now();
          const lease_until = new Date(now.getTime() + lease_ms);
          const due = await store.claimReads({ ...side, cause, now, lease_until, limit });
          budget.spend(due.length);
          await Promise.all(due.map((read) => work(read, provider)));
          claimed = due.length;
        }
      }
    } catch (error) {
      log.error({ provider: side.provider, err: errorLine(error) }, 'could not claim reads of bookings');
    }
  }

  /** Makes one claimed read. Never rejects: a row that cannot be changed is claimed again when its lease ends. */
  function work(read: ClaimedRead, provider: Provider): Promise<void> {
    const trail = { request_id: null, traceparent: null, subject: { booking_id: read.booking_id } };
    return followTrail(trail, async () => {
      let stored: StoredBooking | undefined;
      try {
        stored = await store.findBooking({ organization_id: read.organization_id, id: read.booking_id });
        await readOne(read, stored, provider);
      } catch (error) {
        await retryLater(read, { error, stored, provider }).catch((failure: unknown) => {
          log.error({ booking_id: read.booking_id, err: errorLine(failure) }, 'could not postpone a read of a booking');
        });
      }
    });
  }

  async function readOne(read: ClaimedRead, stored: StoredBooking | undefined, provider: Provider): Promise<void> {
    const booking = stored && bookingAt(stored.booking, clock.now());
    if (booking?.status === 'processing') return postpone(read, soon_seconds);
    if (booking?.status === 'requires_action') return checkHoldSoon(read, stored);
    if (!stored || !provider.readBooking || booking?.status !== 'confirmed') {
      await store.finishRead(read);
      return;
    }
    if (stored.working) return postpone(read, soon_seconds);
    const reading = await provider.readBooking(stored.booking, contextOf(stored));
    const moved = move(stored, reading);
    if (moved) {
      if (!(await change(stored, moved))) return postpone(read, soon_seconds);
      await recordRead(read, {
        at: moved.booking.updated,
        provider: provider.name,
        outcome: 'succeeded',
        error: null,
      });
    }
    if (reading.state !== 'confirmed') await store.finishRead(read);
    else await endRead(read, stored, provider);
  }

  /** Keeps a read that changed the booking, or failed. */
  function recordRead(
    read: ClaimedRead,
    result: Pick<BookingCall, 'at' | 'provider' | 'outcome' | 'error'>,
  ): Promise<void> {
    const attempt = read.failures + 1;
    const call: BookingCall = { ...result, call: 'read', attempt, duration_ms: null, amount_refunded: null };
    return storeCalls(read, [call], { store, log });
  }

  /** Makes the run of a waiting booking due, which checks whether the provider still holds it. */
  async function checkHoldSoon(read: ClaimedRead, stored: StoredBooking | undefined): Promise<void> {
    if (stored) {
      const run = { step: stored.step, due_at: clock.now().toISOString() };
      if (!(await store.changeBooking({ before: stored, booking: stored.booking, events: [], run }))) {
        return postpone(read, soon_seconds);
      }
      onRun();
    }
    await store.finishRead(read);
  }

  /** Returns the moved booking; undefined if the reading is what is stored. */
  function move({ booking }: StoredBooking, reading: BookingReading): Moved | undefined {
    const now = clock.now();
    if (reading.state === 'cancelled') return moveBooking(booking, { trigger: 'cancel', to: 'cancelled' }, now);
    if (reading.state === 'completed') return undefined;
    const { slot_id = booking.slot_id, party, documents = booking.documents } = reading;
    const { party_size = booking.party_size } = party ? withPartySize({ party }) : reading;
    const isSameParty = isDeepStrictEqual(party ?? booking.party, booking.party);
    const changes: ModifyBooking = {
      ...(slot_id !== booking.slot_id && { slot_id }),
      ...(party_size !== booking.party_size && { party_size }),
      ...(party && !isSameParty && { party, party_size }),
    };
    const isSame = isErased(booking) || isDeepStrictEqual(documents, booking.documents);
    if (isSame && Object.keys(changes).length === 0) return undefined;
    const { starts_at } = reading;
    return modifiedBooking(booking, { changes, starts_at, documents }, now);
  }

  /** Stores the moved booking with its events. Returns false if the booking has changed since it was read. */
  async function change(before: StoredBooking, { booking, events: types }: Moved): Promise<boolean> {
    const events = toEvents(types, booking, { newId, deliveryDelays });
    const hasEnded = booking.status === 'cancelled';
    const run = hasEnded ? { step: before.step, due_at: clock.now().toISOString() } : undefined;
    if (!(await store.changeBooking({ before, booking, events, run }))) return false;
    const line = { code: 'booking_changed_by_provider', booking_id: booking.id, provider: booking.provider };
    log.info({ ...line, status: booking.status }, 'a provider cancelled or changed a booking by itself');
    onEvents(before.organization_id);
    if (hasEnded) onRun();
    return true;
  }

  /** Removes the row, or makes it due for the next sweep. */
  async function endRead(read: ClaimedRead, { booking }: StoredBooking, provider: Provider): Promise<void> {
    const due_at = nextSweep(provider, clock.now());
    if (!due_at || clock.now() > lastSweep(new Date(booking.created))) await store.finishRead(read);
    else await store.postponeRead(read, { cause: 'sweep', due_at, failures: 0 });
  }

  async function postpone({ ...read }: ClaimedRead, seconds: number): Promise<void> {
    const due_at = new Date(clock.now().getTime() + seconds * 1000);
    await store.postponeRead(read, { ...read, due_at });
  }

  /** Repeats a failed read with backoff. After too many failures only the sweep continues. */
  async function retryLater(
    read: ClaimedRead,
    failed: { readonly error: unknown; readonly stored: StoredBooking | undefined; readonly provider: Provider },
  ): Promise<void> {
    const { error, stored, provider } = failed;
    // The provider did not fail if the database is unavailable.
    const isBusy = error instanceof BusyError;
    const failures = isBusy ? read.failures : read.failures + 1;
    const line = {
      booking_id: read.booking_id,
      organization_id: read.organization_id,
      provider: provider.name,
      err: errorLine(error, { ...stored }, personalFields),
    };
    const isGivenUp = failures >= reads.failures_at_most;
    const outcome = isGivenUp ? 'given_up' : 'failed';
    const at = clock.now().toISOString();
    if (!isBusy) await recordRead(read, { at, provider: provider.name, outcome, error: errorText(line.err) });
    if (isGivenUp) {
      const message = 'a provider could not be asked about a booking: a cancellation of the provider may be missing';
      log.error({ ...line, code: 'booking_read_given_up' }, message);
      if (stored) await endRead(read, stored, provider);
      else await store.finishRead(read);
      return;
    }
    log.warn({ ...line, code: 'booking_read_failed' }, 'a read of a booking failed and will be repeated');
    const delay_seconds = Math.min(reads.first_delay_seconds * 2 ** (failures - 1), reads.longest_delay_seconds);
    const due_at = new Date(clock.now().getTime() + Math.max(soon_seconds, delay_seconds) * 1000);
    await store.postponeRead(read, { cause: read.cause, due_at, failures });
  }
}

/** Returns when the sweep reads a booking that is confirmed at `now`; undefined if its provider is not swept. */
export function nextSweep({ read_after_seconds }: Pick<Provider, 'read_after_seconds'>, now: Date): Date | undefined {
  return read_after_seconds === undefined ? undefined : new Date(now.getTime() + read_after_seconds * 1000);
}

/** Returns when the sweep ends for a booking of this time. */
export function lastSweep(created: Date): Date {
  return new Date(created.getTime() + reads.days_at_most * 86_400_000);
}

function keyOf({ provider, mode }: ReadSide): string {
  return `${mode} ${provider}`;
}
