/**
 * Containment: an error that escapes from one delivery attempt or one provider call must not end the process (DLV-13).
 *  - Such work runs in an async context that names it; everything that it starts, and forgets, inherits that context.
 *  - What nothing catches, an error of an emitter without a listener, a late callback or a forgotten promise, reaches
 *    `process`. If it comes from contained work it is logged, and the process goes on: no state of ours was touched.
 *  - Any other is ours. The process cannot know its own state any more: it logs the error and exits with 1.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import { errorLine } from './error-line.ts';

/** Work whose escaped errors are its own: what the log shows of it. */
export type ContainedWork =
  | { readonly work: 'delivery'; readonly organization_id: string; readonly event_id: string }
  | { readonly work: 'integration'; readonly integration: string };

const contexts = new AsyncLocalStorage<ContainedWork>();

/** Runs the task, and has errors that escape from it logged under this work. What it throws or rejects with is the caller's. */
export function contain<T>(work: ContainedWork, task: () => T): T {
  return contexts.run(work, task);
}

/** The integration, with each call of its methods contained; those of the objects that it holds as well. */
export function containIntegration<T extends object>(integration: string, target: T): T {
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name);
      if (typeof value === 'function') {
        return (...args: unknown[]) =>
          contain({ work: 'integration', integration }, () => Reflect.apply(value, of, args) as unknown);
      }
      return typeof value === 'object' && value !== null ? containIntegration(integration, value) : value;
    },
  });
}

/**
 * Logs what nothing caught, and exits with 1 unless it was contained. For a whole process: only the command calls it.
 * Returns how to end that.
 */
export function exitOnUncaught(log: Pick<Logger, 'error' | 'fatal'>): () => void {
  const onException = (error: unknown) => end('uncaught_exception', error);
  const onRejection = (reason: unknown) => end('unhandled_rejection', reason);
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  return () => {
    process.off('uncaughtException', onException);
    process.off('unhandledRejection', onRejection);
  };

  function end(code: 'uncaught_exception' | 'unhandled_rejection', error: unknown): void {
    const work = contexts.getStore();
    if (work) {
      log.error({ code: 'contained_error', ...work, err: errorLine(error) }, 'an error escaped from contained work');
      return;
    }
    try {
      log.fatal({ code, err: errorLine(error) }, 'nothing caught this error, exits');
    } finally {
      process.exit(1);
    }
  }
}
