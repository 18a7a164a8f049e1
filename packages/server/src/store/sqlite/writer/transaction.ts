import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs `work` in one transaction. An error undoes all of it. Within a transaction of the caller, `work` becomes part of that
 * transaction, and the caller undoes it: group-commit.ts runs each call in a savepoint.
 */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work();
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // If the disk is full or fails, SQLite has already undone the transaction.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

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
