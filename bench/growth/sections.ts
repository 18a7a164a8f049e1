import { Pool } from 'undici';
import type { Engine, Place, Usage } from './place.ts';
import { plantDone, plantDue, type Planting } from './planting.ts';
import { amount, quantile, type Report, toMarkdown, verdict } from '../report.ts';
import {
  openWorld,
  pollStatements,
  requestStatements,
  type Statement,
  turnStatements,
  type World,
} from './statements.ts';
import { body as createBody } from '../http/request.ts';
import type { Listening, ServiceMessage, ServiceOptions, ServiceUsage } from './tick/service-process.ts';
import type { Received } from './tick/receiver-process.ts';
import { startProcess } from '../processes.ts';

/** The planted databases of one engine, smallest first. */
interface Databases {
  readonly engine: Engine;
  readonly databases: readonly { readonly place: Place; readonly bookings: number }[];
  readonly onProgress: Planting['onProgress'];
}

/** A part of the benchmark. Its rows are planted when the sections before it have been measured. */
export interface Section {
  readonly name: string;
  readonly plant: (place: Place, planting: Planting) => Promise<void>;
  readonly measure: (given: Databases) => Promise<Omit<Report, 'title'>>;
}

const rounds = amount(7, 1);
/** Requests are concurrent. The worker, whose statements have fewer calls, makes one call after the other. */
const [concurrency, concurrentFrom] = [8, 100];

/** A round makes no further call after this time, so that a slow statement does not hold up the others. */
const maxRound_ms = 2_000;
/** A round that takes longer than this is the last one. */
const maxRounds_ms = 5 * maxRound_ms;

/** The cost of one call. */
type Cost = Usage;

/**
 * Measures a statement in every world. The rounds of the worlds alternate, so that other work on the machine affects all of them.
 * The cost is the lower quartile of the rounds: what a call costs when little disturbs it. It is NaN if a call failed, for example
 * after the store's timeout.
 */
async function measure(statement: Statement, worlds: readonly World[]): Promise<Cost[]> {
  const costs = worlds.map((): Cost[] => []);
  const [failing, slow] = [new Set<World>(), new Set<World>()];
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, world] of worlds.entries()) {
      if (failing.has(world) || slow.has(world)) continue;
      const begun = performance.now();
      const cost = await measureRound(statement, world).catch((error: unknown) => {
        console.error(`${statement.name} failed at ${world.bookings} bookings: ${String(error)}`);
        failing.add(world);
      });
      if (performance.now() - begun > maxRounds_ms) slow.add(world);
      // The first round only warms up, unless it takes so long that it is the only one.
      if (cost && (round > 0 || slow.has(world))) costs[index]?.push(cost);
    }
  }
  return costs.map((each, index) => {
    const all = worlds[index] && failing.has(worlds[index]) ? [] : each;
    return {
      cpu_us: lowerQuartile(all.map(({ cpu_us }) => cpu_us)),
      wal_bytes: lowerQuartile(all.map(({ wal_bytes }) => wal_bytes)),
    };
  });
}

async function measureRound({ calls: maxCalls = 100, prepare }: Statement, world: World): Promise<Cost> {
  const wanted = amount(maxCalls, Math.min(maxCalls, 4));
  const calls = await prepare(world, wanted);
  const before = await world.place.readUsage();
  const begun = performance.now();
  let made = 0;
  const caller = async () => {
    for (let call = calls[made]; call && performance.now() - begun < maxRound_ms; call = calls[made]) {
      made += 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: wanted < concurrentFrom ? 1 : concurrency }, caller));
  const after = await world.place.readUsage();
  const each = (used: keyof Usage) => (after[used] - before[used]) / made;
  return { cpu_us: each('cpu_us'), wal_bytes: each('wal_bytes') };
}

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 4)] ?? Number.NaN;
}

const goal = 1.5;
/** The ratio begins here: smaller tables are in the processor's cache, so a ratio to them would show the cache. */
const base_bookings = 10_000;

/** Measures each statement at each size. The ratio is that of the largest size to 10,000 bookings. */
async function compareSizes(
  statements: readonly Statement[],
  { databases, onProgress }: Databases,
): Promise<Omit<Report, 'title'>> {
  await using opened = new AsyncDisposableStack();
  const worlds: World[] = [];
  for (const { place, bookings } of databases) worlds.push(opened.use(await openWorld(place, bookings)));
  const base = Math.max(
    0,
    worlds.findIndex(({ bookings }) => bookings >= base_bookings),
  );
  const rows: { name: string; costs: readonly Cost[]; ratio: number }[] = [];
  for (const statement of statements) {
    const costs = await measure(statement, worlds);
    const ratio = (costs.at(-1)?.cpu_us ?? Number.NaN) / (costs[base]?.cpu_us ?? Number.NaN);
    rows.push({ name: statement.name, costs, ratio });
    onProgress(`measured ${statement.name}: ${ratio.toFixed(2)}`);
  }
  const hasLog = rows.some(({ costs }) => costs.some(({ wal_bytes }) => wal_bytes > 0));
  const head = ['CPU µs of a call', ...worlds.map(({ bookings }) => toLabel(bookings)), 'ratio'];
  const body = rows.map(({ name, costs, ratio }) => [
    name,
    ...costs.map(({ cpu_us }) => (Number.isFinite(cpu_us) ? cpu_us.toFixed(0) : 'failed')),
    ratio.toFixed(2),
    ...(hasLog ? [(costs.at(-1)?.wal_bytes ?? 0).toFixed(0)] : []),
  ]);
  const table = toMarkdown([[...head, ...(hasLog ? ['WAL bytes'] : [])], ...body]);
  const missed = rows.filter(({ ratio }) => !(ratio <= goal));
  const worst = Math.max(...rows.map(({ ratio }) => ratio));
  const verdicts = missed.length === 0 ? [verdict('highest ratio', worst, { atMost: goal })] : [];
  return {
    lines: [...table, ...verdicts, ...missed.map(({ name, ratio }) => verdict(name, ratio, { atMost: goal }))],
  };
}

