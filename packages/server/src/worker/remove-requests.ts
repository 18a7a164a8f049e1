import { type Removal, removeInSteps } from '@booking-service/kernel';
import { keptSince } from '@booking-service/kernel/store';
import type { Ticker } from '@booking-service/kernel/time';
import type { RequestLogWrites } from '../store/requests/requests.ts';

export interface RequestRemoval extends Pick<Removal, 'clock' | 'log'> {
  readonly store: Pick<RequestLogWrites, 'removeRequests'>;
  readonly request_log_days: number;
}

/** Removes old requests from the log every hour (REQ-1). Returns the ticker. Never rejects. */
export function startRequestRemoval({ store, clock, log, request_log_days }: RequestRemoval): Ticker {
  return removeInSteps({
    clock,
    log,
    rows: 'requests from the log',
    async removeSome({ now, from }) {
      const { next } = await store.removeRequests({
        before: keptSince(now, { retention_days: request_log_days }),
        from,
      });
      return next;
    },
  });
}
