import { errorLine } from '@booking-service/kernel/log/error-line';
import { keptSince } from '@booking-service/kernel/store/history/retention';
import type { Clock, Ticker } from '@booking-service/kernel/time/clock';
import type { Logger } from 'pino';
import type { RequestLogWrites } from '../store/requests/requests.ts';

/** The time between two removals, and between two steps of one removal. */
const interval_ms = 3_600_000;
const pause_ms = 100;

/** Removes old requests from the log every hour, in steps with pauses (REQ-1). Returns the ticker. Never rejects. */
export function startRequestRemoval({
  store,
  clock,
  log,
  request_log_days,
}: {
  store: Pick<RequestLogWrites, 'removeRequests'>;
  clock: Pick<Clock, 'now' | 'every' | 'after'>;
  log: Pick<Logger, 'error'>;
  request_log_days: number;
}): Ticker {
  let from: string | undefined;
  let cancelPause = (): void => undefined;

  async function removeSome(): Promise<void> {
    cancelPause();
    try {
      const before = keptSince(clock.now(), { retention_days: request_log_days });
      const { next } = await store.removeRequests({ before, from });
      from = next;
      if (next !== undefined) cancelPause = clock.after(pause_ms, () => ticker.wake());
    } catch (error) {
      from = undefined;
      log.error({ err: errorLine(error) }, 'could not remove old requests from the log; the next try is in an hour');
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
