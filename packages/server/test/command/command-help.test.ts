/** What `booking-service` says of itself, and of a line that it cannot run. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { runCommand } from '../support/server-process.ts';

const paths = [
  ['serve'],
  ['migrate'],
  ['backup'],
  ['org', 'create'],
  ['org', 'list'],
  ['org', 'suspend'],
  ['org', 'resume'],
  ['key', 'create'],
  ['key', 'list'],
  ['key', 'revoke'],
];
const exitCodes = 'Exit codes: 0 done, 1 failed, 2 wrong use.';

async function run(...args: readonly string[]) {
  return runCommandLine(args, {});
}

it('prints its help and exits with 2 when no command is named', { timeout: 30_000 }, async () => {
  const [none, asked] = await Promise.all([runCommand([]), runCommand(['--help'])]);
  expect(asked).toMatchObject({ code: 0, stderr: '' });
  expect(none).toMatchObject({ code: 2, stdout: '', stderr: asked.stdout });
});

it('names every command in its help', async () => {
  const { exitCode, text } = await run('help');
  expect(exitCode).toBe(0);
  for (const path of paths) expect(text).toMatch(new RegExp(`^  ${path.join(' ')}( [A-Z_]+)?  +\\S`, 'm'));
  expect(text).toContain(exitCodes);
  expect(await run('--help')).toEqual({ exitCode, text });
  expect(await run('-h')).toEqual({ exitCode, text });
});

it.each(['org', 'key'])('tells of a group what its commands are: %s', async (group) => {
  const help = await run('help', group);
  expect(help).toEqual({ exitCode: 0, text: expect.stringContaining(exitCodes) });
  for (const path of paths.filter(([first]) => first === group)) expect(help.text).toContain(path.join(' '));
  expect(await run(group, '--help')).toEqual(help);
  expect(await run(group)).toEqual({ ...help, exitCode: 2 });
});

describe.each(paths.map((path) => ({ path })))('the help of $path', ({ path }) => {
  it('teaches: what it does, a line, every flag, the exit codes', async () => {
    const help = await run(...path, '--help');
    expect(help.exitCode).toBe(0);
    const line = `booking-service ${path.join(' ')}`;
    expect(help.text).toMatch(new RegExp(`^${line}: \\w.*\\.\n`));
    expect(help.text).toMatch(new RegExp(`^  ${line}( [A-Z_]+)? \\[flags\\]$`, 'm'));
    expect(help.text).toContain('\n  --data FOLDER ');
    expect(help.text).toContain('\n  --config FILE ');
    expect(help.text).toContain(exitCodes);
    expect(await run('help', ...path)).toEqual(help);
  });

  it('shows a line that the command reads without complaint of its form', async () => {
    const { text } = await run(...path, '--help');
    const [, example = ''] = text.split('\n').filter((line) => line.startsWith('  booking-service '));
    const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
    expect(words.slice(0, 1 + path.length)).toEqual(['booking-service', ...path]);
    // With --help after it, a line is parsed and not run; a flag that is unknown is still refused.
    expect(await run(...words.slice(1), '--help')).toMatchObject({ exitCode: 0 });
    expect(await run(...words.slice(1), '--unknown', '--help')).toMatchObject({ exitCode: 2 });
  });
});

it('shows flags after npm start where that is how it was run', async () => {
  const environment = { npm_lifecycle_event: 'start' };
  const { text } = await runCommandLine(['serve', '--sandbox', '--help'], environment);
  expect(text).toContain('\n  npm start -- [flags]\n  npm start -- --tick 2\n');
  expect((await runCommandLine(['migrate', '--help'], environment)).text).not.toContain('npm start --');
});

it('tells its version', async () => {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  expect(await run('--version')).toEqual({ exitCode: 0, text: (JSON.parse(manifest) as { version: string }).version });
});

it.each([
  { args: ['srve'], says: 'There is no command "srve".' },
  { args: ['org', 'lst'], says: 'There is no command "org lst".' },
  { args: ['help', 'srve'], says: 'There is no command "srve".' },
  { args: ['org', 'suspend'], says: 'booking-service org suspend needs ORGANIZATION.' },
  { args: ['key', 'revoke', 'key_1', 'key_2'], says: "Unexpected argument 'key_2'." },
  { args: ['org', 'list', 'org_1'], says: "Unexpected argument 'org_1'." },
  { args: ['key', 'revoke', '--colour', 'red'], says: "Unknown option '--colour'" },
  { args: ['org', 'list', '--port', '80'], says: "Unknown option '--port'" },
  { args: ['org', 'create', '--sealing-key', 'x'], says: "Unknown option '--sealing-key'" },
  { args: ['serve', '--receiver-port', '8001'], says: '--receiver-port is for the sandbox only.' },
  { args: ['serve', '--sandbox', '--providers', 'x.js'], says: '--providers is not for the sandbox.' },
])('refuses with exit code 2, and shows the help: $args', async ({ args, says }) => {
  const { exitCode, text } = await run(...args);
  const [first, second, ...help] = text.split('\n');
  expect({ exitCode, first, second }).toEqual({ exitCode: 2, first: says, second: '' });
  expect(help.join('\n')).toContain(exitCodes);
});
