/** The interface of a candidate, and the comparable queues, each with its best settings. */
import { randomUUID } from 'node:crypto';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createSigner } from '@booking-service/webhooks';
import { createTestEvent } from '@booking-service/webhooks/testing';
import { Pool } from 'pg';
import { Agent, request } from 'undici';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { PgBoss } from 'pg-boss';
import { Svix } from 'svix';
// @boundaries-ignore a port of a program that cannot choose one itself
import { freePorts } from '../../../packages/server/test/support/processes/free-ports.ts';
import { readProcess } from '../../processes.ts';

/** The interface of a candidate. A candidate runs in a process of its own (sender-process.ts). */
export interface Sender {
  /** Stores events that are due at once. */
  add(order: Order): Promise<void>;
  /** Starts to send. */
  start(): Promise<void>;
  /** Default: the usage of the candidate's process. */
  usage?(): Promise<Usage>;
}

export interface Usage {
  /** CPU time since the process started, with all of its threads. */
  readonly cpu_us: number;
  /** CPU time of a database that only this candidate has. */
  readonly database_us: number;
  readonly peak_mb: number;
}

/** A number of events for one endpoint. */
export interface Order {
  readonly url: string;
  readonly count: number;
}

/** The options of a candidate. */
export interface SenderOptions {
  /** The database of a candidate on PostgreSQL. */
  readonly database: string;
  /** The folder of an embedded candidate. */
  readonly folder: string;
  /** The name server of a candidate that can use one, as `address:port`. Default: that of the operating system. */
  readonly nameServer?: string | undefined;
}

export type OpenSender = (options: SenderOptions) => Promise<Sender>;

// One attempt of a comparable queue: the same signature, the same bounds and the same history as the service's, with undici.

