import type { DatabaseSync } from 'node:sqlite';

/** At this size a commit checkpoints the write-ahead log, and the next one starts it again from its beginning. */
const checkpoint_bytes = 4 * 1024 * 1024;
const page_bytes = 4096;

/**
 * Keeps the write-ahead log of this connection's database at about 4 MB. It passes that by one commit at most, and for as
 * long as another connection holds an older snapshot (a backup); the file is cut back when that is over.
 */
export function boundLog(db: DatabaseSync): void {
  db.exec(`
    PRAGMA wal_autocheckpoint = ${checkpoint_bytes / page_bytes};
    PRAGMA journal_size_limit = ${checkpoint_bytes}`);
}
