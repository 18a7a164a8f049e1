/** Set up for every test file: when it is done, no key may be in anything that the client gave away (promise 5). */
import { afterAll, expect } from 'vitest';
import { collected, planted } from './collected.ts';
import { showAll } from './show-all.ts';

afterAll(() => {
  for (const value of collected) {
    const shown = showAll(value);
    for (const key of planted) expect(shown.includes(key), `the API key is in: ${shown.slice(0, 400)}`).toBe(false);
  }
});
