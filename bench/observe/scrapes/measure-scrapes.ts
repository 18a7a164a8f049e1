import { quantile, verdict } from '../../delivery/report.ts';
import type { Engine, Place } from '../../growth/engines/place.ts';
import type { Shape } from '../../growth/planting/add-organization.ts';
import { plantDone, plantDue } from '../../growth/planting/plant.ts';
import { toMarkdown, type Report } from '../../growth/report.ts';
import { toLabel } from '../../growth/sections/compare-sizes.ts';
import { startProcess } from '../../growth/tick/start-process.ts';
import type { ScrapedUsage } from './scraped-process.ts';
import { amount } from '../../smoke.ts';

/** 1,000,000 bookings are those of 10,000 organizations, with 100,000 deliveries. */
const shape: Shape = { bookings: 100, withEvents: 10, events: 1 };
/** A round makes several scrapes, so that reading what they used costs little beside them. */
const [rounds, scrapes] = [amount(20, 1), amount(5, 1)];
const goals = { ratio: 1.5, service_ms: 10 } as const;

interface Database {
  readonly place: Place;
  readonly bookings: number;
}

interface Scraped {
  /** Of all threads of the service. No request waits longer for a scrape, unless other programs use the cores. */
  readonly service_us: number;
  readonly database_us: number;
  /** Of the response, by the clock. */
  readonly took_ms: number;
  readonly longest_ms: number;
}

/** Measures scrapes of databases of these sizes: while nothing is due, and while everything is due and every supplier fails. */
export async function measureScrapes(
  engine: Engine,
  { sizes, onProgress }: { sizes: readonly number[]; onProgress: (what: string) => void },
): Promise<Omit<Report, 'title'>> {
  const databases: Database[] = [];
  for (const bookings of sizes) {
    const place = await engine.place(`observe_${bookings}`);
    await plantDone(place, { bookings, shape, onProgress });
    databases.push({ place, bookings });
  }
  const idle = await compare('nothing due', databases);
  for (const { place, bookings } of databases) {
    await plantDue(place, { bookings, shape, onProgress });
    await place.query('UPDATE runs SET failures = 3, failing_since = began WHERE failing_since IS NULL');
    // Before the measurement, so that PostgreSQL does not do it meanwhile.
    if ('url' in place.address) await place.query('VACUUM (ANALYZE) runs');
  }
  const busy = await compare('all due, all suppliers fail', databases);
  const head = ['a scrape', 'bookings', 'CPU ms, service', 'CPU ms, database', 'ms by the clock', 'longest turn ms'];
  const table = toMarkdown([head, ...idle.rows, ...busy.rows]);
  return { table, lines: [...table, ...idle.verdicts, ...busy.verdicts] };
}

async function compare(
  state: string,
  databases: readonly Database[],
): Promise<{ rows: string[][]; verdicts: string[] }> {
  const measured = await scrapeAll(databases);
  const rows = databases.map(({ bookings }, index) => {
    const of = (part: keyof Scraped) => middleOf(measured[index], part);
    const cpu_ms = [of('service_us'), of('database_us')].map((us) => us / 1_000);
    return [state, toLabel(bookings), ...[...cpu_ms, of('took_ms'), of('longest_ms')].map((ms) => ms.toFixed(1))];
  });
  const cpu = measured.map((of) => middleOf(of, 'service_us') + middleOf(of, 'database_us'));
  const ratio = (cpu.at(-1) ?? Number.NaN) / (cpu[0] ?? Number.NaN);
  const verdicts = [
    verdict(`${state}: CPU time, largest to smallest`, ratio, { atMost: goals.ratio }),
    verdict(`${state}: CPU time of the service, ms`, middleOf(measured.at(-1), 'service_us') / 1_000, {
      atMost: goals.service_ms,
    }),
  ];
  return { rows, verdicts };
}

/** Scrapes the databases in turns, so that other work on the machine affects all of them. */
async function scrapeAll(databases: readonly Database[]): Promise<Scraped[][]> {
  await using opened = new AsyncDisposableStack();
  const scraped = [];
  for (const { place } of databases) {
    const program = new URL('scraped-process.ts', import.meta.url).href;
    const service = opened.use(
      await startProcess<string, ScrapedUsage, 'read'>(program, JSON.stringify(place.address)),
    );
    const readDatabase_us = async () => ('url' in place.address ? (await place.readUsage()).cpu_us : 0);
    const rounds_of: Scraped[] = [];
    scraped.push({ url: service.first, read: () => service.send('read'), readDatabase_us, rounds_of });
  }
  for (let round = 0; round <= rounds; round += 1) {
    for (const { url, read, readDatabase_us, rounds_of } of scraped) {
      const [before, databaseBefore] = [await read(), await readDatabase_us()];
      const took: number[] = [];
      for (let each = 0; each < scrapes; each += 1) {
        const begun = performance.now();
        await scrape(url);
        took.push(performance.now() - begun);
      }
      const [after, databaseAfter] = [await read(), await readDatabase_us()];
      // The first round warms up.
      if (round === 0) continue;
      rounds_of.push({
        service_us: (after.cpu_us - before.cpu_us) / scrapes,
        database_us: (databaseAfter - databaseBefore) / scrapes,
        took_ms: quantile(took, 0.5),
        longest_ms: after.longest_ms,
      });
    }
  }
  return scraped.map(({ rounds_of }) => rounds_of);
}

/** Throws unless the metrics of the database were read, because a failed query costs less. */
async function scrape(url: string): Promise<void> {
  const response = await fetch(`${url}/metrics`);
  const text = await response.text();
  for (const name of ['due_deliveries', 'stuck_bookings_failing', 'database_size_bytes'])
    if (!new RegExp(`^booking_service_${name} \\d`, 'm').test(text))
      throw new Error(`A scrape returned ${response.status} without ${name}.`);
}

/** The median of the rounds. */
function middleOf(rounds_of: readonly Scraped[] | undefined, part: keyof Scraped): number {
  const values = (rounds_of ?? []).map((each) => each[part]).toSorted((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}
