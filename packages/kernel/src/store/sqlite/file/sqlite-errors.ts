import { type BusyCode, StoreError } from '../../store-errors.ts';

export { StoreError };

/** Opens one of the store's files. An error of SQLite becomes a StoreError with the file name and what to do. */
export function openFile<T>(file: string, open: (file: string) => T): T {
  try {
    return open(file);
  } catch (cause) {
    if (cause instanceof StoreError || !isSqliteError(cause)) throw cause;
    throw new StoreError(`Cannot open ${file}: ${cause.message}. ${fixFor(cause)}`, { cause });
  }
}

export function isLocked(error: unknown): boolean {
  // SQLITE_BUSY and SQLITE_LOCKED.
  return isSqliteError(error) && [5, 6].includes(error.errcode & 0xff);
}

function fixFor(error: Error & { errcode: number }): string {
  if (isLocked(error)) return 'Another program is using it. Stop that program, then try again.';
  // SQLITE_FULL.
  if ((error.errcode & 0xff) === 13) return 'Nothing was changed. Free space on its disk, then try again.';
  // SQLITE_PERM, SQLITE_READONLY and SQLITE_CANTOPEN.
  if ([3, 8, 14].includes(error.errcode & 0xff)) {
    return 'Nothing was changed. Give this user write access to it and its folder, or choose another data folder.';
  }
  return 'Nothing was changed. Restore the file from a copy, or choose another data folder.';
}

/** Returns whether SQLite threw the error. `errcode` is the extended result code. */
export function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error;
}

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
