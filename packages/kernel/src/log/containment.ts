/**
 * Containment: an error that escapes from a delivery attempt or a call of an integration must not end the process (DLV-13).
 *  - Such work runs in an async context that names it. Everything that the work starts inherits this context.
 *  - An uncaught error (an emitter without a listener, a late callback or a promise that is not awaited) reaches `process`.
 *  - If the error comes from contained work, it is logged and the process continues: the state of the service is intact.
 *  - Any other uncaught error may have left an undefined state. It is logged, and the process exits with 1.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import { errorLine } from './error-line.ts';

/** Contained work, as the log shows it. */
export type ContainedWork =
  | { readonly work: 'delivery'; readonly organization_id: string; readonly event_id: string }
  | { readonly work: 'integration'; readonly integration: string };

const contexts = new AsyncLocalStorage<ContainedWork>();

/** Runs the task. Errors that escape from it are logged with this work. Errors that it throws or rejects with reach the caller. */
export function contain<T>(work: ContainedWork, task: () => T): T {
  return contexts.run(work, task);
}

/** Wraps the integration: each call of its methods, and of the methods of its object properties, is contained. */
export function containIntegration<T extends object>(integration: string, target: T): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (typeof value === 'function') {
        return (...args: unknown[]) =>
          contain({ work: 'integration', integration }, () => Reflect.apply(value, object, args) as unknown);
      }
      return typeof value === 'object' && value !== null ? containIntegration(integration, value) : value;
    },
  });
}

/**
 * Logs uncaught errors and exits with 1, unless the error comes from contained work. Affects the whole process, so only the
 * command calls it. The returned function removes the listeners.
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
      log.fatal({ code, err: errorLine(error) }, 'uncaught error: the process exits');
    } finally {
      process.exit(1);
    }
  }
}

/**
 * Writes the warnings of Node.js and of modules (process.emitWarning) to the log. Node.js prints them as plain text, which is not a line
 * of JSON. Returns a function that ends this. With --no-warnings it changes nothing.
 */
export function logNodeWarnings(log: Pick<Logger, 'warn'>): () => void {
  const before = process.listeners('warning');
  if (before.length === 0) return () => undefined;
  const write = (warning: Error): void => log.warn({ code: 'node_warning', err: errorLine(warning) }, 'Node.js warns');
  process.removeAllListeners('warning');
  process.on('warning', write);
  return () => {
    process.off('warning', write);
    for (const listener of before) process.on('warning', listener);
  };
}
