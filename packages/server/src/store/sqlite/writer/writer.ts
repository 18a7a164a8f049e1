/**
 * The main thread's side of the write thread. A call goes to the thread, and its result returns once it is on disk. Calls of
 * one turn of the event loop travel in one message, in order; see gather-calls.ts. If the thread dies, all open and later calls reject.
 */
import { BusyError } from '../../busy-error.ts';
import { deserializeError } from './serialized-error.ts';
import { gatherCalls } from './gather-calls.ts';
import type { WriteCall } from './group-commit.ts';
import type { WriteMethod } from './method-sides.ts';
import { StoreError } from '../file/store-error.ts';
import type { WriterMessage, WriterReply } from './write-thread.ts';
import { returnThread, takeThread } from './writer-threads.ts';

/** The maximum of waiting writes: about 30 MB, which take about a second. */
const maxOpen = 4096;

export interface Writer {
  /** Runs the method, and resolves once its writes are on disk. Rejects with a BusyError if too many writes wait. */
  call(method: WriteMethod, args: readonly unknown[]): Promise<unknown>;
  /** Returns why writes are no longer possible; undefined while they are. */
  findFault(): StoreError | undefined;
  /** Refuses new calls, finishes the accepted ones, and closes the file. */
  close(): Promise<void>;
}

/** Opens this database file in a thread that writes to it. `onLost` is called if the thread dies. */
export function startWriter(file: string, { onLost }: { onLost: (error: StoreError) => void }): Writer {
  const thread = takeThread();
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  const send = gatherCalls(post);
  let lastId = 0;
  let lost: StoreError | undefined;
  let idle: PromiseWithResolvers<void> | undefined;
  let closing: Promise<void> | undefined;
  const closed = Promise.withResolvers<void>();

  // The thread keeps the process alive only while a call is open.
  thread.unref();
  thread.on('message', answer).on('error', lose).on('messageerror', lose).on('exit', loseExited);
  thread.postMessage({ open: file } satisfies WriterMessage);

  function answer(message: WriterReply): void {
    if (message === 'closed') return closed.resolve();
    for (const result of message) {
      const caller = takeCaller(result.id);
      if ('error' in result) caller?.reject(deserializeError(result.error));
      else caller?.resolve(result.value);
    }
  }

  function loseExited(code: number): void {
    lose(new Error(`it ended with ${code}`));
  }

  function takeCaller(id: number): PromiseWithResolvers<unknown> | undefined {
    const caller = open.get(id);
    open.delete(id);
    if (open.size === 0) {
      thread.unref();
      idle?.resolve();
    }
    return caller;
  }

  function lose(cause: unknown): void {
    if (lost) return;
    closed.resolve();
    const reason = cause instanceof Error ? cause.message : String(cause);
    lost = new StoreError(
      `The thread that writes to ${file} has stopped (${reason}). Restart the service. Every write that returned is stored.`,
      { cause },
    );
    for (const id of open.keys()) takeCaller(id)?.reject(lost);
    onLost(lost);
  }

  function post(calls: readonly WriteCall[]): void {
    try {
      thread.postMessage(calls satisfies WriterMessage);
    } catch (error) {
      // One call has data that cannot be cloned. Sending each call alone finds it.
      const [only, ...more] = calls;
      if (more.length > 0) for (const call of calls) post([call]);
      else if (only) takeCaller(only.id)?.reject(error);
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
    thread.ref();
    thread.postMessage('close' satisfies WriterMessage);
    await closed.promise;
    thread.off('message', answer).off('error', lose).off('messageerror', lose).off('exit', loseExited);
    if (!lost) returnThread(thread);
  }

  return {
    findFault,
    async call(method, args) {
      const fault = findFault();
      if (fault) throw fault;
      if (open.size >= maxOpen) throw new BusyError(`The store is busy: ${open.size} writes are waiting.`);
      const caller = Promise.withResolvers<unknown>();
      const id = (lastId += 1);
      if (open.size === 0) thread.ref();
      open.set(id, caller);
      send({ id, method, args });
      return caller.promise;
    },
    close: () => (closing ??= end()),
  };
}
