/** Runs the benchmarks of these names, or tells which there are: `npm run bench -- store`. Each is bench/<name>.ts. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';

interface Benchmark {
  /** Measures and tells what came of it, in lines to print. */
  run(): Promise<string>;
}

const names = globSync('*.ts', { cwd: import.meta.dirname })
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'main')
  .toSorted();
const wanted = process.argv.slice(2);

if (wanted.length === 0 || wanted.some((name) => !names.includes(name))) {
  console.error(`Name one or more of: ${names.join(', ')}. For one: npm run bench -- ${names[0]}`);
  process.exitCode = 2;
} else {
  for (const name of wanted) {
    // Every file beside this one exports run.
    const benchmark = (await import(`./${name}.ts`)) as Benchmark;
    const told = await benchmark.run();
    console.log(told);
    // Whoever measures says so of a goal that was not reached.
    if (told.includes('MISSED')) process.exitCode = 1;
  }
}
