/**
 * The main thread's side of the write thread. A call goes to the thread, and its result returns once it is on disk. Calls of
 * one turn of the event loop travel in one message, in order. If the thread dies, all open and later calls reject.
 *
 * A store that closes leaves its thread to the next one that opens: a thread that starts loads the statements of the store again, which
 * takes longer than everything else that opens a store.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { BusyError, StoreError } from '../store-errors.ts';
import { deserializeError, type WriteCall } from './group-commit.ts';
import type { WriterMessage, WriterReply } from './write-thread.ts';

/** The maximum of waiting writes: about 30 MB, which take about a second. */
const maxOpen = 4096;

export interface Writer {
  /**
   * Returns methods that run these on the thread. Each resolves once its writes are on disk, and rejects with a BusyError if too many
   * writes wait.
   */
  send<Writes extends object>(writes: Writes): Writes;
  /** Returns why writes are no longer possible; undefined while they are. */
  findFault(): StoreError | undefined;
  /** Refuses new calls, finishes the accepted ones, and closes the file. */
  close(): Promise<void>;
}

interface WriterOptions {
  /** The module of the service's statements, which the thread loads; see StatementsModule. */
  readonly statements: URL;
  /** The methods that no request waits for. */
  readonly patient: readonly string[];
  /** Called if the thread dies. */
  readonly onLost: (error: StoreError) => void;
}

/** Opens this database file in a thread that writes to it. */
export function startWriter(file: string, { statements, patient, onLost }: WriterOptions): Writer {
  const thread = takeThread(statements);
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  const post = gatherCalls(postAll, { patient: new Set(patient) });
  let lastId = 0;
  let lost: StoreError | undefined;
  let idle: PromiseWithResolvers<void> | undefined;
  let closing: Promise<void> | undefined;
  const closed = Promise.withResolvers<void>();

  // The thread keeps the process alive only while a call is open.
  thread.unref();
  thread.on('message', settle).on('error', failAllCalls).on('messageerror', failAllCalls).on('exit', loseExited);
  thread.postMessage({ open: file } satisfies WriterMessage);

  function settle(message: WriterReply): void {
    if (message === 'closed') return closed.resolve();
    for (const result of message) {
      const caller = takeCaller(result.id);
      if ('error' in result) caller?.reject(deserializeError(result.error));
      else caller?.resolve(result.value);
    }
  }

  function loseExited(code: number): void {
    failAllCalls(new Error(`it ended with ${code}`));
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

  function failAllCalls(cause: unknown): void {
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

  function postAll(calls: readonly WriteCall[]): void {
    try {
      thread.postMessage(calls satisfies WriterMessage);
    } catch (error) {
      // One call has data that cannot be cloned. Sending each call alone finds it.
      const [only, ...more] = calls;
      if (more.length > 0) for (const each of calls) postAll([each]);
      else if (only) takeCaller(only.id)?.reject(error);
    }
  }

  function findFault(): StoreError | undefined {
    return lost ?? (closing && new StoreError('The store is closed.'));
  }

  async function call(method: string, args: readonly unknown[]): Promise<unknown> {
    const fault = findFault();
    if (fault) throw fault;
    if (open.size >= maxOpen) throw new BusyError(`The store is busy: ${open.size} writes are waiting.`);
    const caller = Promise.withResolvers<unknown>();
    const id = (lastId += 1);
    if (open.size === 0) thread.ref();
    open.set(id, caller);
    post({ id, method, args });
    return caller.promise;
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
    thread.off('message', settle).off('error', failAllCalls).off('messageerror', failAllCalls).off('exit', loseExited);
    if (!lost) returnThread(thread, statements);
  }

  return {
    findFault,
    send: (writes) =>
      mapMethods(
        writes,
        (name) =>
          async (...args) =>
            call(name, args),
      ),
    close: () => (closing ??= end()),
  };
}

type AnyMethod = (...args: readonly never[]) => Promise<unknown>;

/** Returns the methods, each replaced by the one that `wrap` returns for it. */
export function mapMethods<Methods extends object>(
  methods: Methods,
  wrap: (name: string, method: AnyMethod) => AnyMethod,
): Methods {
  // An object of methods has no other values, and `wrap` returns a method for the arguments and with the result of the one it gets.
  const entries = Object.entries(methods) as [string, AnyMethod][];
  return Object.fromEntries(entries.map(([name, method]) => [name, wrap(name, method)])) as Methods;
}

const maxWait_ms = 3;

/** Calls `task` once, after `ms`. The returned function cancels it. */
type After = (ms: number, task: () => void) => () => void;

/**
 * Returns a function that takes a call, and passes it on in a list with others, in order.
 *  1. The calls of one turn of the event loop are one list: a message to the write thread costs as much for many calls as for one.
 *  2. While requests write at the same time, the worker's own calls wait for the next write of a request, at most 3 ms. Alone they
 *     would be a commit of their own, and the creates that arrive during it would wait for one more flush.
 */
export function gatherCalls(
  pass: (calls: readonly WriteCall[]) => void,
  { patient, after = afterRealTime }: { readonly patient: ReadonlySet<string>; readonly after?: After },
): (call: WriteCall) => void {
  let gathered: WriteCall[] = [];
  let atEndOfTurn = false;
  let cancelWait: (() => void) | undefined;
  /** True if several requests wrote in the last list. */
  let isBusy = false;

  function flush(): void {
    cancelWait?.();
    cancelWait = undefined;
    atEndOfTurn = false;
    if (gathered.length === 0) return;
    const calls = gathered;
    gathered = [];
    isBusy = calls.filter(({ method }) => !patient.has(method)).length > 1;
    pass(calls);
  }

  return (call) => {
    gathered.push(call);
    if (atEndOfTurn) return;
    if (isBusy && patient.has(call.method)) {
      cancelWait ??= after(maxWait_ms, flush);
      return;
    }
    atEndOfTurn = true;
    setImmediate(flush);
  };
}

function afterRealTime(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

/** The maximum of threads that are kept: as many as the stores that a process opens beside each other. */
const maxKept = 4;
let kept: readonly { readonly thread: Worker; readonly statements: string }[] = [];

/**
 * Returns a thread with this module, and without a database: the one that was returned last, or a new one. The caller listens to its
 * errors.
 */
export function takeThread(statements: URL): Worker {
  const thread = kept.findLast((each) => each.statements === statements.href)?.thread ?? startThread(statements);
  forget(thread);
  return thread;
}

/** Takes back a thread that has closed its database. Its last user no longer listens to it. */
export function returnThread(thread: Worker, statements: URL): void {
  thread.unref();
  if (kept.length < maxKept) kept = [...kept, { thread, statements: statements.href }];
  else void thread.terminate();
}

function startThread(statements: URL): Worker {
  // The thread's file has the extension of this one: .ts from source, .js when built.
  const extension = extname(import.meta.url);
  const thread = new Worker(new URL(`./write-thread${extension}`, import.meta.url), {
    // The options of the process are not passed on: some of them, such as --eval, do not work in a thread.
    execArgv: extension === '.ts' ? ['--conditions=@booking-service/source'] : [],
    workerData: statements.href,
    name: 'store writer',
  });
  // A thread that dies while it is kept is not taken again.
  const forgetThis = () => forget(thread);
  thread.on('error', forgetThis).on('exit', forgetThis);
  return thread;
}

function forget(thread: Worker): void {
  kept = kept.filter((each) => each.thread !== thread);
}
