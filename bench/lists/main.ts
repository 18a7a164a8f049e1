/**
 * Measures what a page of each list costs as the rows of one organization grow, on both engines: the CPU time at each size, and
 * the ratio of the largest size to the smallest. Each size is a database of its own, with one organization
 * that has as many bookings, events, deliveries and attempts.
 *
 * Run     npm run bench -- lists                          10k, 100k and 1M rows on both engines; 6 GB in the temporary folder
 *         npm run bench -- lists --sizes 10k,100k --engine sqlite
 *
 * `--write` replaces the tables in docs/growth.md. `--keep <folder>` keeps the databases for another run.
 * Needs Linux, whose /proc has the CPU time of other processes.
 */
import { verdict } from '../delivery/report.ts';
import type { EngineName } from '../growth/engines/place.ts';
import { openEngine } from '../growth/engines/open-engine.ts';
import { readOptions } from '../growth/options.ts';
import { toMarkdown, writeReports, type Report } from '../growth/report.ts';
import { toLabel } from '../growth/sections/compare-sizes.ts';
import { lists, type List } from './lists.ts';
import { openPlanted, type Planted } from './plant.ts';
import { amount, isSmoke } from '../smoke.ts';

const [rounds, calls] = [amount(7, 1), amount(20, 1)];
/** A page may take this much longer in a large database, because an index has more levels. */
const goals = { ratio: 1.5, event_loop_ms: 5 } as const;

export async function run(_sections: readonly string[], given: readonly string[]): Promise<string> {
  const sizes = given.includes('--sizes') || isSmoke ? [] : ['--sizes', '10k,100k,1m'];
  const options = readOptions([...given, ...sizes]);
  const reports: Report[] = [];
  for (const name of options.engines) {
    await using closing = new AsyncDisposableStack();
    const engine = closing.use(await openEngine(name, options.keep));
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

async function compare(planted: readonly Planted[], engine: EngineName): Promise<Omit<Report, 'title'>> {
  const rows: string[][] = [];
  const lines: string[] = [];
  for (const list of lists) {
    const costs_us = await measure(list, planted);
    const ratio = (costs_us.at(-1) ?? Number.NaN) / (costs_us[0] ?? Number.NaN);
    rows.push([list.name, ...costs_us.map((us) => us.toFixed(0)), ratio.toFixed(2)]);
    if (!(ratio <= goals.ratio)) lines.push(verdict(list.name, ratio, { atMost: goals.ratio }));
    // SQLite works on the thread of the event loop; the driver of PostgreSQL waits for the database.
    const most_ms = engine === 'sqlite' ? Math.max(...costs_us) / 1_000 : 0;
    if (!(most_ms <= goals.event_loop_ms))
      lines.push(verdict(`${list.name}, ms on the event loop`, most_ms, { atMost: goals.event_loop_ms }));
  }
  const table = toMarkdown([['CPU µs of a page', ...planted.map((each) => toLabel(each.rows)), 'ratio'], ...rows]);
  return { table, lines: [...table, ...lines] };
}

/** Measures the CPU time of a list in every database. The rounds alternate. The cost is the lower quartile of the rounds. */
async function measure({ read }: List, planted: readonly Planted[]): Promise<number[]> {
  const costs_us = planted.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, each] of planted.entries()) {
      const before = await each.place.readUsage();
      for (let call = 0; call < calls; call += 1) await read(each);
      const after = await each.place.readUsage();
      // The first round warms up.
      if (round > 0) costs_us[index]?.push((after.cpu_us - before.cpu_us) / calls);
    }
  }
  return costs_us.map((each) => each.toSorted((a, b) => a - b)[Math.floor((each.length - 1) / 4)] ?? Number.NaN);
}
