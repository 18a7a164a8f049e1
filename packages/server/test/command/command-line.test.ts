/** The command line: its help, its messages about wrong usage, and the modules that it loads. */
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { call, openFolder, runCommand, startCommand, startService } from '../support/processes/server-process.ts';
import { freePorts } from '../support/processes/free-ports.ts';
import { createDatabase, environment, prepare } from '../support/processes/served.ts';

const paths = [
  ['serve'],
  ['migrate'],
  ['backup'],
  ['org', 'create'],
  ['org', 'list'],
  ['org', 'limits'],
  ['org', 'suspend'],
  ['org', 'resume'],
  ['org', 'set'],
  ['org', 'usage'],
  ['org', 'test-event'],
  ['org', 'move'],
  ['cell', 'list'],
  ['cell', 'add'],
  ['cell', 'drain'],
  ['org', 'secret', 'show'],
  ['org', 'secret', 'prepare'],
  ['org', 'secret', 'activate'],
  ['org', 'secret', 'discard'],
  ['key', 'create'],
  ['key', 'list'],
  ['key', 'rename'],
  ['key', 'revoke'],
  ['delivery', 'list'],
  ['delivery', 'show'],
  ['delivery', 'resend'],
  ['delivery', 'resend-many'],
  ['delivery', 'count'],
  ['booking', 'list'],
  ['booking', 'find'],
  ['booking', 'timeline'],
  ['booking', 'export'],
  ['booking', 'erase'],
  ['guest', 'export'],
  ['guest', 'erase'],
  ['access', 'create'],
  ['access', 'list'],
  ['access', 'revoke'],
  ['provider', 'check'],
  ['sealing-key', 'status'],
  ['sealing-key', 'rotate'],
  ['sealing-key', 'recover'],
  ['audit'],
  ['conformance'],
];
const exitCodes = 'Exit codes: 0 success, 1 failure, 2 wrong usage, 3 success without a cell that is unavailable.';

async function run(...args: readonly string[]) {
  return runCommandLine(args, {});
}

describe('help', () => {
  it('prints its help and exits with 2 when no command is named', { timeout: 240_000 }, async () => {
    const [withoutCommand, withHelp] = await Promise.all([runCommand([]), runCommand(['--help'])]);
    expect(withHelp).toMatchObject({ code: 0, stderr: '' });
    expect(withoutCommand).toMatchObject({ code: 2, stdout: '', stderr: withHelp.stdout });
  });

  it('names every command in its help', async () => {
    const { exitCode, text } = await run('help');
    expect(exitCode).toBe(0);
    for (const path of paths) expect(text).toMatch(new RegExp(`^  ${path.join(' ')}( [A-Z_]+)?  +\\S`, 'm'));
    expect(text).toContain(exitCodes);
    expect(await run('--help')).toEqual({ exitCode, text });
    expect(await run('-h')).toEqual({ exitCode, text });
  });

  it.each(['org', 'key', 'access', 'provider'])('lists the commands of a group: %s', async (group) => {
    const help = await run('help', group);
    expect(help).toEqual({ exitCode: 0, text: expect.stringContaining(exitCodes) });
    for (const path of paths.filter(([first]) => first === group)) expect(help.text).toContain(path.join(' '));
    expect(await run(group, '--help')).toEqual(help);
    expect(await run(group)).toEqual({ ...help, exitCode: 2 });
  });

  describe.each(paths.map((path) => ({ path })))('the help of $path', ({ path }) => {
    it('shows the usage, a description, the flags and the exit codes', async () => {
      const help = await run(...path, '--help');
      expect(help.exitCode).toBe(0);
      const line = `booking-service ${path.join(' ')}`;
      expect(help.text).toMatch(
        new RegExp(
          `^Usage: ${line} \\[options\\]( <[A-Z_]+>)?\n\n[A-Z][^]*?\\.\n\nOptions:\n`.replace(
            'Options',
            '(?:Arguments:[^]*\n\n)?Options',
          ),
        ),
      );
      const own: Readonly<Record<string, string>> = {
        cell: '--cells <FILE>',
        'org move': '--cells <FILE>',
        'org settle': '--cells <FILE>',
        provider: '--providers <FILE>',
        conformance: '--url <URL>',
      };
      const setting = own[path.join(' ')] ?? own[path[0] ?? ''] ?? '--data <FOLDER>';
      expect(help.text).toContain(`\n  ${setting} `);
      expect(help.text).toContain('\n  --config <FILE> ');
      expect(help.text).toContain(exitCodes);
      expect(await run('help', ...path)).toEqual(help);
    });

    it('shows an example that the command can parse', async () => {
      const { text } = await run(...path, '--help');
      const example = text.split('\n').find((line) => line.startsWith('  booking-service ')) ?? '';
      const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
      expect(words.slice(0, 1 + path.length)).toEqual(['booking-service', ...path]);
      // With --help at its end, a line is parsed but not run. An unknown flag is still refused.
      expect(await run(...words.slice(1), '--help')).toMatchObject({ exitCode: 0 });
      expect(await run(...words.slice(1), '--unknown', '--help')).toMatchObject({ exitCode: 2 });
    });
  });

  it('shows npm start in its help if npm start runs it', async () => {
    const variables = { npm_lifecycle_event: 'start' };
    const { text } = await runCommandLine(['serve', '--sandbox', '--help'], variables);
    expect(text).toMatch(/^Usage: npm start -- \[options\]\n/);
    expect(text).toContain('\nExample:\n  npm start -- --tick 2\n');
    expect((await runCommandLine(['migrate', '--help'], variables)).text).not.toContain('npm start --');
  });

  it('prints its version', async () => {
    const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
    expect(await run('--version')).toEqual({
      exitCode: 0,
      text: (JSON.parse(manifest) as { version: string }).version,
    });
  });

  it.each([
    { args: ['srve'], expectedMessage: "Unknown command 'srve'" },
    { args: ['org', 'lst'], expectedMessage: "Unknown command 'lst'" },
    { args: ['help', 'srve'], expectedMessage: "Unknown command 'srve'" },
    { args: ['org', 'lst', '--help'], expectedMessage: "Unknown command 'lst'" },
    { args: ['org', 'suspend'], expectedMessage: "Missing required argument 'ORGANIZATION'" },
    {
      args: ['key', 'revoke', 'key_1', 'key_2'],
      expectedMessage: "Too many arguments for 'revoke'. Expected 1 argument but got 2: key_1, key_2.",
    },
    {
      args: ['org', 'list', 'org_1'],
      expectedMessage: "Too many arguments for 'list'. Expected 0 arguments but got 1: org_1.",
    },
    { args: ['key', 'revoke', '--colour', 'red'], expectedMessage: "Unknown option '--colour'" },
    { args: ['org', 'list', '--port', '80'], expectedMessage: "Unknown option '--port'" },
    {
      args: ['key', 'create', '--mode', 'test'],
      expectedMessage: "Required option '--org <ORGANIZATION>' not specified",
    },
    { args: ['key', 'create', '--org', 'org_1'], expectedMessage: "Required option '--mode <MODE>' not specified" },
    { args: ['org', 'create'], expectedMessage: "Required option '--name <NAME>' not specified" },
    { args: ['org', 'create', '--name', 'X', '--sealing-key', 'x'], expectedMessage: "Unknown option '--sealing-key'" },
    { args: ['serve', '--receiver-port', '8001'], expectedMessage: '--receiver-port is for the sandbox only.' },
    { args: ['serve', '--sandbox', '--providers', 'x.js'], expectedMessage: '--providers is not for the sandbox.' },
  ])('refuses with exit code 2 and shows the help: $args', async ({ args, expectedMessage }) => {
    const { exitCode, text } = await run(...args);
    const [message = '', ...help] = text.split('\n\n');
    expect({ exitCode, message }).toEqual({
      exitCode: 2,
      message: expect.stringMatching(/^.+(?:\n\(Did you mean .+\?\))?$/),
    });
    expect(message.split('\n')[0]).toBe(expectedMessage);
    expect(help.join('\n\n')).toContain(exitCodes);
  });
});

