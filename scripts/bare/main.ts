/**
 * Runs `npm ci`, `npm start`, the rest of the quickstart and `npm test` in an unbuilt copy of the repository, with the Node and npm of
 * the system. The PATH of the three commands has nothing else but a shell.
 *
 * Reads   the repository without its ignored files
 * Run     npm run verify -- bare             runs npm test
 *         npm run verify -- bare FILE …   runs npm test with the test files whose paths contain one of these words
 * Exits   1 if one of the commands fails. Needs no git, and leaves nothing behind.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../programs/find-program.ts';
import { listFiles } from '../working-copy/list-files.ts';
import { followQuickstart } from './follow-quickstart.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bare-'));
const [copy, bin] = [join(folder, 'booking-service'), join(folder, 'bin')];
const filters = process.argv.slice(2);

try {
  for (const file of listFiles(root)) cpSync(join(root, file), join(copy, file), { recursive: true });
  mkdirSync(bin);
  // The system's programs: npm puts folders of this repository before them.
  process.env['PATH'] = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((each) => !each.includes('node_modules'))
    .join(delimiter);
  for (const name of ['node', 'npm', 'npx', 'sh']) symlinkSync(programOf(name), join(bin, name));
  await followQuickstart(copy, { bare: environment(bin), system: environment(process.env['PATH']) });
  run('npm', ['test', '--', ...filters]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The environment of a new user, with this PATH: it is not CI, and npm runs nothing in it. */
function environment(PATH: string | undefined): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:CI|NODE_COMPILE_CACHE|npm_(?!config_))/.test(name),
  );
  return { ...Object.fromEntries(inherited), PATH };
}

function run(program: string, args: readonly string[]): void {
  console.log(`\n$ ${[program, ...args].join(' ')}`);
  const { status, error } = spawnSync(join(bin, program), args, { cwd: copy, env: environment(bin), stdio: 'inherit' });
  if (error || status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}.`, { cause: error });
}

function programOf(name: string): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is not on the PATH.`);
  return path;
}
