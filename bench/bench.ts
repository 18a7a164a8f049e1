/**
 * Runs one benchmark of this folder.
 *
 * Run     npm run bench -- webhooks
 */
const [name = ''] = process.argv.slice(2);
const benchmarks: Readonly<Record<string, () => Promise<unknown>>> = { webhooks: () => import('./webhooks.ts') };
const run = benchmarks[name];

if (run) await run();
else {
  console.error(`There is no benchmark ${JSON.stringify(name)}: give one of ${Object.keys(benchmarks).join(', ')}.`);
  process.exitCode = 1;
}
