/**
 * The two kinds of prepared statement. They enforce one rule: a statement that writes always runs to its end.
 * `.get()` stops after the first row, but SQLite checkpoints the log only at the end of a statement that commits. With `.get()`
 * on a `RETURNING` the log grows without bound, so a write statement has no `.get()`. Neither kind has `.iterate()`, because an
 * unfinished iteration leaves a read transaction open, and the log cannot restart while one is open.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

export type ReadStatement = Pick<StatementSync, 'get' | 'all'>;
export type WriteStatement = Pick<StatementSync, 'run' | 'all'>;

export interface Prepare {
  /** Prepares a statement that only reads. Throws if the text is not a SELECT. */
  read(sql: string): ReadStatement;
  /** Prepares a statement that writes. Read its rows with `.all()`. */
  write(sql: string): WriteStatement;
}

/** Returns functions that prepare statements on this connection. */
export function prepareOn(db: DatabaseSync): Prepare {
  return {
    read(sql) {
      if (!/^\s*SELECT\b/.test(sql)) throw new Error(`This statement is not a SELECT. Prepare it with write(): ${sql}`);
      return db.prepare(sql);
    },
    write: (sql) => db.prepare(sql),
  };
}
