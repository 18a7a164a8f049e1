import type { BusyCode } from '../../busy-error.ts';
import { isSqliteError } from './store-error.ts';

/**
 * SQLite's primary result codes (https://sqlite.org/rescode.html) for faults of the database or its disk. Every other code is a
 * bug of the program.
 */
const codes: ReadonlyMap<number, BusyCode> = new Map([
  // PERM, READONLY: the file or its folder is not writable, or the file was moved.
  [3, 'database_read_only'],
  [8, 'database_read_only'],
  // BUSY, LOCKED, PROTOCOL: another connection has the lock.
  [5, 'database_busy'],
  [6, 'database_busy'],
  [15, 'database_busy'],
  // NOMEM: out of memory.
  [7, 'database_overloaded'],
  // IOERR: the operating system failed a read, a write or a flush. A quota and a file size limit cause it too.
  [10, 'database_io_failed'],
  // CORRUPT, NOTADB: a page is damaged.
  [11, 'database_damaged'],
  [26, 'database_damaged'],
  // FULL: the disk is full.
  [13, 'database_full'],
  // CANTOPEN: the database, its log or a temporary file does not open. The process may have too many open files.
  [14, 'database_unreachable'],
]);

/** Returns the code of an error of the database or its disk; undefined for every other error. */
export function unavailableCode(error: unknown): BusyCode | undefined {
  // The lowest byte of an extended result code is the primary code.
  return isSqliteError(error) ? codes.get(error.errcode & 0xff) : undefined;
}
