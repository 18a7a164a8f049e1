import type { Logger } from 'pino';
import { errorLine } from '../../log/error-line.ts';
import type { AdminStore } from '../../store/store.ts';
import type { Clock, Ticker } from '../../time/clock.ts';
import { idle_ms } from './session-lifetime.ts';

const interval_ms = 3_600_000;
/** The maximum of rows of one statement. */
const maxRows = 256;

/** Removes all links and sessions that have ended. Returns their number. */
export async function removeEndedSessions(
  store: Pick<AdminStore, 'removeDashboardSessions'>,
  now: Date,
): Promise<number> {
  const idle_since = new Date(now.getTime() - idle_ms);
  let all = 0;
  for (let removed = maxRows; removed === maxRows; all += removed) {
    removed = await store.removeDashboardSessions({ now, idle_since, limit: maxRows });
  }
  return all;
}

/** Removes links and sessions that have ended, at the start and every hour. Returns the ticker. Never rejects. */
export function startSessionRemoval({
  store,
  clock,
  log,
}: {
  store: Pick<AdminStore, 'removeDashboardSessions'>;
  clock: Pick<Clock, 'now' | 'every'>;
  log: Pick<Logger, 'error'>;
}): Ticker {
  const ticker = clock.every(interval_ms, async () => {
    try {
      await removeEndedSessions(store, clock.now());
    } catch (error) {
      log.error(
        { err: errorLine(error) },
        'could not remove ended sessions of the dashboard; the next try is in an hour',
      );
    }
  });
  ticker.wake();
  return ticker;
}