/** Returns the number as `10k` or `1M`. */
function toLabel(bookings: number): string {
  return bookings >= 1_000_000 ? `${bookings / 1_000_000}M` : `${bookings / 1_000}k`;
}

/** Measures every statement while nothing is due. */
export function measureBookings(given: Databases): Promise<Omit<Report, 'title'>> {
  return compareSizes([...pollStatements, ...requestStatements], given);
}

/** The statements that read or write rows of due work. */
const callsOfRequests = new Set(['createBooking', 'changeBooking with event', 'claimRun', 'finishRun']);

/** Measures the statements of the worker, and those of requests that write due work, while much is due. */
export function measureDue(given: Databases): Promise<Omit<Report, 'title'>> {
  const requests = requestStatements.filter(({ name }) => callsOfRequests.has(name));
  return compareSizes([...requests, ...pollStatements, ...turnStatements], given);
}

const interval_ms = 10;

/**
 * Sends 100 creates and 100 reads in a second, each at its time whether or not the earlier ones have ended. Returns how long each took
 * from its time, in milliseconds.
 */
async function sendLoad({ url, keys }: Listening, { seconds }: { seconds: number }): Promise<number[]> {
  await using opened = new AsyncDisposableStack();
  const pool = opened.adopt(new Pool(url, { connections: 64 }), (each) => each.destroy());
  const took: number[] = [];
  const begun = performance.now();

  async function send(
    due_ms: number,
    key: string,
    options: { path: string; method: 'GET' | 'POST'; body?: string },
  ): Promise<string> {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    };
    const response = await pool.request({ ...options, headers });
    const text = await response.body.text();
    took.push(performance.now() - due_ms);
    if (response.statusCode >= 300) throw new Error(`${options.method} returned ${response.statusCode}: ${text}`);
    return text;
  }

  async function createAndRead(due_ms: number, key: string): Promise<void> {
    const created = await send(due_ms, key, { path: '/v1/bookings', method: 'POST', body: createBody });
    // The response of a create is a booking.
    const { id } = JSON.parse(created) as { id: string };
    await send(performance.now(), key, { path: `/v1/bookings/${id}`, method: 'GET' });
  }

  const count = (seconds * 1_000) / interval_ms;
  const sent = Array.from({ length: count }, async (_, index) => {
    const due_ms = begun + index * interval_ms;
    await new Promise((elapsed) => setTimeout(elapsed, Math.max(0, due_ms - performance.now())));
    await createAndRead(due_ms, keys[index % keys.length] ?? '');
  });
  await Promise.all(sent);
  return took;
}

const seconds = amount(20, 0.2);
/** Before the tick, so that it is measured without the start of the process. */
const warmUp_seconds = amount(5, 0.1);
const goal_ms = 50;

/** Measures requests beside a tick of the worker, with the least and with the most due work. */
export async function measureTick({ engine, databases, onProgress }: Databases): Promise<Omit<Report, 'title'>> {
  // A database of its own: the section before this one has moved the little work of the smallest database into the future.
  const little = { place: await engine.place('tick'), bookings: 1_000 };
  await plantDone(little.place, { ...little, onProgress });
  await plantDue(little.place, { ...little, onProgress });
  const rows: string[][] = [];
  let p99_ms = Number.NaN;
  for (const { place, bookings } of [little, ...databases.slice(-1)]) {
    onProgress(`requests beside ${bookings} due deliveries and runs`);
    const { took, delay, received } = await measureOne(place);
    p99_ms = quantile(took, 0.99);
    const times = [quantile(took, 0.5), p99_ms, quantile(took, 1), delay.p99_ms, delay.longest_ms];
    rows.push([toLabel(bookings), ...times.map((ms) => ms.toFixed(0)), (received / seconds).toFixed(0)]);
  }
  const head = ['due', 'p50', 'p99', 'longest', 'event loop p99', 'event loop longest', 'webhooks/s'];
  const table = toMarkdown([head, ...rows]);
  return { lines: [...table, verdict('p99 of requests in ms, most due', p99_ms, { atMost: goal_ms })] };
}

async function measureOne(place: Place): Promise<{ took: number[]; delay: ServiceUsage; received: number }> {
  await using receiver = await startProcess<number, Received, 'read'>(tickFile('receiver-process.ts'));
  await place.query(`UPDATE organizations SET webhook_url = 'http://127.0.0.1:${receiver.first}/'`);
  const options: ServiceOptions = { address: place.address, organizations: 10, webhook_url: null };
  await using service = await startProcess<Listening, ServiceUsage, ServiceMessage>(tickFile('service-process.ts'), {
    args: [JSON.stringify(options)],
  });
  await sendLoad(service.first, { seconds: warmUp_seconds });
  // Its first tick begins at once, because work is overdue.
  await service.send('start');
  const took = await sendLoad(service.first, { seconds });
  return { took, delay: await service.send('read'), received: (await receiver.send('read')).webhooks };
}

function tickFile(name: string): URL {
  return new URL(`tick/${name}`, import.meta.url);
}
