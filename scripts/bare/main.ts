/**
 * Runs `npm ci`, `npm start`, the rest of the quickstart and `npm test` in an unbuilt copy of the repository, with the Node and npm of
 * the system. The PATH of the three commands has nothing else but a shell.
 *
 * Reads   the repository without its ignored files
 * Run     npm run verify -- bare             runs npm test
 *         npm run verify -- bare FILE …   runs npm test with the test files whose paths contain one of these words
 * Exits   1 if one of the commands fails. Needs no git, and leaves nothing behind.
 */
import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type PageBlock, pageBlocks, patternOf } from '../pages/page-blocks.ts';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { findProgram } from '../programs/run-program.ts';
import { listFiles } from '../working-copy/working-copy.ts';

interface Environments {
  /** Of the commands that start the sandbox. */
  readonly bare: NodeJS.ProcessEnv;
  /** Of the other commands: they use bash, curl and the tools of every system. */
  readonly system: NodeJS.ProcessEnv;
}

/**
 * Follows docs/integrate/quickstart.md in this copy of the repository: its first command starts the sandbox, the others run in one shell as
 * they are written, and its `text` blocks must be printed. Only the values that it shows `as printed` are replaced.
 */
async function followQuickstart(repository: string, { bare, system }: Environments): Promise<void> {
  const [first, ...blocks] = pageBlocks(readFileSync(join(repository, 'docs/integrate/quickstart.md'), 'utf8'));
  const start = first?.body.trim() ?? '';
  if (!start.endsWith('npm start')) throw new Error('The quickstart does not begin with the start of the sandbox.');
  const [BOOKING_SERVICE_PORT] = await freePorts();
  console.log(`\n$ ${start}`);
  const sandbox = spawn('/bin/sh', ['-c', start], {
    cwd: repository,
    env: { ...bare, BOOKING_SERVICE_PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    const values = readValues(await printed(sandbox, 'Stop: Ctrl-C'));
    const script = blocks.map((block) => toScript(block, values)).join('\n');
    console.log(script);
    const bash = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: repository,
      env: system,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [[code], stdout] = await Promise.all([once(bash, 'close'), text(bash.stdout)]);
    console.log(stdout);
    if (code !== 0) throw new Error(`The quickstart ended with ${code}.`);
    requireShown(stdout, blocks);
  } finally {
    await stop(sandbox);
  }
}

/** Values that the sandbox printed, by the variables of the quickstart. */
type Values = Readonly<Record<string, string>>;

function readValues(welcome: string): Values {
  const find = (pattern: RegExp) => {
    const found = pattern.exec(welcome)?.[1];
    if (found === undefined) throw new Error(`${pattern} is not in: ${welcome}`);
    return found;
  };
  return {
    BOOKING_BASE_URL: find(/Service +(http:\S+)/),
    BOOKING_API_KEY: find(/Test key +(\S+)/),
    BOOKING_RECEIVER_URL: find(/Webhooks +(http:\S+)/),
    BOOKING_ADMIN_URL: find(/Admin +(http:\S+)/),
  };
}

function toScript({ language, body, file }: PageBlock, values: Values): string {
  if (file !== undefined) return `cat > ${file} <<'END'\n${body}END`;
  if (language !== 'sh' && language !== 'console') return '';
  const lines = body.split('\n').map((line) => {
    if (!line.endsWith('# as printed')) return line;
    return line.replaceAll(/(\w+)=\S+/g, (_, name: string) => `${name}=${values[name]}`);
  });
  return lines.join('\n');
}

function requireShown(stdout: string, blocks: readonly PageBlock[]): void {
  let rest = stdout;
  for (const { body } of blocks.filter(({ language }) => language === 'text')) {
    const found = patternOf(body).exec(rest);
    if (!found) throw new Error(`The quickstart did not print: ${body}`);
    rest = rest.slice(found.index + found[0].length);
  }
}

async function printed(program: ChildProcessByStdio<null, Readable, null>, awaited: string): Promise<string> {
  let output = '';
  const ended = once(program, 'exit');
  program.stdout.setEncoding('utf8').on('data', (more: string) => (output += more));
  while (!output.includes(awaited)) {
    if (program.exitCode !== null) throw new Error(`The sandbox ended with ${program.exitCode}: ${output}`);
    await Promise.race([once(program.stdout, 'data'), ended]);
  }
  return output;
}

/** A terminal sends Ctrl-C to every process of the group. All of them must end. */
async function stop(sandbox: ChildProcess): Promise<void> {
  if (sandbox.exitCode !== null || sandbox.pid === undefined) return;
  const ended = once(sandbox, 'exit');
  process.kill(-sandbox.pid, 'SIGINT');
  await ended;
}

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
