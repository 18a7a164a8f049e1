import type { DatabaseSync } from 'node:sqlite';

/** At this size a commit checkpoints the write-ahead log, and the next commit restarts the log. */
const checkpoint_bytes = 4 * 1024 * 1024;
const page_bytes = 4096;

/**
 * Limits the write-ahead log of this connection's database to about 4 MB. The log exceeds this by at most one commit, or while
 * another connection, such as a backup, reads an older snapshot. Afterwards the file is truncated.
 */
export function limitLogSize(db: DatabaseSync): void {
  db.exec(`
    PRAGMA wal_autocheckpoint = ${checkpoint_bytes / page_bytes};
    PRAGMA journal_size_limit = ${checkpoint_bytes}`);
}
