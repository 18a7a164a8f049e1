/**
 * The configuration of `npm test`, which leaves out the tests with the tag `slow` (scripts/programs/test-run.ts), and runs rules above
 * the store on one engine. `npm run test:all` has no exceptions. It also runs the client's tests against Prism, and the server's tests in
 * an app of Express.
 */
import { onceEach } from './vitest.config.ts';

// The model plays a twentieth of its sequences.
process.env['MODEL_SEQUENCES'] ??= '10';

export default onceEach;
