import type { Logger } from 'pino';
import { errorLine } from '../log/error-line.ts';
import type { Clock, Ticker } from '../time/clock.ts';
import { type HistoryWrites, keptSince } from '../store/history/port.ts';

/** The time between two removals, and between two steps of one removal. */
const interval_ms = 3_600_000;
const pause_ms = 100;

export interface Removal {
  readonly clock: Pick<Clock, 'now' | 'every' | 'after'>;
  readonly log: Pick<Logger, 'error'>;
  /** The rows, for the log, such as "events". */
  readonly rows: string;
  /** Removes some rows. `from` is the result of the step before, and undefined at first. Resolves with undefined after the last step. */
  readonly removeSome: (step: { readonly now: Date; readonly from: string | undefined }) => Promise<string | undefined>;
}

/**
 * Removes old rows every hour, in steps with pauses, so that requests get most of the database's time. Returns the ticker. Never
 * rejects.
 */
export function removeInSteps({ clock, log, rows, removeSome }: Removal): Ticker {
  let from: string | undefined;
  let cancelPause = (): void => undefined;

  async function step(): Promise<void> {
    cancelPause();
    try {
      from = await removeSome({ now: clock.now(), from });
      if (from !== undefined) cancelPause = clock.after(pause_ms, () => ticker.wake());
    } catch (error) {
      from = undefined;
      log.error({ err: errorLine(error) }, `could not remove old ${rows}; the next try is in an hour`);
    }
  }

  const ticker = clock.every(interval_ms, step);
  ticker.wake();
  return {
    wake: () => ticker.wake(),
    async stop() {
      await ticker.stop();
      cancelPause();
    },
  };
}

interface HistoryRemoval extends Pick<Removal, 'clock' | 'log'> {
  readonly store: HistoryWrites;
  readonly retention_days: number;
  readonly old_events: 'remove' | 'archive' | undefined;
}

/** Removes old events every hour (DLV-14). Returns the ticker. Never rejects. */
export function startHistoryRemoval({ store, clock, log, retention_days, old_events }: HistoryRemoval): Ticker {
  return removeInSteps({
    clock,
    log,
    rows: 'events',
    async removeSome({ now, from }) {
      const { next } = await store.removeHistory({ now, before: keptSince(now, { retention_days }), old_events, from });
      return next;
    },
  });
}
