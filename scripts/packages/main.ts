/**
 * Checks every published package as a user gets it: publint and "Are the types wrong?" read the tarball. An entry with a condition
 * `require` must also resolve for CommonJS, without an exception. The build must have copied every SQL file, because the compiled code
 * reads them, and the built service must find its migrations and its write thread.
 *
 * Reads   the packages; packing builds them
 * Run     npm run verify -- packages
 * Exits   1 if one of the tools has a finding, or a file is missing
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPublishedPackages, type Manifest } from './list-packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

for (const { folder, manifest } of listPublishedPackages()) {
  run('publint', ['--strict', folder]);
  const { both, modules } = entriesOf(manifest);
  if (both.length > 0) run('attw', ['--pack', folder, '--no-emoji', '--entrypoints', ...both]);
  if (modules.length > 0)
    run('attw', ['--pack', folder, '--profile', 'esm-only', '--no-emoji', '--entrypoints', ...modules]);
}

const sources = globSync('packages/*/src/**/*.sql', { cwd: root });
const missing = sources.filter((path) => !existsSync(join(root, path.replace('/src/', '/dist/'))));
if (sources.length === 0 || missing.length > 0) {
  console.error(
    `The build did not copy ${missing.length} of ${sources.length} SQL files to dist: ${missing.join(' ')}`,
  );
  process.exitCode = 1;
}

const data = mkdtempSync(join(tmpdir(), 'built-service-'));
process.env['BOOKING_SERVICE_SEALING_KEY'] = randomBytes(32).toString('base64');
for (const command of [['migrate'], ['org', 'create', '--name', 'Built']])
  run(process.execPath, ['packages/server/bin/booking-service.js', ...command, '--data', data]);
rmSync(data, { recursive: true });

/** The entries of a package that are both an ES module and CommonJS, and those that are an ES module only. JSON documents have no types. */
function entriesOf({ exports = {} }: Manifest): { both: string[]; modules: string[] } {
  const entries = Object.entries(exports).filter(([entry]) => !entry.endsWith('.json'));
  const isBoth = ([, conditions]: [string, unknown]) => Object.hasOwn(Object(conditions), 'require');
  const names = (of: typeof entries) => of.map(([entry]) => entry);
  return { both: names(entries.filter(isBoth)), modules: names(entries.filter((each) => !isBoth(each))) };
}

function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exitCode = 1;
}
