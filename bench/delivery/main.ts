/**
 * Measures webhook delivery on both engines, beside graphile-worker and pg-boss that do the same work: sign, post with undici, and
 * store each attempt; and beside svix-server if SVIX_SERVER names its program (senders/other-senders.ts). Sender, receiver and database are
 * processes of their own. The service ticks every second.
 *
 * Run     npm run bench -- delivery            all sections, some 25 minutes
 *         npm run bench -- delivery/kill       one section
 *
 * The database does not wait for the disk. On a busy computer only CPU times and ratios are comparable.
 */
import { amount, isSmoke } from '../report.ts';
import { describeCandidates } from './senders/candidates.ts';
import { openBench, type Bench } from './open-bench.ts';
import {
  type Backlog,
  type Load,
  measureBacklog,
  measureKill,
  measureNameServers,
  measureSlowCommits,
  measureWaits,
} from './sections.ts';

const steady = { seconds: amount(10, 0.4), per_second: 50 };
const hanging = { path: '/hang', endpoints: 100 } as const;
const waits = (load: Load) => (bench: Bench) => measureWaits(bench, load);
const backlog = (of: Backlog) => (bench: Bench) => measureBacklog(bench, of);

const sections: Readonly<Record<string, { title: string; measure: (bench: Bench) => Promise<string> }>> = {
  'http-1': {
    title: 'a backlog of one organization with 10,000 events, over http',
    measure: backlog({ organizations: 1, events: 10_000, protocol: 'http', goal: 0.6 }),
  },
  http: {
    title: 'a backlog of 100 organizations with 100 events each, over http',
    measure: backlog({ organizations: 100, events: 100, protocol: 'http', goal: 0.6 }),
  },
  'http-2000': {
    title: 'a backlog of 2,000 organizations with one event each, over http',
    measure: backlog({ organizations: 2_000, events: 1, protocol: 'http', goal: 0.9 }),
  },
  https: {
    title: 'a backlog of 100 organizations with 50 events each, over https',
    measure: backlog({ organizations: 100, events: 50, protocol: 'https', goal: 1 }),
  },
  'https-500': {
    title: 'a backlog of 500 organizations with 10 events each, over https',
    measure: backlog({ organizations: 500, events: 10, protocol: 'https', goal: 1 }),
  },
  latency: {
    title: 'a healthy endpoint with 50 events per second',
    measure: waits({ ...steady, slow: { ...hanging, endpoints: 0, events: 0 }, goal: { p50: 10 } }),
  },
  hanging: {
    title: 'the same, from the onset of 100 hanging endpoints with 2 events each',
    measure: waits({ ...steady, slow: { ...hanging, events: 2 }, goal: { p99: 15 } }),
  },
  'hanging-20': {
    title: 'the same, from the onset of 100 hanging endpoints with 20 events each',
    measure: waits({ ...steady, slow: { ...hanging, events: 20 }, goal: { p99: 1_000 } }),
  },
  slow: {
    title: 'the same, beside one endpoint with 40 events that responds after 9 s',
    measure: waits({ ...steady, seconds: 20, slow: { path: '/slow', endpoints: 1, events: 40 }, goal: { p99: 100 } }),
  },
  'name-servers': { title: '20 endpoints whose name server does not respond', measure: measureNameServers },
  commits: { title: '3,000 events while each commit takes 100 ms', measure: measureSlowCommits },
  kill: { title: '3,000 events, the sender killed after 900', measure: measureKill },
};

/** One section of each file. */
const small = ['http', 'latency', 'name-servers', 'kill'];

export async function run(given: readonly string[] = []): Promise<string> {
  const wanted = isSmoke && given.length === 0 ? small : given;
  const unknown = wanted.find((name) => !(name in sections));
  if (unknown !== undefined) throw new Error(`${unknown} is not one of ${Object.keys(sections).join(', ')}.`);
  const reports = [`delivery: the candidates\n${describeCandidates()}`];
  await using bench = await openBench();
  for (const [name, { title, measure }] of Object.entries(sections)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const report = `delivery/${name}: ${title}\n${await measure(bench)}`;
    console.error(report);
    reports.push(report);
  }
  return reports.join('\n\n');
}
