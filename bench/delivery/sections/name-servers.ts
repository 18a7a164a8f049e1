/**
 * Twenty endpoints whose name server does not respond, beside one that has an address. Only ours: the others resolve with
 * getaddrinfo, which has no setting for a name server.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Bench } from '../open-bench.ts';
import { quantile, toTable, verdict } from '../report.ts';
import type { CandidateName } from '../senders/candidates.ts';
import { amount } from '../../smoke.ts';

const candidates: readonly CandidateName[] = ['ours, sqlite', 'ours, postgres'];
const dead = { endpoints: 20, events: 20 };
const healthy = amount(400, 40);
/** Two ticks of one second. */
const goal_ms = 2_000;

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
    for (let sent = 0; sent < healthy; sent += 20) await sender.add({ url: receiver.url('/'), count: 20 });
    const { events, waits } = await receiver.waitFor(healthy, { quiet_ms: 15_000 });
    const p99 = quantile(waits, 0.99);
    rows.push([name, `${events} of ${healthy}`, String(quantile(waits, 0.5)), String(p99)]);
    verdicts.push(verdict(`p99 in ms, ${name}`, p99, { atMost: goal_ms }));
    verdicts.push(verdict(`missing, ${name}`, healthy - events, { atMost: 0 }));
  }
  silent.close();
  return [toTable([['', 'arrived', 'p50 ms', 'p99 ms'], ...rows]), ...verdicts].join('\n');
}
