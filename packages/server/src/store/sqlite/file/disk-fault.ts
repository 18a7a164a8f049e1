import type { DatabaseSync } from 'node:sqlite';
import { unavailableCode } from './unavailable.ts';

export interface DiskFault {
  /** Keeps the error if it means that the disk is full or fails. */
  note(error: unknown): void;
  /** Tries to move the log into the database, and clears the fault if that works. Call it outside a transaction. */
  retry(): void;
  /** Returns the kept fault. */
  find(): unknown;
}

/**
 * Keeps the last fault of the disk. A small write does not prove that the disk has room again, because a failed commit leaves
 * space in the log that small writes can use. A checkpoint proves it, and it also makes room: the log then restarts.
 */
export function createDiskFault(db: DatabaseSync): DiskFault {
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
        // PASSIVE does not wait for other connections.
        db.exec('PRAGMA wal_checkpoint(PASSIVE)');
        fault = undefined;
      } catch (error) {
        note(error);
      }
    },
    find: () => fault,
  };
}
