/**
 * The steps of the Dockerfile without a container: the build runs in a copy of the repository, and the commands of both images run
 * from the folder that it leaves.
 *
 * @module-tag needs-posix
 * @module-tag slow
 * @module-tag nightly
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { listFiles } from '../working-copy/working-copy.ts';
import { readStages } from './read-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const stages = readStages(readFileSync(join(root, 'Dockerfile'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'image-'));
const [sources, packed, app, data] = ['src', 'packed', 'app', 'data'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
  string,
];
/** The condition of the sources, with which tests run, must not reach the image. */
const environment = { ...process.env, NODE_OPTIONS: '', npm_command: '', npm_lifecycle_event: '' };

beforeAll(() => {
  for (const file of listFiles(root)) {
    mkdirSync(dirname(join(sources, file)), { recursive: true });
    cpSync(join(root, file), join(sources, file));
  }
  const [build = ''] = stages.get('build')?.['RUN'] ?? [];
  const command = build.replaceAll('/packed', packed).replaceAll('/app', app);
  execFileSync('/bin/sh', ['-c', command], { cwd: sources, env: environment, stdio: 'pipe' });
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** The words of an instruction in the form of JSON. */
const wordsOf = (instructions: readonly string[] = []): string[] =>
  JSON.parse(/\[.*\]$/.exec(instructions.at(-1) ?? '')?.[0] ?? '[]') as string[];

/** An image: its environment and its commands, in the folders of this test. */
function openImage(name: string, more: NodeJS.ProcessEnv = {}) {
  const { ENTRYPOINT, CMD, ENV = [], HEALTHCHECK } = stages.get(name) ?? {};
  const variables = [...ENV.join(' ').matchAll(/(\w+)=(\S+)/g)].map(([, key = '', value = '']) => [
    key,
    value.replace('/var/lib/booking-service', data).replace('/app', app),
  ]);
  const env = { ...environment, ...Object.fromEntries(variables), ...more };
  const [, ...program] = wordsOf(ENTRYPOINT);

  /** Runs its program to the end with these arguments. Returns the exit code. */
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [...program, ...args], { cwd: app, env }).status;

  /** Starts what it runs, on free ports. */
  const start = async (command = wordsOf(CMD)) => {
    const [port, receiver_port, admin_port, dashboard_port] = await freePorts();
    const flags = ['--port', port, '--admin-port', admin_port, '--dashboard-port', dashboard_port];
    if (name === 'sandbox') flags.push('--receiver-port', receiver_port);
    const args = [...program, ...command, ...flags];
    const child = spawn(process.execPath, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += String(chunk)));
    const ended = once(child, 'exit');
    const [, ...check] = wordsOf(HEALTHCHECK).map((each) => each.replace(':7420/', `:${port}/`));
    return {
      port,
      admin_port,
      printed: () => printed,
      isHealthy: () => spawnSync(process.execPath, check, { stdio: 'ignore' }).status,
      /** Returns the exit code. */
      stop: async () => {
        child.kill('SIGTERM');
        return (await ended)[0] as number | null;
      },
    };
  };
  return { run, start };
}

it('has the versions of the lockfile', () => {
  type Lock = {
    readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
  };
  const read = (path: string) => (JSON.parse(readFileSync(path, 'utf8')) as Lock).packages;
  const locked = read(join(root, 'package-lock.json'));
  const installed = Object.entries(read(join(app, 'node_modules/.package-lock.json')));
  expect(installed.map(([path]) => path)).toEqual(expect.arrayContaining(['node_modules/pg', 'packages/server']));
  expect(installed.map(([path]) => path)).not.toContain('node_modules/typescript');
  for (const [path, { version, integrity }] of installed)
    expect({ path, version, integrity }).toEqual({
      path,
      version: locked[path]?.version,
      integrity: locked[path]?.integrity,
    });
});

it('serves from the image of the service', async () => {
  const key = { BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64') };
  writeFileSync(
    join(app, 'providers.js'),
    `import { createSandboxProvider } from '@booking-service/server';
    export default ({ clock }) => ({ suppliers: [{ live: createSandboxProvider({ clock }), test: createSandboxProvider({ clock }) }] });`,
  );
  const { run, start } = openImage('service', key);
  expect(run('migrate')).toBe(0);
  const service = await start();
  try {
    await expect.poll(service.isHealthy).toBe(0);
  } finally {
    expect(await service.stop()).toBe(0);
  }
});

it('starts the sandbox with the arguments of the guide on CI', async () => {
  rmSync(data, { recursive: true });
  const guide = readFileSync(join(root, 'docs/integrate/test-in-ci.md'), 'utf8');
  const [, given = ''] = /docker run [^]*? booking-sandbox \\\n(.*)/.exec(guide) ?? [];
  const [, file = ''] = /docker exec booking-sandbox cat (\S+)/.exec(guide) ?? [];
  expect(given).toContain('--webhook-url');
  const sandbox = await openImage('sandbox').start(given.trim().split(' '));
  try {
    await expect.poll(sandbox.printed).toContain('Stop:');
    const credentials: unknown = JSON.parse(readFileSync(file.replace('/var/lib/booking-service', data), 'utf8'));
    expect(credentials).toMatchObject({
      url: `http://127.0.0.1:${sandbox.port}`,
      admin_url: `http://127.0.0.1:${sandbox.admin_port}`,
      keys: { test: expect.stringMatching(/^sk_test_/) },
      signing_secret: expect.stringMatching(/^whsec_/),
    });
  } finally {
    expect(await sandbox.stop()).toBe(0);
  }
});

it('prints the welcome from the image of the sandbox, whose admin server listens on the loopback address', async () => {
  rmSync(data, { recursive: true });
  const sandbox = await openImage('sandbox').start();
  try {
    await expect.poll(sandbox.isHealthy).toBe(0);
    await expect.poll(sandbox.printed).toContain('Stop: Ctrl-C');
    expect(sandbox.printed()).toContain('Booking Service is running as a sandbox');
    expect(sandbox.printed()).toContain(`Docs       http://127.0.0.1:${sandbox.port}/docs`);
    expect(sandbox.printed()).toContain(`Admin      http://127.0.0.1:${sandbox.admin_port}`);
  } finally {
    expect(await sandbox.stop()).toBe(0);
  }
});
