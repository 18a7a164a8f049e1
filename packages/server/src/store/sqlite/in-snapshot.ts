import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs reads that see the same state of the database. Without a transaction the write thread may commit between two of them, so that a
 * row that moves from one range of an index to another could be found twice or not at all.
 */
export function inSnapshot<T>(db: DatabaseSync, read: () => T): T {
  if (db.isTransaction) return read();
  db.exec('BEGIN');
  try {
    return read();
  } finally {
    db.exec('COMMIT');
  }
}
