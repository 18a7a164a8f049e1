/** The part of the port that removes old events. */
import type { DashboardSessions } from '../access/dashboard-sessions.ts';

/** One step of the removal of old events, which is short enough to run beside requests. */
export interface HistoryRemoval {
  readonly now: Date;
  /** Events from before this time are removed. */
  readonly before: Date;
  /** `next` of the step before. Omitted by the first step. */
  readonly from?: string | undefined;
}

export interface RemovedHistory {
  /** The number of removed events. */
  readonly events: number;
  /** Where the next step begins; undefined if this step was the last one. */
  readonly next: string | undefined;
}

/** The history of deliveries: events, deliveries and attempts. */
export interface History {
  /**
   * Removes some events from before a time, with their deliveries and attempts. A pending delivery and its event stay (DLV-14).
   */
  removeHistory(removal: HistoryRemoval): Promise<RemovedHistory>;
}

/** What removes everything that is over: the command `maintain` uses it. */
export interface Upkeep extends History, Pick<DashboardSessions, 'removeDashboardSessions'> {}
