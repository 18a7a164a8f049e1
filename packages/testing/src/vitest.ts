/** Vitest's `test` with a sandbox: each test has an organization of its own in the sandbox of the run. */
import { test as base, type TestAPI } from 'vitest';
import { connectSandbox, type Sandbox } from './connect-sandbox.ts';

/** `test('books', async ({ sandbox }) => …)`. The configuration needs globalSetup: '@booking-service/testing/vitest/setup'. */
export const test: TestAPI<{ sandbox: Sandbox }> = base.extend<{ sandbox: Sandbox }>({
  // eslint-disable-next-line no-empty-pattern -- Vitest reads the names of the fixtures that this one needs from the pattern.
  async sandbox({}, use) {
    await using sandbox = await connectSandbox();
    await use(sandbox);
  },
});
