/**
 * Measures what the store's statements cost as the tables grow, on both engines: CPU time of one call at each size, and the ratio
 * of the largest size to 10,000 bookings. Each size is a database of its own with 10 bookings an organization and 5 events a booking.
 *
 * Run     npm run bench -- growth                       everything, some 15 minutes and 15 GB in the temporary folder
 *         npm run bench -- growth/bookings              one section
 *         npm run bench -- growth --sizes 1k,10k --engine sqlite
 *
 * `--keep <folder>` keeps the databases for another run.
 * Needs Linux, whose /proc has the CPU time of other processes.
 */
// @boundaries-ignore every command of the repository reads its flags in one way
import { readFlags } from '../../scripts/programs/run-program.ts';
import { type Engine, type EngineName, engineNames } from './place.ts';
import { isSmoke, type Report } from '../report.ts';
import { openEngine } from './engines.ts';
import { plantDone, plantDue } from './planting.ts';
import { measureBookings, measureDue, measureTick, type Section } from './sections.ts';

interface Options {
  /** Numbers of bookings, smallest first. */
  readonly sizes: readonly number[];
  readonly engines: readonly EngineName[];
  /** The folder of databases that are kept. */
  readonly keep: string | undefined;
}

function readOptions(given: readonly string[]): Options {
  const { values } = readFlags({
    args: [...given],
    options: {
      sizes: { type: 'string', default: isSmoke ? '1k' : '1k,10k,100k,1m' },
      engine: { type: 'string', default: engineNames.join(',') },
      keep: { type: 'string' },
    },
  });
  return {
    sizes: values.sizes
      .split(',')
      .map(toSize)
      .toSorted((a, b) => a - b),
    engines: engineNames.filter((name) => values.engine.split(',').includes(name)),
    keep: values.keep,
  };
}

function toSize(text: string): number {
  const [, digits, unit = ''] = /^(\d+)([km]?)$/i.exec(text) ?? [];
  const size = Number(digits) * { '': 1, k: 1_000, m: 1_000_000 }[unit.toLowerCase() as '' | 'k' | 'm'];
  // Not a number if the text has another form.
  if (!(size >= 1_000)) throw new Error(`--sizes ${text}: name numbers of bookings from 1k, such as 10k,1m.`);
  return size;
}

const sections: readonly Section[] = [
  { name: 'bookings', plant: plantDone, measure: measureBookings },
  { name: 'due', plant: plantDue, measure: measureDue },
  { name: 'tick', plant: plantDue, measure: measureTick },
];

export async function run(wanted: readonly string[], given: readonly string[]): Promise<string> {
  const unknown = wanted.find((name) => !sections.some((section) => section.name === name));
  if (unknown !== undefined)
    throw new Error(`${unknown} is not one of ${sections.map(({ name }) => name).join(', ')}.`);
  const options = readOptions(given);
  const reports: Report[] = [];
  for (const name of options.engines) {
    await using engine = await openEngine(name, options.keep);
    reports.push(...(await measureEngine(engine, { name, options, wanted })));
  }
  return reports.map(({ title, lines }) => [title, ...lines].join('\n')).join('\n\n');
}

async function measureEngine(
  engine: Engine,
  { name, options: { sizes }, wanted }: { name: EngineName; options: Options; wanted: readonly string[] },
): Promise<Report[]> {
  const onProgress = (what: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${name}: ${what}`);
  const databases = [];
  for (const bookings of sizes) databases.push({ place: await engine.place(String(bookings)), bookings });
  const reports: Report[] = [];
  for (const section of sections) {
    // The due work is planted into the databases that have the bookings.
    for (const { place, bookings } of databases) await section.plant(place, { bookings, onProgress });
    if (wanted.length > 0 && !wanted.includes(section.name)) continue;
    reports.push({
      title: `growth/${section.name} on ${name}`,
      ...(await section.measure({ engine, databases, onProgress })),
    });
  }
  return reports;
}
