/**
 * Group commit: many callers, one wait for the disk.
 *  1. begin    one transaction for all the calls that wait
 *  2. run      each in a savepoint of its own: one that fails undoes itself alone
 *  3. commit   the only wait for the disk
 *  4. answer   nobody before the commit: what is answered is kept
 * Where the transaction itself fails (the database is held by another program, the disk is full) every one of its calls does;
 * the thread goes on, and the next group is tried for itself.
 */
import type { DatabaseSync } from 'node:sqlite';
import { serializeError, type SerializedError } from './serialized-error.ts';
import type { DiskFault } from '../file/disk-fault.ts';
import { callMethod, type SqliteStatements, type WriteMethod } from './method-sides.ts';

/** A write that somebody waits for. */
export interface WriteCall {
  readonly id: number;
  readonly method: WriteMethod;
  readonly args: readonly unknown[];
}

export type WriteResult =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SerializedError };

/** Runs the calls in their order in one transaction, and tells what came of each. */
export async function commitTogether(
  calls: readonly WriteCall[],
  { db, statements, fault }: { db: DatabaseSync; statements: SqliteStatements; fault: DiskFault },
): Promise<WriteResult[]> {
  async function runAlone({ id, method, args }: WriteCall): Promise<WriteResult> {
    db.exec('SAVEPOINT one_call');
    try {
      const known = fault.find();
      if (method === 'checkWrite' && known !== undefined) throw known;
      const value = await callMethod(statements, method, args);
      db.exec('RELEASE one_call');
      return { id, value };
    } catch (error) {
      if (!db.isTransaction) throw error;
      fault.note(error);
      db.exec('ROLLBACK TO one_call; RELEASE one_call');
      return { id, error: serializeError(error) };
    }
  }

  undo(db);
  fault.retry();
  try {
    db.exec('BEGIN IMMEDIATE');
    const answers: WriteResult[] = [];
    for (const call of calls) answers.push(await runAlone(call));
    db.exec('COMMIT');
    return answers;
  } catch (failure) {
    fault.note(failure);
    const error = serializeError(failure);
    undo(db);
    return calls.map(({ id }) => ({ id, error }));
  }
}

/** Where the disk fails a rollback too, the next group begins with one. */
function undo(db: DatabaseSync): void {
  try {
    if (db.isTransaction) db.exec('ROLLBACK');
  } catch {
    // The failure that made it necessary is the one to tell.
  }
}
