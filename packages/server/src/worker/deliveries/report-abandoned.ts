import type { Logger } from 'pino';
import { noObserver, type Observer } from '../../log/observer.ts';
import type { EndedTurn } from '../../store/store.ts';

/** Reports deliveries that were abandoned because a crash lost the outcome of their last attempt (DLV-5). */
export function reportAbandoned(
  { organization_id, abandoned }: Pick<EndedTurn, 'abandoned'> & { organization_id: string },
  { log, observer = noObserver }: { log: Pick<Logger, 'warn'>; observer?: Pick<Observer, 'abandoned'> },
): void {
  for (const event_id of abandoned) {
    observer.abandoned({ organization_id, after: 'crash' });
    const line = { event_id, organization_id };
    log.warn(line, 'a webhook delivery was abandoned: the outcome of its last attempt was not recorded');
  }
}
