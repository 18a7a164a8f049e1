/** The parts that every section shares: a receiver, a PostgreSQL server, and candidates that each start on an empty database. */
import { setTimeout as pause } from 'node:timers/promises';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { processArgs, startProcess } from '../processes.ts';
import type { Ports, Received, ReceiverMessage } from './receiver.ts';
import type { CandidateName } from './senders/candidates.ts';
import type { Command, Response } from './senders/sender-process.ts';
import type { Order, SenderOptions, Usage } from './senders/other-senders.ts';
// @boundaries-ignore benchmarks use the certificate of the tests
import { createCertificate } from '../../packages/kernel/test/support/network/certificate.ts';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer } from '../../packages/server/test/support/postgres/postgres-server.ts';

export type Protocol = keyof Ports;

interface Receiver extends AsyncDisposable {
  /** The URL of an endpoint. */
  url(path: '/' | '/hang' | '/slow', options?: { protocol?: Protocol; host?: string }): string;
  received(): Promise<Received>;
  /** Forgets what arrived. */
  reset(): Promise<void>;
  /** Waits until this number of different events has arrived, or for this time without another. */
  waitFor(events: number, options: { quiet_ms: number }): Promise<Received>;
}

async function startReceiver(certificate: { key: string; cert: string }): Promise<Receiver> {
  const file = new URL('receiver.ts', import.meta.url);
  const args = [certificate.key, certificate.cert];
  const receiver = await startProcess<Ports, Received, ReceiverMessage>(file, { args });
  const { first: ports } = receiver;
  const received = () => receiver.send('read');
  return {
    url: (path, { protocol = 'http', host = '127.0.0.1' } = {}) => `${protocol}://${host}:${ports[protocol]}${path}`,
    received,
    async reset() {
      await receiver.send('reset');
    },
    async waitFor(events, { quiet_ms }) {
      let now = await received();
      let changed_ms = Date.now();
      while (now.events < events && Date.now() - changed_ms < quiet_ms) {
        await pause(50);
        const { events: before } = now;
        now = await received();
        if (now.events > before) changed_ms = Date.now();
      }
      return now;
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

/** A candidate in its own process. */
interface RunningSender extends AsyncDisposable {
  add(order: Order): Promise<void>;
  start(): Promise<void>;
  usage(): Promise<Usage>;
  /** Ends the process like a crash. */
  kill(): Promise<void>;
}

async function startSender(
  name: CandidateName,
  { certificate, ...options }: SenderOptions & { certificate: string },
): Promise<RunningSender> {
  const file = fileURLToPath(new URL('senders/sender-process.ts', import.meta.url));
  const child = fork(file, [name, JSON.stringify(options)], {
    execArgv: processArgs,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate, NODE_NO_WARNINGS: '1' },
  });
  const waiting = new Map<number, PromiseWithResolvers<Usage>>();
  const ready = Promise.withResolvers<Usage>();
  waiting.set(0, ready);
  child.on('message', ({ id, usage, error }: Response) => {
    if (usage) waiting.get(id)?.resolve(usage);
    else waiting.get(id)?.reject(new Error(`${name}: ${error}`));
    waiting.delete(id);
  });
  child.once('exit', (code, signal) => {
    for (const each of waiting.values()) each.reject(new Error(`${name} ended with ${signal ?? code}.`));
  });
  let id = 0;
  async function execute(command: Command): Promise<Usage> {
    id += 1;
    const response = Promise.withResolvers<Usage>();
    waiting.set(id, response);
    child.send({ id, command });
    return response.promise;
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  await ready.promise;
  return {
    async add(order) {
      await execute({ name: 'add', order });
    },
    async start() {
      await execute({ name: 'start' });
    },
    usage: () => execute({ name: 'usage' }),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

/** The hosts of the endpoints. All are this computer. */
export const hosts: readonly string[] = Array.from(
  { length: 2_000 },
  (_each, index) => `127.0.${1 + Math.floor(index / 100)}.${(index % 100) + 1}`,
);
/** The certificate is for these hosts. A longer list would take more of each handshake. */
const maxSecureHosts = 500;

export interface Candidate extends AsyncDisposable {
  /** Undefined if the candidate is not on PostgreSQL. */
  readonly database: string | undefined;
  sender: RunningSender;
  /** Replaces the process by a new one on the same database, which has not started to send. */
  reopen(): Promise<void>;
}

export interface Bench extends AsyncDisposable {
  readonly receiver: Receiver;
  readonly open: (name: CandidateName, options?: Pick<SenderOptions, 'nameServer'>) => Promise<Candidate>;
}

export async function openBench(): Promise<Bench> {
  const closing = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-bench-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const pem = createCertificate(hosts.slice(0, maxSecureHosts));
  await Promise.all([writeFile(key, pem.key), writeFile(certificate, pem.cert)]);
  const postgres = closing.use(await startPostgresServer());
  const receiver = closing.use(await startReceiver({ key, cert: certificate }));
  let opened = 0;
  return {
    receiver,
    async open(name, options = {}) {
      opened += 1;
      const own = {
        database: await createDatabase(postgres.url, `bench_${opened}`),
        folder: join(folder, String(opened)),
      };
      const start = () => startSender(name, { ...own, ...options, certificate });
      await receiver.reset();
      const candidate: Candidate = {
        database: name.endsWith('sqlite') ? undefined : own.database,
        sender: await start(),
        async reopen() {
          await candidate.sender.kill();
          candidate.sender = await start();
        },
        [Symbol.asyncDispose]: () => candidate.sender.kill(),
      };
      return candidate;
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

async function createDatabase(server: string, name: string): Promise<string> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}
