/**
 * Prepared statements and transactions. The two kinds of statement enforce one rule: a statement that writes always runs to its end.
 * `.get()` stops after the first row, but SQLite checkpoints the log only at the end of a statement that commits. With `.get()`
 * on a `RETURNING` the log grows without bound, so a write statement has no `.get()`. Neither kind has `.iterate()`, because an
 * unfinished iteration leaves a read transaction open, and the log cannot restart while one is open.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { PrepareShared } from '../shared-statement.ts';

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
      return prepareAtFirstUse(db, sql);
    },
    write: (sql) => prepareAtFirstUse(db, sql),
  };
}

/**
 * Returns a statement that SQLite compiles at its first use. Each connection has every statement of the engine and uses a part of them,
 * and a start uses few. Compiling all of them costs more CPU time and memory than the rest of opening a database.
 */
function prepareAtFirstUse(db: DatabaseSync, sql: string): Pick<StatementSync, 'get' | 'all' | 'run'> {
  let prepared: StatementSync | undefined;
  const statement = (): StatementSync => (prepared ??= db.prepare(sql));
  return {
    get: (...values: Values) => statement().get(...(values as SQLInputValue[])),
    all: (...values: Values) => statement().all(...(values as SQLInputValue[])),
    run: (...values: Values) => statement().run(...(values as SQLInputValue[])),
  };
}

/** Named values come first. The casts above choose one of the overloads of a statement, which accept both forms. */
type Values = (SQLInputValue | Record<string, SQLInputValue>)[];

/** A text whose parameters are `?`, in the order of their values. */
export interface PositionalText {
  readonly text: string;
  /** Returns a value for each `?`, from one for each of $1, $2, … */
  readonly arrange: (values: readonly SQLInputValue[]) => readonly SQLInputValue[];
}

/**
 * Returns a text with the parameters $1, $2, … for a statement of SQLite. To SQLite $1 is a name, and binding by name takes longer. To ?1,
 * Node binds a value from 22.20 and 24.7 on.
 */
export function toPositional(text: string): PositionalText {
  const order: number[] = [];
  const marked = text.replaceAll(/\$(\d+)/g, (_name, number: string) => {
    order.push(Number(number) - 1);
    return '?';
  });
  const isInOrder = order.every((place, index) => place === index);
  return {
    text: marked,
    arrange: (values) => (isInOrder ? values : order.map((place) => values[place] ?? null)),
  };
}

/** Returns a function that prepares statements of both engines on this connection. Their parameters are $1, $2, … */
export function prepareSharedOn(db: DatabaseSync): PrepareShared {
  // The same function as lease_time.sql. One process works on the file, so its clock is the clock of leases.
  db.function('lease_time', { deterministic: true }, (at, _now) => at);
  return <Row>({ text }: { readonly text: string }) => {
    const { text: positional, arrange } = toPositional(text);
    const statement = prepareAtFirstUse(db, positional);
    // Each statement is defined next to its Row type. `.all()` runs a statement that writes to its end.
    return async (...values) => statement.all(...arrange(values)) as Row[];
  };
}

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
