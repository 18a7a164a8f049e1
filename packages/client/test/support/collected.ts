/**
 * Everything that the client exposed in the tests of a file: clients, logs, responses, errors and arguments of middleware.
 * planted-key.ts searches it for the keys.
 */
export const collected: unknown[] = [];
/** The keys that it must not contain. */
export const planted: Set<string> = new Set();
