import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type BusyCode, StoreError } from '../store-errors.ts';

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
function isSqliteError(error: unknown): error is Error & { errcode: number } {
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

export interface DiskFault {
  /** Keeps the error if it means that the disk is full or fails. */
  note(error: unknown): void;
  /**
   * Moves the log into the database, empties its file, checks that the disk has room, and clears the fault if all of that works. Call it
   * outside a transaction.
   */
  retry(): void;
  /** Returns the kept fault. */
  find(): unknown;
}

/** More than the writes of some requests. */
const room = Buffer.alloc(256 * 1024, 1);

/** The errors of a write while the disk has no room: full, over a quota, or over the limit of a file's size. */
const roomErrors: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Keeps the last fault of the disk. A small write does not prove that the disk has room again, because a failed commit leaves
 * space in the log that small writes can use. A checkpoint makes room, because the file of the log becomes empty, but it may fit into
 * the pages that the database has. So a file of 256 KiB must also fit beside the database.
 */
export function createDiskFault(db: DatabaseSync): DiskFault {
  const file = db.location();
  let fault: unknown;

  function note(error: unknown): void {
    const code = unavailableCode(error);
    if (code === 'database_full' || code === 'database_io_failed') fault = error;
  }

  return {
    note,
    retry() {
      if (fault === undefined) return;
      try {
        emptyLog(db);
        if (file === null || hasRoom(`${file}-room`)) fault = undefined;
      } catch (error) {
        note(error);
      }
    },
    find: () => fault,
  };
}

/** Moves the log into the database as far as other connections permit, without a wait for them. */
function emptyLog(db: DatabaseSync): void {
  const { timeout = 0 } = db.prepare('PRAGMA busy_timeout').get() ?? {};
  db.exec('PRAGMA busy_timeout = 0');
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.exec(`PRAGMA busy_timeout = ${Number(timeout)}`);
  }
}

/** Writes the file to the disk and removes it. Any other error than missing room is left to the database. */
function hasRoom(file: string): boolean {
  try {
    const descriptor = openSync(file, 'w', 0o600);
    try {
      for (let written = 0; written < room.length;) written += writeSync(descriptor, room, written);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
      rmSync(file, { force: true });
    }
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && roomErrors.has(error.code));
  }
}
