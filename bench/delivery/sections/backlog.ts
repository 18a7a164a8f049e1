/** Sends a backlog that exists when the sender starts: deliveries per second, CPU time of a delivery, peak memory of the sender. */
import { readDatabaseCpu } from '../database-cpu.ts';
import { hosts, type Bench } from '../open-bench.ts';
import { toTable, verdict } from '../report.ts';
import { candidateNames, type CandidateName } from '../senders/candidates.ts';
import type { Protocol } from '../start-receiver.ts';
import { amount } from '../../smoke.ts';

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

export async function measureBacklog(bench: Bench, backlog: Backlog): Promise<string> {
  const rows: [string, Measured][] = [];
  for (const name of candidateNames) rows.push([name, await measureOne(bench, { ...backlog, name })]);
  // One row for each name.
  const measured = Object.fromEntries(rows) as Record<CandidateName, Measured>;
  const ours = measured['ours, postgres'];
  const ratio = total(ours) / total(measured['graphile-worker']);
  const verdicts = [verdict('CPU, ours on postgres ÷ graphile-worker', ratio, { atMost: backlog.goal })];
  if (backlog.protocol === 'http') {
    verdicts.push(verdict('peak memory in MB, ours on postgres', ours.peak_mb, { atMost: 120 }));
  } else {
    const plain = await measureOne(bench, { ...backlog, name: 'ours, postgres', protocol: 'http' });
    rows.push(['ours, postgres, http', plain]);
    verdicts.push(
      verdict('CPU, https ÷ http, ours on postgres', total(ours) / total(plain), { atMost: 1.2 }),
      verdict('connections ÷ deliveries, ours on postgres', ours.connections / ours.deliveries, { atMost: 0.1 }),
    );
  }
  return [table(rows), ...verdicts].join('\n');
}

async function measureOne(
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
