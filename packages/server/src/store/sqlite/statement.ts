/**
 * The two kinds of prepared statement. They exist for one rule: a statement that writes always runs to its end.
 * `.get()` stops after the first row, and SQLite checkpoints the log only at the end of a statement that commits. With
 * `.get()` on a `RETURNING` the log grows without bound. So a write statement has no `.get()`, and none has `.iterate()`,
 * which could leave a read transaction open: the log cannot start again under that.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

export type ReadStatement = Pick<StatementSync, 'get' | 'all'>;
export type WriteStatement = Pick<StatementSync, 'run' | 'all'>;

export interface Prepare {
  /** A statement that only reads. Throws where the text is not a SELECT. */
  read(sql: string): ReadStatement;
  /** A statement that writes. Read what it returns with `.all()`. */
  write(sql: string): WriteStatement;
}

/** Prepares statements on this connection. */
export function prepareOn(db: DatabaseSync): Prepare {
  return {
    read(sql) {
      if (!/^\s*SELECT\b/.test(sql)) throw new Error(`This is not a SELECT, prepare it with write(): ${sql}`);
      return db.prepare(sql);
    },
    write: (sql) => db.prepare(sql),
  };
}
