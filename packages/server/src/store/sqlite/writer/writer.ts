/**
 * The writing side of the store, as the main thread sees it: calls go to the write thread, answers come back when they are
 * on the disk. Calls of one turn of the event loop travel together; the order in which they were made is kept.
 * A thread that dies takes nobody with it into silence: open calls are rejected, and so is each one after them.
 */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { BusyError } from '../../busy-error.ts';
import { deserializeError } from './serialized-error.ts';
import type { WriteResult, WriteCall } from './group-commit.ts';
import type { WriteMethod } from './method-sides.ts';
import { StoreError } from '../file/store-error.ts';
import type { WriterMessage } from './write-thread.ts';

/** Writes that may wait at once: some 30 MB of them, done in about a second. */
const mostOpen = 4096;

export interface Writer {
  /** Has the method run, and resolves with its answer once that is on the disk. Rejects with a BusyError when too many wait. */
  call(method: WriteMethod, args: readonly unknown[]): Promise<unknown>;
  /** Why nothing can be written any more; undefined while it can. */
  findFault(): StoreError | undefined;
  /** Takes no more calls, lets those that were taken end, and ends the thread. */
  close(): Promise<void>;
}

/** Starts the thread that writes to this database file. `onLost` is told when it dies. */
export function startWriter(file: string, { onLost }: { onLost: (error: StoreError) => void }): Writer {
  // From source or built, the thread's file is of the same kind as this one.
  const kind = extname(import.meta.url);
  const thread = new Worker(new URL(`./write-thread${kind}`, import.meta.url), {
    workerData: file,
    // Not those of the process: some, like --eval's, are of no use to a thread.
    execArgv: kind === '.ts' ? ['--conditions=@booking-service/source'] : [],
    name: 'booking-service writer',
  });
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let gathered: WriteCall[] = [];
  let made = 0;
  let lost: StoreError | undefined;
  let idle: PromiseWithResolvers<void> | undefined;
  let closing: Promise<void> | undefined;
  let ending = false;

  // While a call is open the thread keeps the process alive, and only then.
  thread.unref();
  thread.on('message', (answers: readonly WriteResult[]) => {
    for (const answer of answers) {
      const caller = settled(answer.id);
      if ('error' in answer) caller?.reject(deserializeError(answer.error));
      else caller?.resolve(answer.value);
    }
  });
  thread.on('error', lose);
  thread.on('messageerror', lose);
  thread.on('exit', (code) => lose(new Error(`it ended with ${code}`)));

  function settled(id: number): PromiseWithResolvers<unknown> | undefined {
    const caller = open.get(id);
    open.delete(id);
    if (open.size === 0) {
      thread.unref();
      idle?.resolve();
    }
    return caller;
  }

  function lose(cause: unknown): void {
    if (lost || ending) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    lost = new StoreError(
      `The thread that writes to ${file} is gone (${reason}). Start the service again: all that was answered is kept.`,
      { cause },
    );
    for (const id of open.keys()) settled(id)?.reject(lost);
    onLost(lost);
  }

  function send(): void {
    const calls = gathered;
    gathered = [];
    post(calls);
  }

  function post(calls: readonly WriteCall[]): void {
    try {
      thread.postMessage(calls satisfies WriterMessage);
    } catch (error) {
      // Something in there is no plain data: it is found by sending each call alone.
      const [only, ...more] = calls;
      if (more.length > 0) for (const call of calls) post([call]);
      else if (only) settled(only.id)?.reject(error);
    }
  }

  function findFault(): StoreError | undefined {
    return lost ?? (closing && new StoreError('The store is closed.'));
  }

  async function end(): Promise<void> {
    if (open.size > 0) {
      idle = Promise.withResolvers();
      await idle.promise;
    }
    if (lost) return;
    ending = true;
    const ended = once(thread, 'exit');
    thread.ref();
    thread.postMessage('close' satisfies WriterMessage);
    await ended;
  }

  return {
    findFault,
    async call(method, args) {
      const fault = findFault();
      if (fault) throw fault;
      if (open.size >= mostOpen) throw new BusyError(`${open.size} writes wait for the database already.`);
      const caller = Promise.withResolvers<unknown>();
      const id = (made += 1);
      if (open.size === 0) thread.ref();
      open.set(id, caller);
      // After all microtasks: whoever was woken by the same answers is in the same message.
      if (gathered.push({ id, method, args }) === 1) process.nextTick(send);
      return caller.promise;
    },
    close: () => (closing ??= end()),
  };
}
