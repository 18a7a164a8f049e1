/**
 * Measures what a page of each list costs as the rows of one organization grow, on both engines: CPU time and the longest time of one
 * call at each size, and the ratio of the largest size to the smallest. Each size is a database of its own, with one organization
 * that has as many bookings, events, deliveries and attempts.
 *
 * Run     npm run bench -- lists                          10k, 100k and 1M rows on both engines; 6 GB in the temporary folder
 *         npm run bench -- lists --sizes 10k,100k --engine sqlite
 *
 * `--write` replaces the tables in docs/growth.md. `--keep <folder>` keeps the databases for another run.
 * Needs Linux, whose /proc has the CPU time of other processes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verdict } from '../delivery/report.ts';
import type { Engine, EngineName } from '../growth/engines/place.ts';
import { openPostgresEngine } from '../growth/engines/postgres.ts';
import { openSqliteEngine } from '../growth/engines/sqlite.ts';
import { readOptions } from '../growth/options.ts';
import { toMarkdown, writeReports, type Report } from '../growth/report.ts';
import { toLabel } from '../growth/sections/compare-sizes.ts';
import { lists, type List } from './lists.ts';
import { openPlanted, type Planted } from './plant.ts';

const [rounds, calls] = [7, 20];
/** A page may take this much longer in a large database, because an index has more levels. */
const goals = { ratio: 1.5, longest_ms: 5 } as const;

interface Measured {
  readonly cpu_us: number;
  readonly longest_ms: number;
}

export async function run(_sections: readonly string[], given: readonly string[]): Promise<string> {
  const sizes = given.includes('--sizes') ? [] : ['--sizes', '10k,100k,1m'];
  const options = readOptions([...given, ...sizes]);
  const reports: Report[] = [];
  for (const name of options.engines) {
    await using closing = new AsyncDisposableStack();
    const engine = closing.use(await openEngine(name, { keep: options.keep, closing }));
    const planted: Planted[] = [];
    for (const rows of options.sizes) {
      console.error(`${new Date().toISOString().slice(11, 19)} ${name}: ${rows} rows`);
      planted.push(closing.use(await openPlanted(await engine.place(`lists_${rows}`), { rows, engine: name })));
    }
    reports.push({ title: `lists on ${name}`, ...(await compare(planted, name)) });
  }
  if (options.write) await writeReports(reports);
  return reports.map(({ title, lines }) => [title, ...lines].join('\n')).join('\n\n');
}

async function openEngine(
  name: EngineName,
  { keep, closing }: { keep: string | undefined; closing: AsyncDisposableStack },
): Promise<Engine> {
  if (name === 'postgres') return openPostgresEngine(keep && join(keep, name));
  const folder = keep === undefined ? await mkdtemp(join(tmpdir(), 'booking-service-lists-')) : join(keep, name);
  if (keep === undefined) closing.defer(() => rm(folder, { recursive: true, force: true }));
  return openSqliteEngine(folder);
}

async function compare(planted: readonly Planted[], engine: EngineName): Promise<Omit<Report, 'title'>> {
  const rows: string[][] = [];
  const lines: string[] = [];
  for (const list of lists) {
    const costs = await measure(list, planted);
    const ratio = (costs.at(-1)?.cpu_us ?? Number.NaN) / (costs[0]?.cpu_us ?? Number.NaN);
    const longest_ms = Math.max(...costs.map((cost) => cost.longest_ms));
    rows.push([
      list.name,
      ...costs.map(({ cpu_us }) => cpu_us.toFixed(0)),
      ratio.toFixed(2),
      // The driver of PostgreSQL waits for the database; SQLite works on the thread of the event loop.
      ...(engine === 'sqlite' ? [longest_ms.toFixed(1)] : []),
    ]);
    if (!(ratio <= goals.ratio)) lines.push(verdict(list.name, ratio, { atMost: goals.ratio }));
    if (engine === 'sqlite' && !(longest_ms <= goals.longest_ms))
      lines.push(verdict(`${list.name}, longest ms`, longest_ms, { atMost: goals.longest_ms }));
  }
  const head = ['CPU µs of a page', ...planted.map((each) => toLabel(each.rows)), 'ratio'];
  const table = toMarkdown([[...head, ...(engine === 'sqlite' ? ['longest ms'] : [])], ...rows]);
  return { table, lines: [...table, ...lines] };
}

/** Measures a list in every database. The rounds alternate. The cost is the lower quartile of the rounds, the longest time that of all. */
async function measure({ read }: List, planted: readonly Planted[]): Promise<Measured[]> {
  const costs = planted.map((): Measured[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, each] of planted.entries()) {
      const before = await each.place.readUsage();
      let longest_ms = 0;
      for (let call = 0; call < calls; call += 1) {
        const begun = performance.now();
        await read(each);
        longest_ms = Math.max(longest_ms, performance.now() - begun);
      }
      const after = await each.place.readUsage();
      // The first round warms up.
      if (round > 0) costs[index]?.push({ cpu_us: (after.cpu_us - before.cpu_us) / calls, longest_ms });
    }
  }
  return costs.map((each) => ({
    cpu_us: quartile(each.map(({ cpu_us }) => cpu_us)),
    longest_ms: quartile(each.map((cost) => cost.longest_ms)),
  }));
}

function quartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 4)] ?? Number.NaN;
}
