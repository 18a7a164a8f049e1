/**
 * Measures webhook delivery on both engines: deliveries per second of one process, and the time that a healthy organization
 * waits for its webhook while 0, 1, 10 or 100 others have endpoints that never respond.
 * The receiver runs in its own process. The delivery worker ticks every second here, so the average wait is at least half a second.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  createBookingServer,
  createLog,
  createOrganization,
  createSandboxProvider,
  createSealing,
  openPostgresStore,
  openSqliteStore,
  systemClock,
  type Provider,
  type Store,
} from '@booking-service/server';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer } from '../../packages/server/test/support/postgres-server.ts';
import { request } from '../http/request.ts';

const sealing = createSealing(new Uint8Array(32));
const organizations = 50;
const bookingsEach = 50;
const goal_per_second = 1_000;
const deadCounts = [0, 1, 10, 100];

/** Confirms every booking in its request, so that each creates two events. */
const provider: Provider = {
  ...createSandboxProvider({ clock: systemClock }),
  checkRequest: async () => ({ at_once: true }),
  book: async ({ booking }) => ({ outcome: 'confirmed', confirmation_code: booking.id.slice(4, 12) }),
};

export async function run(): Promise<string> {
  const lines: string[] = [];
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(await startPostgresServer());
  for (const engine of ['sqlite', 'postgres'] as const) {
    await using store = await openStore(engine, { opened, url: postgres.url });
    const per_second = await throughput(store);
    const verdict = per_second < goal_per_second ? 'MISSED' : 'held';
    lines.push(`delivery, ${engine}: ${per_second.toFixed(0)} /s in one process, goal ${goal_per_second}: ${verdict}`);
    for (const dead of deadCounts) {
      const { p50, p99 } = await latency(store, dead);
      lines.push(`  with ${String(dead).padStart(3)} dead: a healthy one waits p50 ${p50} ms, p99 ${p99} ms`);
    }
  }
  return lines.join('\n');
}

async function openStore(
  engine: 'sqlite' | 'postgres',
  { opened, url }: { opened: AsyncDisposableStack; url: string },
): Promise<Store> {
  if (engine === 'postgres') return openPostgresStore(url, { sealing });
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-bench-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  return openSqliteStore(folder, { sealing });
}

/** Deliveries per second of a backlog that exists when the worker first ticks. */
async function throughput(store: Store): Promise<number> {
  await using receiver = await startReceiver();
  const total = organizations * bookingsEach * 2;
  await using service = await serve(store, { tick_seconds: 3600 });
  for (let count = 0; count < organizations; count += 1) {
    const key = await addOrganization(store, `${receiver.url}/`);
    await Promise.all(Array.from({ length: bookingsEach }, () => service.create(key)));
  }
  await service.close();
  const worker = await serve(store, { tick_seconds: 1 });
  for (;;) {
    const { count, first, last } = await receiver.received();
    if (count < total) await pause(100);
    else {
      await worker.close();
      return (count / (last - first)) * 1000;
    }
  }
}

/** The time from an event to its arrival, while the endpoints of other organizations hang. */
async function latency(store: Store, dead: number): Promise<{ p50: number; p99: number }> {
  await using receiver = await startReceiver();
  await using service = await serve(store, { tick_seconds: 1 });
  for (let count = 0; count < dead; count += 1) {
    const key = await addOrganization(store, `${receiver.url}/hang`);
    await Promise.all(Array.from({ length: 20 }, () => service.create(key)));
  }
  const key = await addOrganization(store, `${receiver.url}/`);
  // After 13 s the worker has put the slow endpoints into their own lane.
  if (dead > 0) await pause(13_000);
  for (let count = 0; count < 200; count += 1) {
    await service.create(key);
    await pause(50);
  }
  await pause(3000);
  const { waits } = await receiver.received();
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN);
  return { p50: at(0.5), p99: at(0.99) };
}

async function addOrganization(store: Store, webhook_url: string): Promise<string> {
  const settings = { name: 'Bench', webhook_url, rate_limit: 1_000_000_000, test_allowance: 1_000_000_000 };
  return (await createOrganization(store, settings, new Date())).keys.test;
}

async function serve(store: Store, { tick_seconds }: { tick_seconds: number }) {
  const log = createLog({ level: 'silent' });
  const options = { store, providers: [provider], log, tick_seconds, allowLoopbackWebhooks: true };
  const server = createBookingServer(options);
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  const close = () => server.close({ grace_seconds: 0 });
  return {
    close,
    async create(key: string): Promise<void> {
      const { status } = await fetch(`${url}/v1/bookings`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(request),
      });
      if (status !== 201) throw new Error(`A create returned ${status} instead of 201.`);
    },
    [Symbol.asyncDispose]: close,
  };
}

interface Received {
  readonly count: number;
  readonly first: number;
  readonly last: number;
  /** Milliseconds from each event to its arrival. */
  readonly waits: readonly number[];
}

async function startReceiver(): Promise<AsyncDisposable & { url: string; received: () => Promise<Received> }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('receiver.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = line.toString().trim();
  return {
    url,
    // Sent by receiver.ts.
    received: async () => (await (await fetch(`${url}/received`)).json()) as Received,
    [Symbol.asyncDispose]: async () => void child.kill(),
  };
}
