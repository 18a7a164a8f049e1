/**
 * Runs benchmarks. Each one is bench/<name>/main.ts.
 *
 * Run     npm run bench -- store http     without a name, it lists the benchmarks
 *         npm run bench -- delivery/kill  one section of a benchmark that has sections
 *         npm run bench -- growth --sizes 1k,10k    options of a benchmark that has some
 *         npm run bench -- --smoke        one small round of every benchmark, whose measurements nothing judges
 * Prints  the measurements, and the ratio to each goal. Exits 1 if a goal is missed, or if a benchmark of a smoke run fails.
 */
import { globSync } from 'node:fs';
import { dirname } from 'node:path';

interface Benchmark {
  /** Runs the benchmark, or only these sections of it if there are any. Returns the lines to print. */
  run(sections: readonly string[], options: readonly string[]): Promise<string>;
}

const names = globSync('*/main.ts', { cwd: import.meta.dirname })
  .map((file) => dirname(file))
  .toSorted();
const given = process.argv.slice(2);
const isSmoke = given.includes('--smoke');
/** The selected benchmarks, each with its selected sections. */
const selected = new Map<string, string[]>();
const firstOption = given.findIndex((argument) => argument.startsWith('--'));
const options = firstOption === -1 ? [] : given.slice(firstOption).filter((argument) => argument !== '--smoke');
for (const argument of given.slice(0, firstOption === -1 ? undefined : firstOption)) {
  const [name = '', section] = argument.split('/');
  selected.set(name, [...(selected.get(name) ?? []), ...(section === undefined ? [] : [section])]);
}
if (isSmoke && selected.size === 0) for (const name of names) selected.set(name, []);

if (selected.size === 0 || [...selected.keys()].some((name) => !names.includes(name))) {
  console.error(`Name one or more of: ${names.join(', ')}. For example: npm run bench -- ${names[0]}`);
  process.exitCode = 2;
} else if (isSmoke) {
  process.env['BENCH_SMOKE'] = '1';
  // Two beside each other, because nothing judges their times.
  const left = [...selected];
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) await smoke(...next);
  };
  await Promise.all([lane(), lane()]);
} else {
  for (const [name, sections] of selected) {
    const report = await run(name, sections);
    console.log(report);
    // A benchmark prints MISSED beside each goal that it missed.
    if (report.includes('MISSED')) process.exitCode = 1;
  }
}

async function run(name: string, sections: readonly string[]): Promise<string> {
  // Each main.ts exports run.
  const benchmark = (await import(`./${name}/main.ts`)) as Benchmark;
  return benchmark.run(sections, options);
}

async function smoke(name: string, sections: readonly string[]): Promise<void> {
  const begun = performance.now();
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(1);
  try {
    const report = await run(name, sections);
    const skipped = report.split('\n').filter((line) => line.includes('skipped'));
    console.log([`${name}: ran in ${seconds()} s`, ...skipped].join('\n'));
  } catch (error) {
    console.error(`${name}: failed after ${seconds()} s`, error);
    process.exitCode = 1;
  }
}
