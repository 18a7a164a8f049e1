/** The sections of the benchmark of deliveries: a backlog, faults, name servers that do not respond, and waits. */
import { setTimeout as pause } from 'node:timers/promises';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Client } from 'pg';
import { readDatabaseCpu } from '../processes.ts';
import { type Bench, type Candidate, hosts, type Protocol } from './open-bench.ts';
import { amount, quantile, toTable, verdict } from '../report.ts';
import { type CandidateName, candidateNames } from './senders/candidates.ts';

/** Organizations with a host each, and the events of each. */
export interface Backlog {
  readonly organizations: number;
  readonly events: number;
  readonly protocol: Protocol;
  /** The highest CPU time of a delivery, ours on PostgreSQL ÷ graphile-worker. */
  readonly goal: number;
}

interface Measured {
  readonly per_second: number;
  readonly sender_us: number;
  readonly database_us: number;
  readonly peak_mb: number;
  readonly connections: number;
  readonly deliveries: number;
}

/** Organizations whose events are added side by side. */
const maxAdding = 50;

/** Sends a backlog that exists when the sender starts: deliveries per second, CPU time of a delivery, peak memory of the sender. */
export async function measureBacklog(bench: Bench, backlog: Backlog): Promise<string> {
  const rows: [string, Measured][] = [];
  for (const name of candidateNames) rows.push([name, await measureBacklogOf(bench, { ...backlog, name })]);
  // One row for each name.
  const measured = Object.fromEntries(rows) as Record<CandidateName, Measured>;
  const ours = measured['ours, postgres'];
  const ratio = total(ours) / total(measured['graphile-worker']);
  const verdicts = [verdict('CPU, ours on postgres ÷ graphile-worker', ratio, { atMost: backlog.goal })];
  if (backlog.protocol === 'http') {
    verdicts.push(verdict('peak memory in MB, ours on postgres', ours.peak_mb, { atMost: 120 }));
  } else {
    const plain = await measureBacklogOf(bench, { ...backlog, name: 'ours, postgres', protocol: 'http' });
    rows.push(['ours, postgres, http', plain]);
    verdicts.push(
      verdict('CPU, https ÷ http, ours on postgres', total(ours) / total(plain), { atMost: 1.2 }),
      verdict('connections ÷ deliveries, ours on postgres', ours.connections / ours.deliveries, { atMost: 0.1 }),
    );
  }
  return [table(rows), ...verdicts].join('\n');
}

async function measureBacklogOf(
  { open, receiver }: Bench,
  { name, protocol, ...backlog }: Backlog & { readonly name: CandidateName },
): Promise<Measured> {
  const organizations = amount(backlog.organizations, Math.min(backlog.organizations, 10));
  const count = amount(backlog.events, Math.min(backlog.events, 10));
  const urls = hosts.slice(0, organizations).map((host) => receiver.url('/', { protocol, host }));
  await using candidate = await open(name);
  for (let added = 0; added < urls.length; added += maxAdding)
    await Promise.all(urls.slice(added, added + maxAdding).map((url) => candidate.sender.add({ url, count })));
  // A new process, without the memory that storing the backlog took.
  await candidate.reopen();
  await receiver.reset();
  const { sender, database } = candidate;
  const readUsage = async () => {
    const usage = await sender.usage();
    const postgres_us = database === undefined ? 0 : await readDatabaseCpu(database);
    return { ...usage, database_us: usage.database_us + postgres_us };
  };
  const before = await readUsage();
  await sender.start();
  const { events, connections, first_ms, last_ms } = await receiver.waitFor(organizations * count, {
    quiet_ms: 20_000,
  });
  const after = await readUsage();
  return {
    per_second: (events / (last_ms - first_ms)) * 1_000,
    sender_us: (after.cpu_us - before.cpu_us) / events,
    database_us: (after.database_us - before.database_us) / events,
    peak_mb: after.peak_mb,
    connections,
    deliveries: events,
  };
}

function total({ sender_us, database_us }: Measured): number {
  return sender_us + database_us;
}

