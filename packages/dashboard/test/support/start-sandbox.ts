/** A sandbox as `npm start` runs it: a process of its own, on free ports, with the built pages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFolder } from './build-dashboard.ts';

const server = fileURLToPath(new URL('../../../server', import.meta.url));
const cache = fileURLToPath(new URL('../../../../node_modules/.cache', import.meta.url));

export interface StartedSandbox extends AsyncDisposable {
  readonly url: string;
  readonly dashboardUrl: string;
  /** The sign-in link that it printed. */
  readonly link: string;
  readonly testKey: string;
}

/** Starts the sandbox and waits until it has printed its addresses. */
export async function startSandbox(): Promise<StartedSandbox> {
  putPages();
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
    link,
    testKey: find(/Test key +(\S+)/),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await closed;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Puts the pages where the server finds them, as `npm start` does. Another process may read the folder: it is replaced at once. */
function putPages(): void {
  mkdirSync(cache, { recursive: true });
  const next = mkdtempSync(join(cache, 'dashboard-'));
  cpSync(builtFolder, join(next, 'new'), { recursive: true });
  try {
    renameSync(join(server, 'dashboard'), join(next, 'old'));
  } catch {
    // The first time, the folder does not exist.
  }
  renameSync(join(next, 'new'), join(server, 'dashboard'));
  rmSync(next, { recursive: true, force: true });
}

async function portFlags(): Promise<string[]> {
  const flags = ['--port', '--receiver-port', '--admin-port', '--dashboard-port'];
  const servers = flags.map(() => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((each) => once(each, 'listening')));
  // A server that listens on a port has an address of this form.
  const ports = servers.map((each) => String((each.address() as AddressInfo).port));
  await Promise.all(servers.map((each) => once(each.close(), 'close')));
  return flags.flatMap((flag, index) => [flag, ports[index] ?? '']);
}
