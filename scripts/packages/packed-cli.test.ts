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
import { parse } from 'yaml';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { pageBlocks } from '../pages/page-blocks.ts';
import { npm } from '../programs/npm.ts';
import { findTarballs } from './find-tarballs.ts';

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

/** A step of a workflow of GitHub Actions. */
interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
}

const guide = readFileSync(fileURLToPath(new URL('../../docs/guides/testing-in-ci.md', import.meta.url)), 'utf8');
/** The block of the guide that begins with the name of the file. */
const fileOfGuide = (name: string) =>
  pageBlocks(guide).find(({ body }) => body.split('\n')[0]?.endsWith(` ${name}`))?.body ?? '';

it(
  'runs the steps of the workflow of the guide on CI',
  { timeout: 600_000, tags: ['needs-bash', 'needs-posix'] },
  async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'ci-'));
    const cwd = folder.path;
    install(cwd, 'cli', 'client', 'webhooks');
    execFileSync(...npm('pkg', 'set', 'scripts.test=node --test'), { cwd, env: installed(cwd) });
    writeFileSync(join(cwd, 'booking.test.mjs'), fileOfGuide('booking.test.mjs'));
    const [PORT, BOOKING_SERVICE_PORT] = await freePorts();
    const environment = join(cwd, 'github-env');
    writeFileSync(environment, '');
    const workflow: { jobs: { test: { steps: readonly Step[] } } } = parse(
      fileOfGuide('.github/workflows/integration.yml'),
    );
    const steps = workflow.jobs.test.steps.filter((step) => step.run !== undefined && step.if !== 'failure()');
    expect(steps).toHaveLength(4);
    const groups: number[] = [];
    try {
      for (const { run = '' } of steps) {
        const given = readFileSync(environment, 'utf8')
          .split('\n')
          .map((line) => line.split('='));
        const env = {
          ...installed(cwd),
          PORT,
          BOOKING_SERVICE_PORT,
          GITHUB_ENV: environment,
          ...Object.fromEntries(given),
        };
        // GitHub Actions has one port for every app; a computer that others use does not.
        const script = run.replace(':3000/', `:${PORT}/`);
        const step = spawn('bash', ['-eo', 'pipefail', '-c', script], {
          cwd,
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
          detached: true,
        });
        if (step.pid !== undefined) groups.push(step.pid);
        let printed = '';
        for (const stream of [step.stdout, step.stderr])
          stream.on('data', (chunk: Buffer) => (printed += String(chunk)));
        const [code] = await once(step, 'exit');
        expect({ run, code, printed: code === 0 ? '' : printed }).toEqual({ run, code: 0, printed: '' });
      }
    } finally {
      // As the runner does at the end of a job.
      for (const group of groups) endGroup(group);
    }
  },
);

function endGroup(id: number): void {
  try {
    process.kill(-id, 'SIGTERM');
  } catch (error) {
    // The group of a step that left nothing in the background has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
