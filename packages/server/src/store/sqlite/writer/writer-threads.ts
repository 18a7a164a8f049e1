/**
 * The write threads of this process. A store that closes leaves its thread to the next one that opens: a thread that starts loads the
 * statements of the store again, which takes longer than everything else that opens a store.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** As many as the stores that a process opens beside each other. */
const maxKept = 4;
let kept: readonly Worker[] = [];

/** Returns a thread without a database: the one that was returned last, or a new one. The caller listens to its errors. */
export function takeThread(): Worker {
  const thread = kept.at(-1) ?? startThread();
  forget(thread);
  return thread;
}

/** Takes back a thread that has closed its database. Its last user no longer listens to it. */
export function returnThread(thread: Worker): void {
  thread.unref();
  if (kept.length < maxKept) kept = [...kept, thread];
  else void thread.terminate();
}

function startThread(): Worker {
  // The thread's file has the extension of this one: .ts from source, .js when built.
  const extension = extname(import.meta.url);
  const thread = new Worker(new URL(`./write-thread${extension}`, import.meta.url), {
    // The options of the process are not passed on: some of them, such as --eval, do not work in a thread.
    execArgv: extension === '.ts' ? ['--conditions=@booking-service/source'] : [],
    name: 'booking-service writer',
  });
  // A thread that dies while it is kept is not taken again.
  const forgetThis = () => forget(thread);
  thread.on('error', forgetThis).on('exit', forgetThis);
  return thread;
}

function forget(thread: Worker): void {
  kept = kept.filter((each) => each !== thread);
}
