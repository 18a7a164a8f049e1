export type BusyCode =
  | 'database_busy'
  | 'database_full'
  | 'database_read_only'
  | 'database_io_failed'
  | 'database_damaged'
  | 'database_unreachable'
  | 'database_overloaded'
  | 'organization_moving'
  | 'organization_moved'
  | 'organization_elsewhere'
  | 'organization_contested';

/** The reason of each code. The log and /readyz show the code. A code never changes its meaning. */
export const busyReasons: Readonly<Record<BusyCode, string>> = {
  database_busy: 'Another process holds the database. Try again soon.',
  database_full: 'The disk of the database is full. Free some space. The service then recovers by itself.',
  database_read_only: 'The database rejects writes. Make it writable. The service then recovers by itself.',
  database_io_failed: 'The disk of the database fails. Check the disk, its quota and its limits.',
  database_damaged: 'A part of the database is damaged. Stop the service and restore a backup.',
  database_unreachable: 'The database cannot be reached, or it rejects connections.',
  database_overloaded: 'The database has run out of memory or connections.',
  organization_moving: 'The organization moves to another cell. Writes are refused for about a second.',
  organization_moved: 'The organization has moved to another cell.',
  organization_elsewhere: 'Other instances serve the organization. Send its requests to them.',
  organization_contested:
    'Two cells have the organization, or its cell lacks it: a cell was restored from a backup older than a move. The command cell check prints the one that settles it.',
};

/** Thrown while the database is unavailable. Whether the method changed anything may be unknown. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  readonly code: BusyCode;
  /** The name of the cell whose database is unavailable; undefined if the service has one database. */
  readonly cell: string | undefined;

  /** The default message is the reason of the code. The default code is `database_busy`. */
  constructor(
    message?: string,
    { code = 'database_busy', cell, cause }: { code?: BusyCode; cell?: string | undefined; cause?: unknown } = {},
  ) {
    super(message ?? `${cell === undefined ? '' : `Cell ${cell}: `}${busyReasons[code]}`, { cause });
    this.code = code;
    this.cell = cell;
  }
}

/** Thrown if the store cannot be opened or used. The message says why, and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
