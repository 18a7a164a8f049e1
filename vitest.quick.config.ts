/**
 * The configuration of `npm test`, which leaves out the tests with the tag `slow` (scripts/programs/test-tags.ts). `npm run test:all`,
 * which CI runs, has no exceptions. It also runs the client's tests against Prism, and the server's tests in an app of Express.
 */
import type { ViteUserConfig } from 'vitest/config';
import { onceEach } from './vitest.config.ts';

// The model plays a twentieth of its sequences.
process.env['MODEL_SEQUENCES'] ??= '10';

// Without browsers, more of the files only wait.
const config: ViteUserConfig = { ...onceEach, test: { ...onceEach.test, maxWorkers: 4 } };

export default config;
