/**
 * Measures creates over HTTP on PostgreSQL: by one process of the service and by two on one port, beside pgbench with the statement of
 * a create. Each request authenticates, is counted, is validated and has an idempotency key; each process writes the log of `serve`,
 * and its worker runs. Service, load and database are processes of their own, and rounds alternate. The database does not wait for the
 * disk. It is new at first, so its tables are not analyzed. Creates of one turn are stored as a group, and two processes share the callers,
 * so two processes also run with twice the callers.
 */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrganization, openPostgresStore } from '@booking-service/server';
import { Client } from 'pg';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer } from '../../packages/server/test/support/postgres/postgres-server.ts';
// @boundaries-ignore a port that several processes share cannot be any
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { readDatabaseCpu, startProcess } from '../processes.ts';
import { amount, toTable, verdict } from '../report.ts';
import { sealing } from '../growth/place.ts';
import { callers, hasPgbench, median, preparePgbench } from '../store/creates.ts';

const rounds = amount(5, 1);
const creates = amount(1_000, 64);
/** As many as the benchmark of HTTP: Node compiles the code of a create while it runs. */
const warmUp = amount(5_000, 64);

/** The cost of one create. CPU times are microseconds. */
interface Cost {
  readonly per_second: number;
  readonly server_us: number;
  readonly database_us: number;
}

interface Candidate extends AsyncDisposable {
  readonly name: string;
  measure(number: number): Promise<Cost>;
  /** Ends the candidate, and returns the commits of a create. */
  end(): Promise<number>;
}

export async function run(): Promise<string> {
  if (!(await hasPgbench())) return 'throughput: skipped, because pgbench is not installed.';
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startPostgresServer());
  const candidates = [
    opened.use(await startPgbench(await makeDatabase(server.url, 'pgbench'))),
    opened.use(await startService(await makeDatabase(server.url, 'one'), { processes: 1, connections: callers })),
    opened.use(await startService(await makeDatabase(server.url, 'two'), { processes: 2, connections: callers })),
    opened.use(await startService(await makeDatabase(server.url, 'twice'), { processes: 2, connections: 2 * callers })),
  ];
  for (const candidate of candidates) await candidate.measure(warmUp);
  const measured: Cost[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const costs: Cost[] = [];
    for (const candidate of candidates) costs.push(await candidate.measure(creates));
    measured.push(costs);
  }
  const commits: number[] = [];
  for (const candidate of candidates) commits.push(await candidate.end());

  const medianOf = (index: number, field: keyof Cost) =>
    median(measured.map((round) => round[index]?.[field] ?? Number.NaN));
  const rows = candidates.map(({ name }, index) => [
    name,
    ...(['per_second', 'server_us', 'database_us'] as const).map((field) => medianOf(index, field).toFixed(0)),
    commits[index]?.toFixed(2) ?? '',
  ]);
  const ratio = (of: number, base: number, cost: (each: Cost) => number) =>
    median(measured.map((round) => cost(round[of] as Cost) / cost(round[base] as Cost)));
  return [
    `throughput: creates over HTTP on PostgreSQL, ${callers} callers unless stated, median of ${rounds} rounds of ${creates}`,
    toTable([['', 'creates/s', 'server µs', 'database µs', 'commits'], ...rows]),
    verdict(
      'one process ÷ pgbench, creates/s',
      ratio(1, 0, ({ per_second }) => per_second),
      { atLeast: 0.8 },
    ),
    verdict(
      'two processes ÷ one, CPU of a create',
      ratio(2, 1, (each) => each.server_us + each.database_us),
      { atMost: 1.15 },
    ),
    verdict(
      'the same with as many callers for each process, so that groups have the same size',
      ratio(3, 1, (each) => each.server_us + each.database_us),
      { atMost: 1.15 },
    ),
  ].join('\n');
}

interface Place {
  readonly url: string;
  readonly organization_id: string;
  readonly key: string;
}

/** Creates a database with an organization. */
async function makeDatabase(server: string, name: string): Promise<Place> {
  await query(server, `CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  await using store = await openPostgresStore(url, { sealing });
  const settings = { name: 'Bench', webhook_url: null, rate_limit: 1_000_000_000 };
  const { organization_id, keys } = await createOrganization(store, settings, new Date());
  return { url, organization_id, key: keys.live };
}

async function startPgbench(place: Place): Promise<Candidate> {
  const pgbench = await preparePgbench(place);
  return {
    name: 'pgbench, the statement of a create',
    ...(await countCosts(place, { create: (number) => pgbench.create(number), readServerCpu: async () => 0 })),
    [Symbol.asyncDispose]: () => pgbench[Symbol.asyncDispose](),
  };
}

async function startService(
  place: Place,
  { processes, connections }: { processes: number; connections: number },
): Promise<Candidate> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'booking-service-bench-')));
  const [port] = await freePorts();
  const options = [JSON.stringify({ database: place.url, port: Number(port), key: place.key, connections })];
  const start = <Message extends string | number>(file: string, log?: string) =>
    startProcess<string, number, Message>(new URL(file, import.meta.url), { args: options, log });
  const running: Awaited<ReturnType<typeof start<'read'>>>[] = [];
  while (running.length < processes)
    running.push(opened.use(await start<'read'>('service-process.ts', join(folder.path, `${running.length}.log`))));
  const load = opened.use(await start<number>('load-process.ts'));
  const readServerCpu = async () =>
    (await Promise.all(running.map((each) => each.send('read')))).reduce((sum, cpu) => sum + cpu, 0);
  const counted = await countCosts(place, { create: (number) => load.send(number), readServerCpu });
  const ending = opened.move();
  return {
    name: processes === 1 ? 'one process' : `${processes} processes on one port, ${connections} callers`,
    ...counted,
    async end() {
      await ending.disposeAsync();
      return counted.end();
    },
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  };
}

/** Returns the costs of creates, and counts commits from now until `end`. */
async function countCosts(
  { url }: Place,
  { create, readServerCpu }: { create: (amount: number) => Promise<number>; readServerCpu: () => Promise<number> },
): Promise<Pick<Candidate, 'measure' | 'end'>> {
  let total = 0;
  const before = await readCommits(url);
  const read = async () => ({ server_us: await readServerCpu(), database_us: await readDatabaseCpu(url) });
  return {
    async measure(number) {
      total += number;
      const begun = await read();
      const per_second = await create(number);
      const ended = await read();
      return {
        per_second,
        server_us: (ended.server_us - begun.server_us) / number,
        database_us: (ended.database_us - begun.database_us) / number,
      };
    },
    end: async () => ((await readCommits(url)) - before) / total,
  };
}

/** Reads the commits of the connections that have ended, and of those that have reported theirs. */
async function readCommits(url: string): Promise<number> {
  const [row] = await query(url, 'SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()');
  return Number(row?.['xact_commit']);
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