const timeout_ms = 10_000;
const kept_bytes = 1_024;
const signer = createSigner({ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' });
const agent = new Agent({ connections: 10, maxResponseSize: 65_536 });

/** The row that the queue stores for one event. */
interface Job {
  readonly url: string;
  readonly event_id: string;
  readonly payload: string;
}

function newJob(url: string): Job {
  const event = createTestEvent('booking.confirmed', { id: `evt_${randomUUID()}` });
  return { url, event_id: event.id, payload: JSON.stringify(event) };
}

async function createHistory(pool: Pool): Promise<void> {
  await pool.query(
    `CREATE TABLE IF NOT EXISTS attempts (
       event_id text NOT NULL, started timestamptz NOT NULL, duration_ms integer NOT NULL,
       status integer, error text, request_headers jsonb NOT NULL, answer text
     )`,
  );
  await pool.query('CREATE INDEX IF NOT EXISTS attempts_event ON attempts (event_id)');
}

/** Posts the event and stores the attempt. Rejects if the receiver did not accept it. */
async function attempt({ url, event_id, payload }: Job, pool: Pool): Promise<void> {
  const started = new Date();
  const begun_ms = performance.now();
  const body = Buffer.from(payload);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'bench',
    'service-signature': signer.header(body),
  };
  let status: number | null = null;
  let error: string | null = null;
  let answer: string | null = null;
  try {
    const signal = AbortSignal.timeout(timeout_ms);
    const response = await request(url, { method: 'POST', dispatcher: agent, headers, body, signal });
    status = response.statusCode;
    answer = (await response.body.text()).slice(0, kept_bytes);
  } catch (cause) {
    error = cause instanceof Error ? cause.name : 'error';
  }
  await pool.query({
    name: 'attempt',
    text: 'INSERT INTO attempts VALUES ($1, $2, $3, $4, $5, $6, $7)',
    values: [event_id, started, Math.round(performance.now() - begun_ms), status, error, headers, answer],
  });
  if (status === null || status < 200 || status > 299) throw new Error(`${event_id}: ${error ?? status}`);
}

const logger = new Logger(() => () => undefined);

/** graphile-worker with a hundred jobs at once and a pool as large as the service's. */
export const openGraphileWorker: OpenSender = async ({ database }) => {
  const pool = new Pool({ connectionString: database, max: 16 });
  // graphile-worker requires both listeners.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  await createHistory(pool);
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  await utils.migrate();
  return {
    async add({ url, count }) {
      const jobs = Array.from({ length: count }, () => newJob(url));
      await pool.query(
        `SELECT graphile_worker.add_jobs(array(
           SELECT json_populate_record(null::graphile_worker.job_spec, job) FROM json_array_elements($1::json) AS job
         ))`,
        [JSON.stringify(jobs.map((payload) => ({ identifier: 'webhook', payload, max_attempts: 4 })))],
      );
    },
    async start() {
      await run({
        pgPool: pool,
        concurrency: 100,
        pollInterval: 1_000,
        noHandleSignals: true,
        logger,
        // Only this program adds jobs.
        taskList: { webhook: (payload) => attempt(payload as Job, pool) },
      });
    },
  };
};

const queueName = 'webhooks';

/** pg-boss with ten workers, each with up to ten jobs at once, at its shortest polling interval. */
export const openPgBoss: OpenSender = async ({ database }) => {
  const pool = new Pool({ connectionString: database, max: 16 });
  pool.on('error', () => undefined);
  await createHistory(pool);
  const boss = new PgBoss({ connectionString: database, max: 16 });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue(queueName, { retryLimit: 3, retryDelay: 30, expireInSeconds: 30 });
  return {
    async add({ url, count }) {
      await boss.insert(
        queueName,
        Array.from({ length: count }, () => ({ data: newJob(url) })),
      );
    },
    async start() {
      const options = { batchSize: 10, localConcurrency: 10, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
      await boss.work<Job>(queueName, options, async (jobs) => {
        const outcomes = await Promise.allSettled(jobs.map(({ data }) => attempt(data, pool)));
        const failed = jobs.filter((_job, index) => outcomes[index]?.status === 'rejected').map(({ id }) => id);
        if (failed.length > 0) await boss.fail(queueName, failed);
      });
    },
  };
};

// svix-server with its default settings, a queue in Redis, and no log. The environment variable SVIX_SERVER names its program.
//  - Events come in over its API. Before `start`, a process without the worker takes them, so that a backlog can be measured alone.
//  - Redis appends to a file each command that changes its data, so that the queue outlives a killed process.
//  - Linux ends both programs with this process (setpriv of util-linux).

/** Undefined if the benchmark runs without this candidate. */
export const program: string | undefined = process.env['SVIX_SERVER'];

/** Messages of an order that are added side by side. */
const maxAdding = 10;

export const openSvixServer: OpenSender = async ({ database, folder }) => {
  if (program === undefined) throw new Error('SVIX_SERVER names no program.');
  await mkdir(folder, { recursive: true });
  const [port, redisPort] = await freePorts();
  const redis = spawnProgram('redis-server', {
    args: ['--bind', '127.0.0.1', '--port', redisPort, '--dir', folder, '--appendonly', 'yes', '--save', ''],
  });
  await listens(redisPort);
  const settings = {
    RUST_LOG: 'off',
    SVIX_DB_DSN: database,
    SVIX_QUEUE_TYPE: 'redis',
    SVIX_REDIS_DSN: `redis://127.0.0.1:${redisPort}`,
    SVIX_JWT_SECRET: 'bench',
    SVIX_LISTEN_ADDRESS: `127.0.0.1:${port}`,
    SVIX_WHITELIST_SUBNETS: '[127.0.0.0/8]',
    // The timeout of the other candidates.
    SVIX_WORKER_REQUEST_TIMEOUT: '10',
    // It verifies certificates with OpenSSL.
    SSL_CERT_FILE: process.env['NODE_EXTRA_CA_CERTS'],
  };
  const { stdout } = await promisify(execFile)(program, ['jwt', 'generate'], { env: settings });
  const svix = new Svix(stdout.trim().split(' ').at(-1) ?? '', { serverUrl: `http://127.0.0.1:${port}` });
  const applications = new Map<string, string>();
  let server: Promise<ChildProcess> | undefined;

  async function startServer({ worker }: { worker: boolean }): Promise<ChildProcess> {
    const env = { ...settings, SVIX_WORKER_ENABLED: String(worker) };
    const started = spawnProgram(program ?? '', { args: ['--run-migrations'], env });
    await listens(port);
    return started;
  }

  async function addApplication(url: string): Promise<string> {
    const { id } = await svix.application.create({ name: url });
    await svix.endpoint.create(id, { url });
    return id;
  }

  return {
    async add({ url, count }) {
      await (server ??= startServer({ worker: false }));
      const id = applications.get(url) ?? (await addApplication(url));
      applications.set(url, id);
      const payloads = Array.from({ length: count }, () => JSON.parse(newJob(url).payload) as Record<string, unknown>);
      for (let added = 0; added < count; added += maxAdding)
        await Promise.all(
          payloads
            .slice(added, added + maxAdding)
            .map((payload) => svix.message.create(id, { eventType: 'booking.confirmed', payload })),
        );
    },
    async start() {
      if (server) await end(await server);
      await (server = startServer({ worker: true }));
    },
    async usage() {
      const [sending, queue] = await Promise.all([await server, redis].map((each) => readProcess(String(each?.pid))));
      return {
        cpu_us: sending?.cpu_us ?? 0,
        database_us: queue?.cpu_us ?? 0,
        peak_mb: sending?.peak_mb ?? 0,
      };
    },
  };
};

function spawnProgram(
  file: string,
  { args, env = {} }: { args: readonly string[]; env?: Readonly<Record<string, string | undefined>> },
): ChildProcess {
  return spawn('setpriv', ['--pdeathsig', 'KILL', file, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Waits until a program listens on this port. */
async function listens(port: string): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (connected) return;
    await pause(20);
  }
  throw new Error(`Nothing listens on port ${port} after 20 seconds.`);
}
