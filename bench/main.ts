/**
 * Runs benchmarks. Each one is bench/<name>/main.ts.
 *
 * Run     npm run bench -- store http     without a name, it lists the benchmarks
 *         npm run bench -- delivery/kill  one section of a benchmark that has sections
 *         npm run bench -- growth --sizes 1k,10k    options of a benchmark that has some
 * Prints  the measurements, and the ratio to each goal. Exits 1 if a goal is missed.
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
/** The selected benchmarks, each with its selected sections. */
const selected = new Map<string, string[]>();
const firstOption = process.argv.findIndex((argument) => argument.startsWith('--'));
const options = firstOption === -1 ? [] : process.argv.slice(firstOption);
for (const argument of process.argv.slice(2, firstOption === -1 ? undefined : firstOption)) {
  const [name = '', section] = argument.split('/');
  selected.set(name, [...(selected.get(name) ?? []), ...(section === undefined ? [] : [section])]);
}

if (selected.size === 0 || [...selected.keys()].some((name) => !names.includes(name))) {
  console.error(`Name one or more of: ${names.join(', ')}. For example: npm run bench -- ${names[0]}`);
  process.exitCode = 2;
} else {
  for (const [name, sections] of selected) {
    // Each main.ts exports run.
    const benchmark = (await import(`./${name}/main.ts`)) as Benchmark;
    const report = await benchmark.run(sections, options);
    console.log(report);
    // A benchmark prints MISSED beside each goal that it missed.
    if (report.includes('MISSED')) process.exitCode = 1;
  }
}
