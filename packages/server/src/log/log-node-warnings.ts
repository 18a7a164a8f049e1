import type { Logger } from 'pino';
import { errorLine } from './error-line.ts';

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
