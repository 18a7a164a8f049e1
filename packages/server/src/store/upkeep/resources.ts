/** What the database of a store uses. */
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
  /** When `booking-service backup` last completed a copy; 'never', or null on PostgreSQL, which has tools of its own. */
  readonly last_backup: Date | 'never' | null;
}

/** The connections of a pool. */
export interface Connections {
  /** Connections with a statement in progress. */
  readonly active: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
  readonly maximum: number;
}
