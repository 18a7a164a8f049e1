import { inspect } from 'node:util';

/**
 * Everything that the client exposed in the tests of a file: clients, logs, responses, errors and arguments of middleware.
 * planted-key.ts searches it for the keys.
 */
export const collected: unknown[] = [];
/** The keys that it must not contain. */
export const planted: Set<string> = new Set();

/** Returns everything that a value can show: fully inspected, as JSON, as text, and as an error with its causes. */
export function showAll(value: unknown): string {
  const deep = {
    showHidden: true,
    depth: Infinity,
    maxStringLength: Infinity,
    maxArrayLength: Infinity,
    getters: true,
  };
  return [inspect(value, deep), toJson(value), ...chain(value)].join('\n');
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return 'no JSON';
  }
}

function chain(value: unknown): string[] {
  if (!(value instanceof Error)) return [];
  return [String(value), value.message, value.stack ?? '', ...Object.values(value).map(String), ...chain(value.cause)];
}
