/**
 * Runs benchmarks. Each one is bench/<name>/main.ts.
 *
 * Run     npm run bench -- store http     without a name, it lists the benchmarks
 * Prints  the measurements, and the ratio to each goal. Exits 1 if a goal is missed.
 */
import { globSync } from 'node:fs';
import { dirname } from 'node:path';

interface Benchmark {
  /** Runs the benchmark. Returns the lines to print. */
  run(): Promise<string>;
}

const names = globSync('*/main.ts', { cwd: import.meta.dirname })
  .map((file) => dirname(file))
  .toSorted();
const selected = process.argv.slice(2);

if (selected.length === 0 || selected.some((name) => !names.includes(name))) {
  console.error(`Name one or more of: ${names.join(', ')}. For example: npm run bench -- ${names[0]}`);
  process.exitCode = 2;
} else {
  for (const name of selected) {
    // Each main.ts exports run.
    const benchmark = (await import(`./${name}/main.ts`)) as Benchmark;
    const report = await benchmark.run();
    console.log(report);
    // A benchmark prints MISSED beside each goal that it missed.
    if (report.includes('MISSED')) process.exitCode = 1;
  }
}
