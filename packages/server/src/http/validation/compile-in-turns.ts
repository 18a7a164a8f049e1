import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Validators } from './validate.ts';

/**
 * Compiles the validators of all operations, one in each turn of the event loop, so that requests wait for one of them at most. Ends
 * early when the signal aborts. Rejects if a schema cannot be compiled.
 */
export async function compileInTurns<Id extends string>(
  validators: Validators<Id>,
  signal: AbortSignal,
): Promise<void> {
  for (const operationId of validators.operationIds) {
    await nextTurn();
    if (signal.aborted) return;
    validators.compile(operationId);
  }
}
