/**
 * The README of the command line and the guide on CI as a reader follows them, each in an empty folder: the packages come from their
 * tarballs, everything else from the registry of npm.
 *
 * @module-tag slow
 * @module-tag nightly
 */
import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { pageBlocks } from '../pages/page-blocks.ts';
import { openJob, readAction, readSteps } from '../ci/run-job.ts';
import { npm } from '../programs/run-program.ts';
import { findTarballs } from './list-packages.ts';

const pack = fileURLToPath(new URL('pack.ts', import.meta.url));

/** Starts the installed program, and resolves with its output as soon as it contains the text. */
async function start(
  args: readonly string[],
  { cwd, until }: { readonly cwd: string; readonly until: string },
): Promise<{ readonly program: ChildProcessByStdio<null, Readable, null>; readonly printed: string }> {
  const program = spawn(join(cwd, 'node_modules/.bin/booking'), args, {
    cwd,
    env: installed(cwd),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let printed = '';
  program.stdout.on('data', (chunk: Buffer) => {
    printed += String(chunk);
    if (printed.includes(until)) resolve(printed);
  });
  program.on('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${printed}`)));
  return { program, printed: await promise };
}

/** The condition of the sources, with which tests run, must not reach the installed packages. */
function installed(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, NODE_OPTIONS: '', npm_command: '', XDG_STATE_HOME: folder };
}

const tarballs = mkdtempSync(join(tmpdir(), 'tarballs-'));
beforeAll(() => void execFileSync(process.execPath, [pack, '--to', tarballs], { stdio: 'pipe' }), 600_000);
afterAll(() => rmSync(tarballs, { recursive: true }));

function install(cwd: string, ...packages: readonly string[]): void {
  const found = new Set(packages.flatMap((name) => findTarballs(name, tarballs)));
  execFileSync(...npm('install', ...found), { cwd, env: installed(cwd), stdio: 'pipe' });
}

it(
  'starts a sandbox, triggers an event and forwards it, from the packages as they are published',
  { timeout: 600_000 },
  async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'booking-'));
    const cwd = folder.path;
    install(cwd, 'cli');
    const booking = (...args: readonly string[]) =>
      execFileSync(join(cwd, 'node_modules/.bin/booking'), args, { cwd, env: installed(cwd), encoding: 'utf8' });
    expect(booking('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);

    const [port, receiver] = await freePorts();
    const sandbox = await start(['sandbox', '--port', port], { cwd, until: 'booking trigger booking.failed' });
    try {
      expect(sandbox.printed).toContain(`http://127.0.0.1:${port}/docs`);
      // The sandbox has a receiver of its own, which responds to each event.
      const url = `http://127.0.0.1:${receiver}/webhooks`;
      const listen = await start(['listen', '--forward-to', url], { cwd, until: 'Ready.' });
      const forwarded = once(listen.program.stdout, 'data');
      expect(booking('trigger', 'booking.failed')).toMatch(/ at ven_last_seat: failed, slot_not_offered\n/);
      expect(String((await forwarded)[0])).toMatch(/booking\.created evt_\w+ bkg_\w+: \d{3} after \d+ ms/);
      listen.program.kill('SIGTERM');
      expect(await once(listen.program, 'exit')).toEqual([0, null]);
    } finally {
      sandbox.program.kill('SIGTERM');
    }
    expect(await once(sandbox.program, 'exit')).toEqual([0, null]);
  },
);

const readText = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const guide = readText('docs/integrate/test-in-ci.md');
/** The block of the guide that begins with the name of the file. */
const fileOfGuide = (name: string) =>
  pageBlocks(guide).find(({ body }) => body.split('\n')[0]?.endsWith(` ${name}`))?.body ?? '';

const folder = '.github/actions/sandbox';
const action = readText(`${folder}/action.yml`);

it(
  'runs the workflow of the guide on CI, with the action of this repository',
  { timeout: 600_000, tags: ['needs-bash', 'needs-posix'] },
  async () => {
    using project = openProject();
    const [PORT, port] = await freePorts();
    // GitHub Actions has one port for every app and every sandbox; a computer that others use does not.
    const workflow = fileOfGuide('.github/workflows/integration.yml')
      .replace(':3000/', `:${PORT}/`)
      .replace('with:\n          webhook-url', `with:\n          port: ${port}\n          webhook-url`);
    await using job = openJob(project.path, { ...installed(project.path), PORT });
    const steps = readSteps(workflow, { folder, action });
    expect(steps).toHaveLength(3);
    const printed: string[] = [];
    for (const step of steps) printed.push(await job.run(step));
    expect(printed.at(-1)).toContain('pass 1');
    const outputs = job.outputs();
    const returned = [...action.matchAll(/steps\.start\.outputs\.(\w+)/g)].map(([, name]) => name);
    expect(new Set(Object.keys(outputs))).toEqual(new Set(returned));
    expect(outputs['BOOKING_BASE_URL']).toBe(`http://127.0.0.1:${port}`);
    expect(readFileSync(outputs['BOOKING_SANDBOX_LOG'] ?? '', 'utf8')).toContain('Stop: Ctrl-C');
  },
);

it(
  'shows the output of a sandbox that the action cannot start',
  { timeout: 600_000, tags: ['needs-bash', 'needs-posix'] },
  async () => {
    using project = openProject();
    await using job = openJob(project.path, installed(project.path));
    const [step = { run: '' }] = readAction(action, { tick: 'often' });
    await expect(job.run(step)).rejects.toThrow(/--tick[^]*::error::The sandbox did not start\./);
  },
);

it('runs the script of the guide on CI', { timeout: 600_000, tags: ['needs-bash', 'needs-posix'] }, async () => {
  using project = openProject();
  const [PORT, BOOKING_SERVICE_PORT] = await freePorts();
  await using job = openJob(project.path, { ...installed(project.path), PORT, BOOKING_SERVICE_PORT });
  const run = fileOfGuide('start-sandbox.sh').replace(':3000/', `:${PORT}/`);
  expect(await job.run({ run })).toContain('pass 1');
});

/** A project that has installed the command line, with the test of the guide. */
function openProject(): ReturnType<typeof mkdtempDisposableSync> {
  const project = mkdtempDisposableSync(join(tmpdir(), 'ci-'));
  install(project.path, 'cli', 'client', 'webhooks');
  execFileSync(...npm('pkg', 'set', 'scripts.test=node --test'), { cwd: project.path, env: installed(project.path) });
  writeFileSync(join(project.path, 'booking.test.mjs'), fileOfGuide('booking.test.mjs'));
  return project;
}