function table(rows: readonly [string, Measured][]): string {
  const cells = rows.map(([name, { per_second, sender_us, database_us, peak_mb, connections }]) => {
    return [name, ...[per_second, sender_us, database_us, peak_mb, connections].map((value) => value.toFixed(0))];
  });
  return toTable([['', 'deliveries/s', 'sender µs', 'database µs', 'peak MB', 'connections'], ...cells]);
}

const sentEvents = amount(3_000, 300);
const endpoints = amount(30, 10);
const killAt = amount(900, 100);
/** Longer than a lease of the service. What another candidate sends later counts as missing. */
const quiet_ms = 35_000;

/**
 * Commits that take 100 ms, and a kill of the sender while it sends: what is missing and what arrives twice. graphile-worker sends
 * again what a killed process held, but only after four hours.
 */
export async function measureSlowCommits(bench: Bench): Promise<string> {
  const onPostgres = candidateNames.filter((name) => name !== 'ours, sqlite');
  return measure(bench, onPostgres, { doubled: 0 }, async ({ database, sender }) => {
    if (database !== undefined) await delayCommits(database);
    await sender.start();
    return performance.now();
  });
}

export async function measureKill(bench: Bench): Promise<string> {
  return measure(bench, candidateNames, { doubled: 50 }, async (candidate) => {
    await candidate.sender.start();
    while ((await bench.receiver.received()).events < killAt) await pause(5);
    await candidate.sender.kill();
    const killed_ms = performance.now();
    await candidate.reopen();
    await candidate.sender.start();
    return killed_ms;
  });
}

/** `execute` returns the time from which the seconds to the last event count. */
async function measure(
  { open, receiver }: Bench,
  names: readonly CandidateName[],
  goal: { doubled: number },
  execute: (candidate: Candidate) => Promise<number>,
): Promise<string> {
  const rows: string[][] = [];
  const verdicts: string[] = [];
  for (const name of names.slice(0, amount(names.length, 1))) {
    await using candidate = await open(name);
    for (const host of hosts.slice(0, endpoints))
      await candidate.sender.add({ url: receiver.url('/', { host }), count: sentEvents / endpoints });
    const begun_ms = await execute(candidate);
    const { events: arrived, requests, last_ms } = await receiver.waitFor(sentEvents, { quiet_ms });
    const seconds = (performance.now() - begun_ms - (Date.now() - last_ms)) / 1_000;
    // Events that were claimed and not recorded arrive again a little later.
    await pause(2_000);
    const doubled = Math.max(requests, (await receiver.received()).requests) - arrived;
    rows.push([name, String(sentEvents - arrived), String(doubled), seconds.toFixed(1)]);
    if (!name.startsWith('ours')) continue;
    verdicts.push(verdict(`missing, ${name}`, sentEvents - arrived, { atMost: 0 }));
    verdicts.push(verdict(`doubled, ${name}`, doubled, { atMost: goal.doubled }));
  }
  return [toTable([['', 'missing', 'doubled', 's to the last']].concat(rows)), ...verdicts].join('\n');
}

/** Every transaction that writes takes 100 ms longer to commit. */
async function delayCommits(database: string): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  await client.query(`
    CREATE FUNCTION bench_slow_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('bench.slowed', true) IS DISTINCT FROM txid_current()::text THEN
        PERFORM set_config('bench.slowed', txid_current()::text, true), pg_sleep(0.1);
      END IF;
      RETURN NULL;
    END $$;
    DO $$ DECLARE each regclass; BEGIN
      FOR each IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)' LOOP
        EXECUTE format('CREATE CONSTRAINT TRIGGER bench_slow_commit AFTER INSERT OR UPDATE OR DELETE ON %s
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.bench_slow_commit()', each);
      END LOOP;
    END $$;`);
  await client.end();
}

const candidates: readonly CandidateName[] = ['ours, sqlite', 'ours, postgres'];
const dead = { endpoints: 20, events: 20 };
const healthyEvents = amount(400, 40);
/** Two ticks of one second. */
const goal_ms = 2_000;

/**
 * Twenty endpoints whose name server does not respond, beside one that has an address. Only ours: the others resolve with
 * getaddrinfo, which has no setting for a name server.
 */
