/** `booking sandbox` as a process, and the commands that find it by its folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../server/test/support/processes/free-ports.ts';
import { run } from './support.ts';

const bin = fileURLToPath(new URL('../bin/booking.js', import.meta.url));
const nodeOptions = ['--conditions=@booking-service/source', '--disable-warning=ExperimentalWarning'];

function startBooking(args: readonly string[], cwd: string) {
  // npm may run this test, and npx gives the program another name.
  const env = { ...process.env, npm_command: '' };
  return spawn(process.execPath, [...nodeOptions, bin, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

it('starts a sandbox that trigger and status find, and stops at a signal', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'booking-cli-'));
  const [port] = await freePorts();
  const sandbox = startBooking(['sandbox', '--port', port], folder.path);
  const exit = once(sandbox, 'exit');
  try {
    let welcome = '';
    for await (const chunk of sandbox.stdout) {
      welcome += String(chunk);
      if (welcome.includes('booking trigger booking.failed')) break;
    }
    expect(welcome).toContain('Its data is in data/.');
    expect(welcome).toContain('npx -p @booking-service/cli booking-service dashboard link');
    const data = ['--data', join(folder.path, 'data')];
    expect(await run(['trigger', 'booking.confirmed', ...data])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(' at ven_harbour_table: confirmed\n'),
    });
    expect((await run(['status', ...data])).stdout).toContain(`http://127.0.0.1:${port} accepts the key`);

    const second = startBooking(['sandbox', '--port', port, '--data', 'second'], folder.path);
    const [stderr, [exitCode]] = await Promise.all([text(second.stderr), once(second, 'exit')]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/ already in use .*: booking sandbox --port \d+\n$/),
    });
  } finally {
    sandbox.kill('SIGTERM');
  }
  expect(await exit).toEqual([0, null]);
});

it('ends quietly when the reader of its output has seen enough', async () => {
  const help = startBooking(['--help'], tmpdir());
  help.stdout.destroy();
  expect(await text(help.stderr)).toBe('');
});

it('prints its version without loading anything, and refuses flags of the service', async () => {
  const version = startBooking(['--version'], tmpdir());
  expect(await text(version.stdout)).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await run(['sandbox', '--providers', 'providers.yaml'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^Unknown option '--providers'/),
  });
});
