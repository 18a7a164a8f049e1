import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { UsedInInterval } from './measured.ts';
import { startFaultyReceiver, type FaultyReceiver } from './faulty-receiver.ts';

export type EngineName = 'sqlite' | 'postgres';

export interface SoakedService extends AsyncDisposable {
  readonly engine: EngineName;
  readonly url: string;
  readonly key: string;
  readonly receiver: FaultyReceiver;
  /** Samples the metrics until the promise settles, and returns what was used. */
  measure(options: { during: Promise<unknown> }): Promise<UsedInInterval>;
}

const bin = fileURLToPath(new URL('../../packages/server/bin/booking-service.js', import.meta.url));
const leak = fileURLToPath(new URL('leak.ts', import.meta.url));
const source = '--conditions=@booking-service/source';
const sample_ms = 1_000;

/** Starts `serve` on an empty database of this engine, with the sandbox's provider, a receiver with faults and one organization. */
export async function startSoaked(
  engine: EngineName,
  options: { readonly leak: boolean; readonly postgres: string },
): Promise<SoakedService> {
  await using closing = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), `booking-service-soak-${engine}-`));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const receiver = closing.use(await startFaultyReceiver());
  const suppliers = join(folder, 'providers.yaml');
  await writeFile(suppliers, 'providers:\n  - { name: sandbox, type: sandbox }\n');
  const environment = {
    ...process.env,
    npm_lifecycle_event: undefined,
    BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...(engine === 'sqlite'
      ? { BOOKING_SERVICE_DATA: join(folder, 'data') }
      : { BOOKING_SERVICE_DATABASE: await createDatabase(options.postgres) }),
  };
  const run = (args: readonly string[]) => runToEnd(args, environment);
  await run(['migrate']);
  const limits = ['--rate-limit', '1000000', '--test-allowance', '1000000'];
  const organization = JSON.parse(await run(['org', 'create', '--name', 'Soak', ...limits, '--json'])) as {
    organization_id: string;
  };
  const { organization_id } = organization;
  const made = JSON.parse(await run(['key', 'create', '--org', organization_id, '--mode', 'test', '--json'])) as {
    key: string;
  };

  const { token } = JSON.parse(await run(['access', 'create', '--name', 'Soak', '--role', 'operator', '--json'])) as {
    token: string;
  };
  const [port, adminPort] = [await findFreePort(), await findFreePort()];
  const logFile = join(folder, 'service.log');
  const nodeOptions = options.leak ? [source, '--import', leak] : [source];
  const flags = ['--providers', suppliers, '--port', port, '--admin-port', adminPort, '--modes', 'test'];
  const child = spawn(
    process.execPath,
    [...nodeOptions, bin, 'serve', ...flags, '--loopback-webhooks', 'allow', '--tick', '5'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment,
    },
  );
  closing.defer(async () => {
    child.kill('SIGTERM');
    await once(child, 'close');
  });
  child.stderr.pipe(createWriteStream(logFile));
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'close').then(() => Promise.reject(new Error(`serve ended on ${engine}. Its log: ${logFile}`))),
  ]);
  const admin = { url: `http://127.0.0.1:${adminPort}`, headers: { Authorization: `Bearer ${token}` } };
  await setWebhookUrl(admin, { organization_id, webhook_url: receiver.url });
  let gcBefore = 0;
  const open = closing.move();
  return {
    engine,
    url: `http://127.0.0.1:${port}`,
    key: made.key,
    receiver,
    async measure({ during }) {
      const over = during.then(() => true);
      const started = performance.now();
      let lowest = Number.POSITIVE_INFINITY;
      let lag = 0;
      let read = await readMetrics(admin);
      for (let isOver = false; !isOver;) {
        isOver = await Promise.race([over, pause(sample_ms, false)]);
        read = await readMetrics(admin);
        lowest = Math.min(lowest, read.sum('nodejs_heap_size_used_bytes'));
        lag = Math.max(lag, read.sum('nodejs_eventloop_lag_p99_seconds') * 1000);
      }
      const gc = read.sum('nodejs_gc_duration_seconds_sum') * 1000;
      const seconds = (performance.now() - started) / 1000;
      const used = {
        rss_bytes: read.sum('process_resident_memory_bytes'),
        lowest_heap_bytes: lowest,
        loop_lag_ms: lag,
        gc_ms: (gc - gcBefore) / seconds,
        open_files: read.sum('process_open_fds'),
        database_bytes: read.sum('database_size_bytes'),
        wal_bytes: read.sum('database_wal_size_bytes'),
        log_bytes: (await stat(logFile)).size,
        due: read.sum('due_deliveries') + read.sum('due_runs'),
      };
      gcBefore = gc;
      return used;
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** Returns a port that was free a moment ago. */
async function findFreePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return String(port);
}

async function runToEnd(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [source, bin, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`booking-service ${args[0]} ended with ${code}.`);
  return output;
}

async function createDatabase(server: string): Promise<string> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query('CREATE DATABASE soak');
  await client.end();
  return Object.assign(new URL(server), { pathname: '/soak' }).href;
}

async function setWebhookUrl(admin: Admin, of: { organization_id: string; webhook_url: string }): Promise<void> {
  const { organization_id, webhook_url } = of;
  const response = await fetch(`${admin.url}/organizations/${organization_id}/webhook-url`, {
    method: 'PUT',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ webhook_url }),
  });
  if (!response.ok) throw new Error(`The webhook URL was not set: ${await response.text()}`);
}

/** The admin port, and the headers of an operator. */
interface Admin {
  readonly url: string;
  readonly headers: { readonly Authorization: string };
}

interface MetricsText {
  /** The sum of the samples of a metric. */
  sum(name: string): number;
}

async function readMetrics({ url, headers }: Admin): Promise<MetricsText> {
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return {
    sum(name) {
      const values = [...text.matchAll(new RegExp(`^booking_service_${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))];
      if (values.length === 0) throw new Error(`The service has no metric ${name}.`);
      return values.reduce((sum, [, value]) => sum + Number(value), 0);
    },
  };
}
