/**
 * Group commit: many writes wait for the disk once.
 *  1. begin    one transaction for all waiting calls
 *  2. run      each call in its own savepoint, so that a failed call undoes only itself
 *  3. commit   the only wait for the disk
 *  4. return   the results, after the commit, so that every returned write is stored
 * If the transaction itself fails, because another program holds the database or the disk is full, every call in it fails. The
 * thread continues with the next group.
 */
import type { DatabaseSync } from 'node:sqlite';
import { serializeError, type SerializedError } from './serialized-error.ts';
import type { DiskFault } from '../file/disk-fault.ts';
import { callMethod, type SqliteStatements, type WriteMethod } from './method-sides.ts';

/** A waiting write. */
export interface WriteCall {
  readonly id: number;
  readonly method: WriteMethod;
  readonly args: readonly unknown[];
}

export type WriteResult =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SerializedError };

/** Runs the calls in order in one transaction, and returns their results. */
export async function commitTogether(
  calls: readonly WriteCall[],
  { db, statements, fault }: { db: DatabaseSync; statements: SqliteStatements; fault: DiskFault },
): Promise<WriteResult[]> {
  async function runAlone({ id, method, args }: WriteCall): Promise<WriteResult> {
    db.exec('SAVEPOINT one_call');
    try {
      const knownFault = fault.find();
      if (method === 'checkWrite' && knownFault !== undefined) throw knownFault;
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

  rollBack(db);
  fault.retry();
  try {
    db.exec('BEGIN IMMEDIATE');
    const results: WriteResult[] = [];
    for (const call of calls) results.push(await runAlone(call));
    db.exec('COMMIT');
    return results;
  } catch (failure) {
    fault.note(failure);
    const error = serializeError(failure);
    rollBack(db);
    return calls.map(({ id }) => ({ id, error }));
  }
}

/** Rolls back an open transaction. If the disk fails that too, the next group begins with it. */
function rollBack(db: DatabaseSync): void {
  try {
    if (db.isTransaction) db.exec('ROLLBACK');
  } catch {
    // Callers get the failure that made the rollback necessary.
  }
}
