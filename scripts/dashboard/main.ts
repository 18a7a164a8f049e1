/**
 * Builds the pages of the dashboard that the package of the server includes.
 *
 * Reads   packages/dashboard, and the sources of the packages that it imports.
 * Writes  packages/server/dashboard, which the server serves. Does nothing if the inputs are unchanged.
 * Run     npm run dashboard
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOfFiles } from '../working-copy/working-copy.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'packages/dashboard');
const built = join(root, 'packages/server/dashboard');
/** The server does not send files whose names begin with a period. */
const stamp = '.built-from';

/** The files that decide what the build contains. */
const inputs = [
  'packages/dashboard/{index.html,package.json,vite.config.ts}',
  'packages/dashboard/src/**/*',
  'packages/{contract,webhooks}/src/**/*.ts',
  'scripts/dashboard/main.ts',
  'package-lock.json',
];

const digest = digestOfFiles(root, inputs);
if (existsSync(join(built, stamp)) && readFileSync(join(built, stamp), 'utf8') === digest) {
  console.log(`${built} is up to date.`);
} else {
  // The complete build replaces the old one, so that a server that starts at the same time never reads a part of it.
  const scratch = `${built}.${process.pid}`;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const flags = ['build', '--logLevel', 'warn', '--outDir', scratch, '--emptyOutDir'];
  // If it fails, the error has its output.
  execFileSync(process.execPath, [vite, ...flags], { cwd: source, stdio: 'pipe' });
  writeFileSync(join(scratch, stamp), digest);
  rmSync(built, { recursive: true, force: true });
  renameSync(scratch, built);
  console.log(`${built} is written.`);
}
