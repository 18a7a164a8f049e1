/** Runs after every test file: fails if anything that the client returned, logged or threw contains a key. */
import { afterAll, expect } from 'vitest';
import { collected, planted, showAll } from './collected.ts';

afterAll(() => {
  // The next file begins with an empty list.
  for (const value of collected.splice(0)) {
    const shown = showAll(value);
    for (const key of planted) expect(shown.includes(key), `the API key is in: ${shown.slice(0, 400)}`).toBe(false);
  }
});
