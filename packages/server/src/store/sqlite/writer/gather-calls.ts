import type { WriteCall, WriteMethod } from './group-commit.ts';

/** The calls of the worker that no request waits for. */
const patient: ReadonlySet<WriteMethod> = new Set(['claimRuns', 'postponeRun', 'readyRuns']);

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
  { after = afterRealTime }: { readonly after?: After } = {},
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
