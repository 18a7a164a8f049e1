import { keptSince } from '../store/history/retention.ts';
import type { HistoryWrites } from '../store/history/history.ts';
import type { Ticker } from '../time/clock.ts';
import { removeInSteps, type Removal } from './remove-in-steps.ts';

export interface HistoryRemoval extends Pick<Removal, 'clock' | 'log'> {
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
