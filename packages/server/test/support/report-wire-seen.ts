/** A setup file for all tests: passes the responses, webhooks and codes that a file saw to the reporter (closing-line-reporter.ts). */
import { afterAll } from 'vitest';
import { wireSeen } from '../../src/testing/wire-validator.ts';

declare module 'vitest' {
  interface TaskMeta {
    wireSeen?: readonly string[];
  }
}

// Registered before any hook of the file itself, so it runs after all of them.
// oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures from this pattern; this hook uses none.
afterAll(({}, file) => {
  if (wireSeen.size > 0) file.meta.wireSeen = [...wireSeen];
});
