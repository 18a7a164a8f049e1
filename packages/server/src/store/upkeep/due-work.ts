/** The maximum of a count of due work. A count reads no more rows than this. */
export const maxCounted = 1_000;

/** The work that is due, including work under way. */
export interface Workload {
  /** At most maxCounted, which means so many or more. */
  readonly due_deliveries: number;
  /**
   * The earliest due time of the counted deliveries; null if none is due. The count begins with the organization that has
   * waited longest.
   */
  readonly oldest_due_delivery: string | null;
  /** At most maxCounted, like due_deliveries. */
  readonly due_runs: number;
  /**
   * The age of the oldest transaction that keeps deleted rows and old versions of rows in the tables; 0 if there is none, and on
   * SQLite. Without the role pg_read_all_stats only transactions of the same user count.
   */
  readonly oldest_transaction_seconds: number;
}

/**
 * The next due time of each kind of work; null if there is none. A time may be earlier than the work can be claimed, because
 * leased work counts as due. It is never later.
 */
export interface NextDue {
  readonly runs: string | null;
  /** The next turn of an organization with a webhook URL and a quick receiver. A leased turn counts with the end of its lease. */
  readonly deliveries: string | null;
  /** The same for organizations with a slow receiver. */
  readonly slow_deliveries: string | null;
  /** The next expiry of a booking in requires_action. */
  readonly expiries: string | null;
}
