import type { DatabaseSync } from 'node:sqlite';
import { unavailableCode } from './unavailable.ts';

export interface DiskFault {
  /** Remembers the error, if it says that the disk is full or fails. */
  note(error: unknown): void;
  /** Outside of a transaction: tries to move the log into the database, and forgets the fault where that works. */
  retry(): void;
  /** The fault that is remembered. */
  find(): unknown;
}

/**
 * The last fault of the disk that writes met. A single small write does not show that the disk has room again: a failed
 * commit leaves a piece of the log behind, in which some small writes still find room. A checkpoint shows it. It also makes
 * room: after it the log is written from its beginning again.
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
        // PASSIVE waits for nobody.
        db.exec('PRAGMA wal_checkpoint(PASSIVE)');
        fault = undefined;
      } catch (error) {
        note(error);
      }
    },
    find: () => fault,
  };
}
