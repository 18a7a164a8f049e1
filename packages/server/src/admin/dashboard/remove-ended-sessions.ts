import type { Logger } from 'pino';
import { errorLine } from '../../log/error-line.ts';
import type { AdminStore } from '../../store/admin-store.ts';
import type { Clock, Ticker } from '../../time/clock.ts';
import { idle_ms } from './session-lifetime.ts';

const interval_ms = 3_600_000;
/** The maximum of rows of one statement. */
const maxRows = 256;

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
    const now = clock.now();
    const idle_since = new Date(now.getTime() - idle_ms);
    try {
      while ((await store.removeDashboardSessions({ now, idle_since, limit: maxRows })) === maxRows);
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
