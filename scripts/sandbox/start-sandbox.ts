import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../packages/server/bin/booking-service.js', import.meta.url));
const node = ['--conditions=@booking-service/source', bin];
/** What a sandbox is started for here is not about limits: nobody comes to the end of these. */
const unlimited = String(1_000_000_000);

export interface StartedSandbox extends AsyncDisposable {
  readonly url: string;
  /** A live key, which every operation takes, of an organization without a limit that matters. */
  readonly key: string;
  /** What is wrong with the service after all that was done to it; nothing, where it is ready and lost no request. */
  findFaults(): Promise<string[]>;
}

/** Starts the sandbox on free ports of this computer, its data in `data`. */
export async function startSandbox(data: string): Promise<StartedSandbox> {
  const [port, receiver_port, admin_port] = await freePorts();
  const ports = ['--port', port, '--receiver-port', receiver_port, '--admin-port', admin_port];
  const flags = ['--data', data, ...ports, '--tick', '1', '--log-level', 'error'];
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

  const { organization_id } = run(
    'org',
    'create',
    '--name',
    'Unlimited',
    '--rate-limit',
    unlimited,
  ) as OrganizationPrinted;
  const { key } = run('key', 'create', '--org', organization_id, '--mode', 'live') as KeyPrinted;
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    async findFaults() {
      if (child.exitCode !== null) return [`The service ended with ${child.exitCode}: ${logged.slice(-2000)}`];
      const ready = await fetch(`http://127.0.0.1:${admin_port}/readyz`);
      // A 500 is judged where it is answered, and one of them is asked for; this is what nobody was answered.
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

/** What `org create --json` prints, as far as it is read. */
interface OrganizationPrinted {
  readonly organization_id: string;
}

/** What `key create --json` prints, as far as it is read. */
interface KeyPrinted {
  readonly key: string;
}

/** Three ports that nobody listens on, from the operating system. */
async function freePorts(): Promise<readonly [string, string, string]> {
  const servers = [createServer(), createServer(), createServer()];
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      // A server that listens on a port has an address of this form.
      return String((server.address() as AddressInfo).port);
    }),
  );
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  // There are as many ports as servers.
  return ports as [string, string, string];
}
