import type { BusyCode } from '../../busy-error.ts';
import { isSqliteError } from './store-error.ts';

/**
 * SQLite's primary result codes (https://sqlite.org/rescode.html) that are about the database or its disk, and not about the
 * statement. Every other code is a fault of the program.
 */
const codes: ReadonlyMap<number, BusyCode> = new Map([
  // PERM, READONLY: the file or its folder may not be written, or the file was moved away.
  [3, 'database_read_only'],
  [8, 'database_read_only'],
  // BUSY, LOCKED, PROTOCOL: another connection holds what this one needs.
  [5, 'database_busy'],
  [6, 'database_busy'],
  [15, 'database_busy'],
  // NOMEM: no memory for it.
  [7, 'database_overloaded'],
  // IOERR: the operating system failed a read, a write or a flush; a quota and a limit of file sizes look like that too.
  [10, 'database_io_failed'],
  // CORRUPT, NOTADB: a page is not what it should be.
  [11, 'database_damaged'],
  [26, 'database_damaged'],
  // FULL: the disk is full.
  [13, 'database_full'],
  // CANTOPEN: the database, its log or a temporary file does not open; the process may have too many files open.
  [14, 'database_unreachable'],
]);

/** The code of an error that is about the database or its disk; undefined for every other error. */
export function unavailableCode(error: unknown): BusyCode | undefined {
  // An extended result code has the primary one in its lowest byte.
  return isSqliteError(error) ? codes.get(error.errcode & 0xff) : undefined;
}
