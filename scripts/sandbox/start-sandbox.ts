import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
/** A rate limit that no script reaches. */
const unlimited = String(1_000_000_000);

export interface StartedSandbox extends AsyncDisposable {
  readonly url: string;
  /** A live key, which every operation accepts. Its organization has a very high rate limit. */
  readonly key: string;
  readonly adminUrl: string;
  /** The organization that every sandbox has. Its webhooks go to the built-in receiver. */
  readonly own: { readonly organization_id: string; readonly keys: { readonly test: string } };
  /** Lists the current faults of the service. Empty if the service is ready and logged no lost request. */
  findFaults(): Promise<string[]>;
}

/**
 * Starts a sandbox on free ports of this computer, with its data in the folder `data`. `root` is the repository, or a copy of it. It ticks
 * each second, or at the cadence of the contract.
 */
export async function startSandbox(
  data: string,
  root: string = repository,
  { ticks = '1' }: { readonly ticks?: '1' | 'contract' } = {},
): Promise<StartedSandbox> {
  const bin = join(root, 'packages/server/bin/booking-service.js');
  const node = ['--conditions=@booking-service/source', bin];
  const [port, receiver_port, admin_port] = await freePorts();
  const ports = ['--port', port, '--receiver-port', receiver_port, '--admin-port', admin_port];
  const flags = ['--data', data, ...ports, ...(ticks === '1' ? ['--tick', '1'] : []), '--log-level', 'error'];
  const child = spawn(process.execPath, [...node, 'serve', '--sandbox', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let logged = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (logged += text));
  const closed = once(child, 'close');
  while (!printed.includes('Stop: Ctrl-C')) {
    await Promise.race([once(child.stdout, 'data'), closed]);
    if (child.exitCode !== null) throw new Error(`The sandbox ended with ${child.exitCode}: ${printed}${logged}`);
  }

  const { organization } = run(
    'org',
    'create',
    '--name',
    'Unlimited',
    '--rate-limit',
    unlimited,
  ) as OrganizationPrinted;
  const { key } = run('key', 'create', '--org', organization.id, '--mode', 'live') as KeyPrinted;
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    adminUrl: `http://127.0.0.1:${admin_port}`,
    // The sandbox has written its credentials before it printed its welcome.
    own: JSON.parse(readFileSync(join(data, 'sandbox-credentials.json'), 'utf8')) as StartedSandbox['own'],
    async findFaults() {
      if (child.exitCode !== null) return [`The service ended with ${child.exitCode}: ${logged.slice(-2000)}`];
      const ready = await untilReady(`http://127.0.0.1:${admin_port}/readyz`);
      // Callers check the 500s that they get, and one sandbox value causes a 500. Every other log line is a fault.
      const lines = logged.split('\n').filter((line) => line !== '' && !line.includes('"msg":"internal error"'));
      return [
        ...(ready.ok ? [] : [`The service is not ready: ${await ready.text()}`]),
        ...lines.map((line) => `The service logged: ${line}`),
      ];
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
    },
  };

  function run(...args: string[]): unknown {
    const line = [...node, ...args, '--data', data, '--json'];
    return JSON.parse(execFileSync(process.execPath, line, { encoding: 'utf8' })) as unknown;
  }
}

/** Waits up to a minute: on a busy machine a service may be late at one moment. Returns the last response. */
async function untilReady(url: string): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url);
    if (response.ok || tries === 60) return response;
    await pause(1000);
  }
}

/** The part of the output of `org create --json` that is used here. */
interface OrganizationPrinted {
  readonly organization: { readonly id: string };
}

/** The part of the output of `key create --json` that is used here. */
interface KeyPrinted {
  readonly key: string;
}