/** Prints the URL of every module that the process loads to standard error. */
const listModules = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); } });`;
const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(listModules)}`];

const parts = {
  service: '/server/src/create-booking-server.ts',
  postgres: '/node_modules/pg/',
  express: '/node_modules/express/',
  validator: '/node_modules/express-openapi-validator/',
  'schema compiler': '/node_modules/ajv/dist/core.js',
  log: '/node_modules/pino/',
  yaml: '/node_modules/yaml/',
  'conformance checks': '/conformance/src/check-conformance.ts',
} as const;

/** The parts whose modules are in the list. */
function partsIn(list: string): string[] {
  return Object.entries(parts)
    .filter(([, path]) => list.includes(path))
    .map(([part]) => part);
}

describe('the loaded modules', () => {
  it('loads one file for --version', async () => {
    const { stdout, stderr } = await runCommand(['--version'], { nodeOptions });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const loaded = stderr.split('\n').filter((url) => url.startsWith('file:'));
    expect(loaded).toEqual([expect.stringMatching(/\/bin\/booking-service\.js$/)]);
  });

  it.each([
    { args: ['help'], loaded: [] },
    { args: ['key', 'create', '--help'], loaded: [] },
    // It is refused, because --providers is missing.
    { args: ['serve'], loaded: ['log'] },
  ])('loads only what it needs for $args: $loaded', async ({ args, loaded }) => {
    const { stderr } = await runCommand(args, { nodeOptions });
    expect(stderr).toContain('/src/command/run-command-line.ts');
    expect(partsIn(stderr)).toEqual(loaded);
  });

  it('serves a sandbox as an app of Express, and its validator compiles the schemas', async () => {
    await using folder = await openFolder();
    await using service = await startService(folder.path, { nodeOptions });
    expect(await call(service, 'POST /v1/venues/search', { body: {} })).toMatchObject({ status: 200 });
    expect(partsIn((await service.end('SIGTERM')).stderr)).toEqual([
      'service',
      'express',
      'validator',
      'schema compiler',
      'log',
    ]);
  });

  it('loads what reads the file of the providers', { tags: ['needs-posix'] }, async () => {
    await using prepared = await prepare();
    const providers = prepared.providers.replace(/\.mjs$/, '.yaml');
    await writeFile(providers, 'providers: [{ name: sandbox, type: sandbox, test: simulate }]');
    await createDatabase(prepared.data);
    const [port, adminPort] = await freePorts();
    const args = [
      'serve',
      '--data',
      prepared.data,
      '--providers',
      providers,
      '--port',
      port,
      '--admin-port',
      adminPort,
    ];
    await using service = startCommand(args, { nodeOptions, environment });
    await service.printed('Stop: Ctrl-C');
    const { code, stderr } = await service.end('SIGTERM');
    expect({ code, parts: partsIn(stderr) }).toEqual({
      code: 0,
      parts: ['service', 'schema compiler', 'log', 'yaml'],
    });
  });
});
