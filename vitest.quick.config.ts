/**
 * The configuration of `npm test`: every test that does not take long. `npm run test:all`, which CI runs, has no exceptions. It
 * also runs the client's tests against Prism, and the server's tests in an app of Express.
 */
import type { ViteUserConfig } from 'vitest/config';
import { withoutFiles } from './vitest.config.ts';

const config: ViteUserConfig = withoutFiles([
  // One start of a linter, a compiler or a server for each planted fault or copy.
  '**/lint/rules.test.ts',
  '**/breaking/find-breaking-changes.test.ts',
  '**/test/contract-copy/*.test.ts',
  '**/canaries.test.ts',
  // Processes that are killed, at each point and at random.
  '**/test/crash/*.test.ts',
]);

// The model plays a fifth of its sequences.
process.env['MODEL_SEQUENCES'] ??= '40';

export default config;
