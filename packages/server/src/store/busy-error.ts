export type BusyCode =
  | 'database_busy'
  | 'database_full'
  | 'database_read_only'
  | 'database_io_failed'
  | 'database_damaged'
  | 'database_unreachable'
  | 'database_overloaded';

/** Why the database cannot do its work now. The log and /readyz show the code; it never changes its meaning. */
export const busyReasons: Readonly<Record<BusyCode, string>> = {
  database_busy: 'Other work holds the database. The same call may pass soon.',
  database_full: 'The disk of the database is full. Make room; the service recovers by itself.',
  database_read_only: 'The database refuses writes. Make it writable; the service recovers by itself.',
  database_io_failed: 'The disk of the database fails. Check the disk, its quota and its limits.',
  database_damaged: 'A part of the database is damaged. Stop the service and restore a backup.',
  database_unreachable: 'The database cannot be reached, or refuses connections.',
  database_overloaded: 'The database has run out of memory or connections.',
};

/** Thrown where the database cannot do its work now. The call changed nothing, or it is not known whether it did. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  readonly code: BusyCode;

  /** Default: the message of the code, which is `database_busy` unless it is given. */
  constructor(message?: string, { code = 'database_busy', cause }: { code?: BusyCode; cause?: unknown } = {}) {
    super(message ?? busyReasons[code], { cause });
    this.code = code;
  }
}
