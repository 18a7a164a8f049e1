/** The modules that a process loads. A module that is not loaded costs a start nothing. */
import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { freePorts } from '../../support/processes/free-ports.ts';
import { call, openFolder, runCommand, startCommand, startService } from '../../support/processes/server-process.ts';
import { createDatabase, environment, prepare } from '../../support/processes/served.ts';

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
  const args = ['serve', '--data', prepared.data, '--providers', providers, '--port', port, '--admin-port', adminPort];
  await using service = startCommand(args, { nodeOptions, environment });
  await service.printed('Stop: Ctrl-C');
  const { code, stderr } = await service.end('SIGTERM');
  expect({ code, parts: partsIn(stderr) }).toEqual({
    code: 0,
    parts: ['service', 'schema compiler', 'log', 'yaml'],
  });
});
