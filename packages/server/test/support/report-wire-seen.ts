/** Set up for every test file: leaves what its worlds saw on the wire to the run's reporter (scripts/reporter/wire-coverage.ts). */
import { afterAll } from 'vitest';
import { wireSeen } from '../../src/testing/wire-seen.ts';

declare module 'vitest' {
  interface TaskMeta {
    wireSeen?: readonly string[];
  }
}

// Registered before any hook of the file itself, so it runs after all of them.
// oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern which fixtures are wanted: none.
afterAll(({}, file) => {
  if (wireSeen.size > 0) file.meta.wireSeen = [...wireSeen];
});
