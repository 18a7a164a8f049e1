/**
 * Cells that are unavailable during a task that concerns all of them. Without the rows of one cell a list would look complete, so it rejects;
 * except in a task that goes on without the cell and names it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { BusyError, StoreError } from '@booking-service/kernel/store';

/** Thrown by the opening of a database that does not respond. */
export class UnreachableError extends StoreError {}

/** The names of the cells that the task in progress has left out. */
const leftOut = new AsyncLocalStorage<Set<string>>();

/** The result of a task, and the names of the cells that it lacks. */
export interface Available<Result> {
  readonly result: Result;
  readonly unavailable: readonly string[];
}

/**
 * Runs the task, which leaves out the cells that are unavailable. The caller must show their names. `onFailure` receives the
 * same names if the task rejects.
 */
export async function readAvailable<Result>(
  task: () => Promise<Result>,
  onFailure: (unavailable: readonly string[]) => void = () => undefined,
): Promise<Available<Result>> {
  const names = new Set<string>();
  try {
    return { result: await leftOut.run(names, task), unavailable: [...names] };
  } catch (error) {
    onFailure([...names]);
    throw error;
  } finally {
    // A task of which this one is a part lacks the same cells.
    for (const name of names) leftOut.getStore()?.add(name);
  }
}

/** Returns whether the task in progress lacks a cell. */
export function lacksCell(): boolean {
  return (leftOut.getStore()?.size ?? 0) > 0;
}

/** Leaves out the cell, if it is unavailable and the task in progress may lack it. Rethrows the error otherwise. */
export function leaveOut(cell: string, error: unknown): void {
  const names = leftOut.getStore();
  if (!names || !(error instanceof BusyError || error instanceof UnreachableError)) throw error;
  names.add(cell);
}

/** Calls every cell, and returns the results of those that are not left out. Rejects if none is left. */
export async function callAvailable<Cell extends { readonly name: string }, Result>(
  cells: readonly Cell[],
  call: (cell: Cell) => Promise<Result>,
): Promise<Result[]> {
  const outcomes = await Promise.allSettled(cells.map(call));
  return outcomes.flatMap((outcome, at) => {
    if (outcome.status === 'fulfilled') return [outcome.value];
    if (outcomes.every(({ status }) => status === 'rejected')) throw outcome.reason;
    leaveOut(cells[at]?.name ?? '', outcome.reason);
    return [];
  });
}
