import type { DatabaseSync } from 'node:sqlite';

const whole = { begin: 'BEGIN IMMEDIATE', keep: 'COMMIT', undo: 'ROLLBACK' };
const within = { begin: 'SAVEPOINT part', keep: 'RELEASE part', undo: 'ROLLBACK TO part; RELEASE part' };

/** Runs `work` in one transaction, or as a part of the one under way; what it throws undoes all of it, and only it. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  const { begin, keep, undo } = db.isTransaction ? within : whole;
  db.exec(begin);
  try {
    const result = work();
    db.exec(keep);
    return result;
  } catch (error) {
    // Where the disk is full or fails, SQLite has undone everything by itself.
    if (db.isTransaction) db.exec(undo);
    throw error;
  }
}
