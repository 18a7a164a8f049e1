/** The parts that every section shares: a receiver, a PostgreSQL server, and candidates that each start on an empty database. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
// @boundaries-ignore benchmarks use the certificate of the tests
// @boundaries-ignore receivers and proxies of tests come from one place
import { createCertificate } from '../../packages/kernel/test/support/network/certificate.ts';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer } from '../../packages/server/test/support/postgres/postgres-server.ts';
import type { CandidateName } from './senders/candidates.ts';
import type { SenderOptions } from './senders/sender.ts';
import { startReceiver, type Receiver } from './start-receiver.ts';
import { startSender, type RunningSender } from './start-sender.ts';

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
