/** The time from an event to its arrival at a healthy endpoint, at a steady rate, alone and beside endpoints that are slow. */
import { setTimeout as pause } from 'node:timers/promises';
import { amount } from '../../smoke.ts';
import { hosts, type Bench } from '../open-bench.ts';
import { quantile, toTable, verdict } from '../report.ts';
import { candidateNames, type CandidateName } from '../senders/candidates.ts';

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
    const { sent, waits } = await measureOne(bench, name, load);
    const [p50, p99] = [quantile(waits, 0.5), quantile(waits, 0.99)];
    rows.push([name, `${waits.length} of ${sent}`, String(p50), String(p99)]);
    if (!name.startsWith('ours')) continue;
    if (load.goal.p50 !== undefined) verdicts.push(verdict(`p50 in ms, ${name}`, p50, { atMost: load.goal.p50 }));
    if (load.goal.p99 !== undefined) verdicts.push(verdict(`p99 in ms, ${name}`, p99, { atMost: load.goal.p99 }));
  }
  return [toTable([['', 'arrived', 'p50 ms', 'p99 ms'], ...rows]), ...verdicts].join('\n');
}

async function measureOne(
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
