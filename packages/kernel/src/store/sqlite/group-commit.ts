/**
 * Group commit: many writes wait for the disk once.
 *  1. begin    one transaction for all waiting calls
 *  2. run      every call. If one fails, roll back and run them again, each in its own savepoint, so that a failed call undoes
 *              only itself. A call changes nothing but the database, so it can run twice. Savepoints for every call would cost
 *              a seventh of the thread's time, and calls rarely fail.
 *  3. commit   the only wait for the disk
 *  4. return   the results, after the commit, so that every returned write is stored
 * If the transaction itself fails, because another program holds the database or the disk is full, every call in it fails. The
 * thread continues with the next group.
 */
import type { DatabaseSync } from 'node:sqlite';
import { BusyError, StoreError } from '../store-errors.ts';
import type { DiskFault } from './file.ts';

/** A waiting write. */
export interface WriteCall {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type WriteResult =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SerializedError };

/** Runs the calls in order in one transaction, and returns their results. */
export async function commitTogether(
  calls: readonly WriteCall[],
  {
    db,
    writes,
    fault,
  }: { db: DatabaseSync; /** Methods that change the database only. */ writes: object; fault: DiskFault },
): Promise<WriteResult[]> {
  async function run({ id, method, args }: WriteCall): Promise<WriteResult> {
    const knownFault = method === 'checkWrite' ? fault.find() : undefined;
    if (knownFault !== undefined) throw knownFault;
    // The main thread passed the arguments of the method of this name.
    const write = Reflect.get(writes, method) as (...given: readonly unknown[]) => Promise<unknown>;
    return { id, value: await write(...args) };
  }

  /** Returns undefined if a call fails and the transaction is still open. */
  async function runAll(): Promise<WriteResult[] | undefined> {
    const results: WriteResult[] = [];
    try {
      for (const call of calls) results.push(await run(call));
      return results;
    } catch (error) {
      if (!db.isTransaction) throw error;
      return undefined;
    }
  }

  async function runAlone(call: WriteCall): Promise<WriteResult> {
    db.exec('SAVEPOINT one_call');
    try {
      const result = await run(call);
      db.exec('RELEASE one_call');
      return result;
    } catch (error) {
      if (!db.isTransaction) throw error;
      fault.note(error);
      db.exec('ROLLBACK TO one_call; RELEASE one_call');
      return { id: call.id, error: serializeError(error) };
    }
  }

  rollBack(db);
  fault.retry();
  try {
    db.exec('BEGIN IMMEDIATE');
    let results = await runAll();
    if (!results) {
      db.exec('ROLLBACK; BEGIN IMMEDIATE');
      results = [];
      for (const call of calls) results.push(await runAlone(call));
    }
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

/** An error in a message between threads. A structured clone would lose its class and its codes. */
interface SerializedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** The codes that callers branch on. */
  readonly codes: { readonly code?: string; readonly errcode?: number; readonly errstr?: string };
  readonly cause: SerializedError | undefined;
}

const classes: Readonly<Record<string, new (message: string, options: ErrorOptions) => Error>> = {
  BusyError,
  StoreError,
  RangeError,
  TypeError,
};

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return serializeError(new Error(String(error)));
  const { name, message, stack, cause } = error;
  const codes = Object.fromEntries(
    Object.entries(error).filter(([key]) => key === 'code' || key === 'errcode' || key === 'errstr'),
  );
  return { name, message, stack, codes, cause: cause === undefined ? undefined : serializeError(cause) };
}

/** Returns the error that the other thread threw, with its class if callers branch on that class. */
export function deserializeError({ name, message, stack, codes, cause }: SerializedError): Error {
  const options = cause === undefined ? {} : { cause: deserializeError(cause) };
  const error = new (classes[name] ?? Error)(message, options);
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, codes);
}
