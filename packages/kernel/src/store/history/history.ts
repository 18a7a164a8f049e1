/** The part of the port that removes old events. */
/** One step of the removal of old events, which is short enough to run beside requests. */
export interface HistoryRemoval {
  readonly now: Date;
  /** Events from before this time are removed. */
  readonly before: Date;
  /** 'archive' leaves events, deliveries and attempts for an archive (see archive.ts), and removes the rest. Default: 'remove'. */
  readonly old_events?: 'remove' | 'archive' | undefined;
  /** `next` of the step before. Omitted by the first step. */
  readonly from?: string | undefined;
}

export interface RemovedHistory {
  /** The number of removed events. */
  readonly events: number;
  /** The start of the next step; undefined if this step was the last one. */
  readonly next: string | undefined;
}

export interface HistoryWrites {
  /**
   * Removes some events from before a time, with their deliveries and attempts. A pending delivery and its event stay (DLV-14).
   */
  removeHistory(removal: HistoryRemoval): Promise<RemovedHistory>;
}
