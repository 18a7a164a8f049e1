import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { unavailableCode } from './sqlite-errors.ts';

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