export async function measureNameServers({ open, receiver }: Bench): Promise<string> {
  const silent = createSocket('udp4');
  silent.bind(0, '127.0.0.1');
  await once(silent, 'listening');
  const rows: string[][] = [];
  const verdicts: string[] = [];
  for (const name of candidates.slice(0, amount(candidates.length, 1))) {
    await using candidate = await open(name, { nameServer: `127.0.0.1:${silent.address().port}` });
    const { sender } = candidate;
    await sender.start();
    for (let index = 0; index < dead.endpoints; index += 1)
      await sender.add({ url: `https://dead-${index}.test/`, count: dead.events });
    for (let sent = 0; sent < healthyEvents; sent += 20) await sender.add({ url: receiver.url('/'), count: 20 });
    const { events, waits } = await receiver.waitFor(healthyEvents, { quiet_ms: 15_000 });
    const p99 = quantile(waits, 0.99);
    rows.push([name, `${events} of ${healthyEvents}`, String(quantile(waits, 0.5)), String(p99)]);
    verdicts.push(verdict(`p99 in ms, ${name}`, p99, { atMost: goal_ms }));
    verdicts.push(verdict(`missing, ${name}`, healthyEvents - events, { atMost: 0 }));
  }
  silent.close();
  return [toTable([['', 'arrived', 'p50 ms', 'p99 ms'], ...rows]), ...verdicts].join('\n');
}

/** The time from an event to its arrival at a healthy endpoint, at a steady rate, alone and beside endpoints that are slow. */
export interface Load {
  /** Endpoints that respond slowly or not at all. Their events come first. */
  readonly slow: { readonly path: '/hang' | '/slow'; readonly endpoints: number; readonly events: number };
  readonly seconds: number;
  readonly per_second: number;
  /** The longest wait at p99 of ours, in milliseconds. */
  readonly goal: { readonly p50?: number; readonly p99?: number };
}

/** Our events come in pairs: the booking is created, and confirmed. */
const pair = 2;

export async function measureWaits(bench: Bench, load: Load): Promise<string> {
  const rows: string[][] = [];
  const verdicts: string[] = [];
  for (const name of candidateNames.slice(0, amount(candidateNames.length, 1))) {
    const { sent, waits } = await measureWaitsOf(bench, name, load);
    const [p50, p99] = [quantile(waits, 0.5), quantile(waits, 0.99)];
    rows.push([name, `${waits.length} of ${sent}`, String(p50), String(p99)]);
    if (!name.startsWith('ours')) continue;
    if (load.goal.p50 !== undefined) verdicts.push(verdict(`p50 in ms, ${name}`, p50, { atMost: load.goal.p50 }));
    if (load.goal.p99 !== undefined) verdicts.push(verdict(`p99 in ms, ${name}`, p99, { atMost: load.goal.p99 }));
  }
  return [toTable([['', 'arrived', 'p50 ms', 'p99 ms'], ...rows]), ...verdicts].join('\n');
}

async function measureWaitsOf(
  { open, receiver }: Bench,
  name: CandidateName,
  { slow, seconds, per_second }: Load,
): Promise<{ sent: number; waits: readonly number[] }> {
  await using candidate = await open(name);
  const { sender } = candidate;
  const healthy = receiver.url('/');
  // Its organization exists before the load begins.
  await sender.add({ url: healthy, count: pair });
  await sender.start();
  await receiver.waitFor(pair, { quiet_ms: 10_000 });
  await receiver.reset();

  for (const host of hosts.slice(0, slow.endpoints)) {
    await sender.add({ url: receiver.url(slow.path, { host }), count: slow.events });
  }
  const pairs = (seconds * per_second) / pair;
  const begun_ms = performance.now();
  const adds: Promise<void>[] = [];
  for (let index = 0; index < pairs; index += 1) {
    await pause(Math.max(0, begun_ms + (index * 1_000 * pair) / per_second - performance.now()));
    adds.push(sender.add({ url: healthy, count: pair }));
  }
  await Promise.all(adds);
  const { waits } = await receiver.waitFor(pairs * pair, { quiet_ms: 15_000 });
  return { sent: pairs * pair, waits };
}
