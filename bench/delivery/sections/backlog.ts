/** Sends a backlog that exists when the sender starts: deliveries per second, CPU time of a delivery, peak memory of the sender. */
import { readDatabaseCpu } from '../database-cpu.ts';
import { hosts, type Bench } from '../open-bench.ts';
import { toTable, verdict } from '../report.ts';
import { candidateNames, type CandidateName } from '../senders/candidates.ts';
import type { Protocol } from '../start-receiver.ts';
import { amount } from '../../smoke.ts';

const backlog = amount(10_000, 100);
const endpoints = amount(50, 10);

interface Measured {
  readonly per_second: number;
  readonly sender_us: number;
  readonly database_us: number;
  readonly peak_mb: number;
  readonly connections: number;
}

export async function measureHttp(bench: Bench): Promise<string> {
  const measured = await measureAll(bench, 'http');
  const [ours, peer] = [measured['ours, postgres'], measured['graphile-worker']];
  return [
    table(measured),
    verdict('deliveries/s, ours on postgres ÷ graphile-worker', ours.per_second / peer.per_second, { atLeast: 3 }),
    verdict('CPU, ours on postgres ÷ graphile-worker', total(ours) / total(peer), { atMost: 0.4 }),
    verdict('CPU of a delivery in µs, ours on postgres', total(ours), { atMost: 700 }),
    verdict('peak memory in MB, ours on postgres', ours.peak_mb, { atMost: 150 }),
  ].join('\n');
}

export async function measureHttps(bench: Bench): Promise<string> {
  const plain = total(await measureOne(bench, 'ours, postgres', 'http'));
  const measured = await measureAll(bench, 'https');
  const ours = total(measured['ours, postgres']);
  return [
    table(measured),
    verdict('CPU, https ÷ http, ours on postgres', ours / plain, { atMost: 1.2 }),
    verdict('CPU, ours on postgres ÷ graphile-worker', ours / total(measured['graphile-worker']), { atMost: 1 }),
  ].join('\n');
}

async function measureAll(bench: Bench, protocol: Protocol): Promise<Record<CandidateName, Measured>> {
  const entries: [string, Measured][] = [];
  for (const name of candidateNames) entries.push([name, await measureOne(bench, name, protocol)]);
  // One entry for each name.
  return Object.fromEntries(entries) as Record<CandidateName, Measured>;
}

async function measureOne({ open, receiver }: Bench, name: CandidateName, protocol: Protocol): Promise<Measured> {
  await using candidate = await open(name);
  for (const host of hosts.slice(0, endpoints))
    await candidate.sender.add({ url: receiver.url('/', { protocol, host }), count: backlog / endpoints });
  // A new process, without the memory that storing the backlog took.
  await candidate.reopen();
  const { sender, database } = candidate;
  const readDatabase = () => (database === undefined ? 0 : readDatabaseCpu(database));
  const before = { ...(await sender.usage()), database_us: await readDatabase() };
  await sender.start();
  const { events, connections, first_ms, last_ms } = await receiver.waitFor(backlog, { quiet_ms: 20_000 });
  const after = { ...(await sender.usage()), database_us: await readDatabase() };
  return {
    per_second: (events / (last_ms - first_ms)) * 1_000,
    sender_us: (after.cpu_us - before.cpu_us) / events,
    database_us: (after.database_us - before.database_us) / events,
    peak_mb: after.peak_mb,
    connections,
  };
}

function total({ sender_us, database_us }: Measured): number {
  return sender_us + database_us;
}

function table(measured: Record<CandidateName, Measured>): string {
  const rows = candidateNames.map((name) => {
    const { per_second, sender_us, database_us, peak_mb, connections } = measured[name];
    return [name, ...[per_second, sender_us, database_us, peak_mb, connections].map((value) => value.toFixed(0))];
  });
  return toTable([['', 'deliveries/s', 'sender µs', 'database µs', 'peak MB', 'connections'], ...rows]);
}
