/** The part of the port that measures the work and the database, and finds when work is due. */
import { adminLimits } from '@booking-service/contract/admin';
import type { HistoryArchive, HistoryWrites } from '@booking-service/kernel/store';
import type { Connections } from '@booking-service/kernel/store/postgres';
import type { DashboardSessionWrites } from '../access/dashboard-sessions.ts';
import type { RequestLogWrites } from '../requests/requests.ts';
import type { BookingCallWrites } from '../runs/booking-calls.ts';
import type { RunAges } from '../runs/port.ts';

/** The maximum of a count of due work. A count reads no more rows than this. */
export const maxCounted: number = adminLimits.counted_work;

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
 * The next due time of runs and of expiries; null if there is none. A time may be earlier than the work can be claimed, because
 * leased work counts as due. It is never later.
 */
export interface NextDue {
  readonly runs: string | null;
  /** The next expiry of a booking in requires_action. */
  readonly expiries: string | null;
}

/** The resources that the database of a store uses. */
export interface Resources {
  readonly engine: 'sqlite' | 'postgres';
  /** The size of the database: of its file, or of all its tables and indexes on PostgreSQL. */
  readonly database_bytes: number;
  /** The size of the write-ahead log; null if the user of PostgreSQL may not read it (role pg_monitor). */
  readonly wal_bytes: number | null;
  /** The free space of the disk with the data folder; null on PostgreSQL, whose disk the service does not see. */
  readonly disk_free_bytes: number | null;
  /** The pool of connections of this process; null on SQLite. */
  readonly connections: Connections | null;
  /** The time of the last complete copy by `booking-service backup`; 'never', or null on PostgreSQL, which has tools of its own. */
  readonly last_backup: Date | 'never' | null;
}

export interface UpkeepReads {
  /** Returns the migration of the database and the newest one of this program, and whether the database serves this program (decision 027). */
  readMigration(): Promise<{ database: number; program: number; serves: boolean }>;
  /** Counts the due work at `now`: deliveries of organizations with a webhook URL, and runs. */
  readWorkload(now: Date): Promise<Workload>;
  /** Returns how long runs have been waiting or held up at `now`, and counts those that are stuck: held up since `stuck_before`. */
  readRunAges(at: { readonly now: Date; readonly stuck_before: Date }): Promise<RunAges>;
  /** Returns when runs and expiries are due next. findNextTurns does it for deliveries. */
  findNextDue(): Promise<NextDue>;
}

/** The measurement of the database, which reads no row of a table. */
export interface Measured {
  /** Returns what the database uses. Reads no row of a table. */
  readResources(): Promise<Resources>;
}

/** The methods of the commands `maintain`, which removes everything that is over, and `archive`. */
export interface Upkeep
  extends
    HistoryArchive,
    HistoryWrites,
    Pick<BookingCallWrites, 'removeBookingCalls'>,
    Pick<DashboardSessionWrites, 'removeDashboardSessions'>,
    Pick<RequestLogWrites, 'removeRequests'> {}
