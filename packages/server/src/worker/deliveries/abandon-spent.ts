import type { Logger } from 'pino';
import type { Clock } from '../../time/clock.ts';
import { errorLine } from '../../log/error-line.ts';
import type { Observer } from '../../log/observer.ts';
import type { Store } from '../../store/store.ts';

/** How many deliveries one statement abandons. */
const maxBatch = 50;

/** Abandons deliveries whose last attempt was claimed but, because of a crash, never recorded (DLV-5). Never rejects. */
export async function abandonSpent({
  store,
  clock,
  log,
  observer,
  isRunning,
}: {
  store: Pick<Store, 'abandonSpentDeliveries'>;
  clock: Pick<Clock, 'now'>;
  log: Pick<Logger, 'warn' | 'error'>;
  observer: Pick<Observer, 'abandoned'>;
  /** Checked before each statement: if it returns false, there is no further one. */
  isRunning: () => boolean;
}): Promise<void> {
  const now = clock.now();
  try {
    for (let hasMore = true; hasMore && isRunning();) {
      const abandoned = await store.abandonSpentDeliveries(now, maxBatch);
      for (const line of abandoned) {
        observer.abandoned({ organization_id: line.organization_id, after: 'crash' });
        log.warn(line, 'a webhook delivery was abandoned: the outcome of its last attempt was not recorded');
      }
      hasMore = abandoned.length === maxBatch;
    }
  } catch (error) {
    log.error({ err: errorLine(error) }, 'could not abandon webhook deliveries');
  }
}
