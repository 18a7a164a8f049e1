/**
 * Everything that the client gave away in the tests of a file: clients, what was logged, given, thrown and shown to middleware.
 * planted-key.ts looks through it for the keys.
 */
export const collected: unknown[] = [];
/** The keys that must not be in it. */
export const planted: Set<string> = new Set();
