import type { Logger } from 'pino';
import { errorLine } from '../log/error-line.ts';
import { keptSince } from '../store/history/retention.ts';
import type { HistoryWrites } from '../store/history/history.ts';
import type { Clock, Ticker } from '../time/clock.ts';

/** The time between two removals, and between two steps of one removal. */
const interval_ms = 3_600_000;
const pause_ms = 100;

/**
 * Removes old events every hour (DLV-14), in steps with pauses, so that requests get most of the database's time. Returns the
 * ticker. Never rejects.
 */
export function startHistoryRemoval({
  store,
  clock,
  log,
  retention_days,
}: {
  store: HistoryWrites;
  clock: Pick<Clock, 'now' | 'every' | 'after'>;
  log: Pick<Logger, 'error'>;
  retention_days: number;
}): Ticker {
  let from: string | undefined;
  let cancelPause = (): void => undefined;

  async function removeSome(): Promise<void> {
    cancelPause();
    const now = clock.now();
    try {
      const { next } = await store.removeHistory({ now, before: keptSince(now, { retention_days }), from });
      from = next;
      if (next !== undefined) cancelPause = clock.after(pause_ms, () => ticker.wake());
    } catch (error) {
      from = undefined;
      log.error({ err: errorLine(error) }, 'could not remove old events; the next try is in an hour');
    }
  }

  const ticker = clock.every(interval_ms, removeSome);
  ticker.wake();
  return {
    wake: () => ticker.wake(),
    async stop() {
      await ticker.stop();
      cancelPause();
    },
  };
}
