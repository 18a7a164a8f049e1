/** A sandbox as `npm start` runs it: a process of its own, on free ports, with the built pages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../../server/test/support/processes/free-ports.ts';

const server = fileURLToPath(new URL('../../../server', import.meta.url));

export interface StartedSandbox extends AsyncDisposable {
  readonly url: string;
  readonly dashboardUrl: string;
  readonly receiverUrl: string;
  /** The sign-in link that it printed. */
  readonly link: string;
  readonly testKey: string;
}

/** Starts the sandbox and waits until it has printed its addresses. */
export async function startSandbox(): Promise<StartedSandbox> {
  const data = mkdtempSync(join(tmpdir(), 'dashboard-'));
  const flags = ['--data', data, ...(await portFlags()), '--tick', '1', '--log-level', 'error'];
  const program = ['--conditions=@booking-service/source', join(server, 'bin/booking-service.js')];
  const child = spawn(process.execPath, [...program, 'serve', '--sandbox', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: undefined },
  });
  const closed = once(child, 'close');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  while (!printed.includes('Stop: Ctrl-C')) {
    await Promise.race([once(child.stdout, 'data'), closed]);
    if (child.exitCode !== null) throw new Error(`The sandbox ended with ${child.exitCode}: ${printed}`);
  }
  const find = (form: RegExp) => form.exec(printed)?.[1] ?? `not printed: ${form}`;
  const link = find(/Dashboard +(http:\S+)/);
  return {
    url: find(/Service +(http:\S+)/),
    dashboardUrl: new URL(link).origin,
    receiverUrl: find(/Webhooks +(http:\S+)/),
    link,
    testKey: find(/Test key +(\S+)/),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await closed;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function portFlags(): Promise<string[]> {
  const flags = ['--port', '--receiver-port', '--admin-port', '--dashboard-port'];
  const ports = await freePorts();
  return flags.flatMap((flag, index) => [flag, ports[index] ?? '']);
}
