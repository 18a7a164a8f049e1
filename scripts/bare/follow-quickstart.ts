import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pageBlocks, patternOf, type PageBlock } from '../pages/page-blocks.ts';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';

export interface Environments {
  /** Of the commands that start the sandbox. */
  readonly bare: NodeJS.ProcessEnv;
  /** Of the other commands: they use bash, curl and the tools of every system. */
  readonly system: NodeJS.ProcessEnv;
}

/**
 * Follows docs/integrate/quickstart.md in this copy of the repository: its first command starts the sandbox, the others run in one shell as
 * they are written, and its `text` blocks must be printed. Only the values that it shows `as printed` are replaced.
 */
export async function followQuickstart(repository: string, { bare, system }: Environments): Promise<void> {
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
