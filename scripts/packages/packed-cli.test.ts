/**
 * The README of the command line as a reader follows it, in an empty folder: the packages come from their tarballs, everything else from
 * the registry of npm.
 *
 * @module-tag slow
 */
import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
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

it(
  'starts a sandbox, triggers an event and forwards it, from the packages as they are published',
  { timeout: 600_000 },
  async () => {
    using tarballs = mkdtempDisposableSync(join(tmpdir(), 'tarballs-'));
    using folder = mkdtempDisposableSync(join(tmpdir(), 'booking-'));
    const cwd = folder.path;
    execFileSync(process.execPath, [pack, '--to', tarballs.path], { stdio: 'pipe' });
    execFileSync(...npm('install', ...findTarballs('cli', tarballs.path)), {
      cwd,
      env: installed(cwd),
      stdio: 'pipe',
    });
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
