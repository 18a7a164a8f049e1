/**
 * Measures what it costs to observe the service: the log line of a request, and a scrape of /metrics beside 1,000,000 bookings.
 *
 * Run     npm run bench -- observe                  everything, some 3 minutes and 4 GB in the temporary folder
 *         npm run bench -- observe/parts            the log line and tracing that is off, in 15 seconds
 *         npm run bench -- observe/scrapes --sizes 10k,100k --engine sqlite
 *
 * `--write` replaces the tables in docs/observe-benchmark.md. Needs Linux, whose /proc has the CPU time of other processes.
 */
import { openEngine } from '../growth/engines/open-engine.ts';
import { readOptions } from '../growth/options.ts';
import { writeReports, type Report } from '../growth/report.ts';
import { measureParts } from './parts/measure-parts.ts';
import { measureScrapes } from './scrapes/measure-scrapes.ts';
import { isSmoke } from '../smoke.ts';

const sections = ['parts', 'scrapes'];

export async function run(wanted: readonly string[], given: readonly string[]): Promise<string> {
  const unknown = wanted.find((name) => !sections.includes(name));
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${sections.join(', ')}.`);
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
  const sizes = given.includes('--sizes') || isSmoke ? [] : ['--sizes', '10k,1m'];
  const options = readOptions([...given, ...sizes]);
  if (options.keep !== undefined)
    throw new Error('The due work is planted between two measurements: keep no database.');
  const reports: Report[] = [];
  if (isWanted('parts')) reports.push({ title: 'observe/parts', ...(await measureParts()) });
  for (const name of isWanted('scrapes') ? options.engines : []) {
    await using engine = await openEngine(name, undefined);
    const measured = await measureScrapes(engine, { sizes: options.sizes, onProgress: progressOf(name) });
    reports.push({ title: `observe/scrapes on ${name}`, ...measured });
  }
  if (options.write) await writeReports(reports, 'observe-benchmark.md');
  return reports.map(({ title, lines }) => [title, ...lines].join('\n')).join('\n\n');
}

function progressOf(about: string): (what: string) => void {
  return (what) => console.error(`${new Date().toISOString().slice(11, 19)} ${about}: ${what}`);
}
