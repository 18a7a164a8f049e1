/**
 * Mutation testing: plants small faults in a copy of the repository, one at a time, and checks that a test fails for each.
 *  1. copies the working tree; the tree itself does not change
 *  2. runs the test files and the machines without a fault; all of them must pass
 *  3. plants each fault, runs its test files up to the first failure, and restores the file
 *  4. with --machines all, also runs whole machines (compiler, all server tests, Prism …)
 *
 * Reads   scripts/mutants: the faults and the machines
 * Writes  a temporary copy, removed at the end; docs/mutants.md with --write (with --only, only the rows of these faults),
 *         and docs/mutants-by-machine.md with --machines all
 * Run     npm run test:mutants [-- --only NAME[,NAME]] [--list] [--write] [--trusting] [--machines all] [--seconds N]
 *         --trusting skips step 2; --seconds is the timeout of each test run (default 600); a machine gets six times as long
 * Prints  one line per fault. Exits 1 if a fault survives or could not be judged.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { faults } from './faults.ts';
import { plantIn, type Fault } from './fault.ts';
import { machines, type Machine } from './machines.ts';
import { machinesPage, type Found } from './machines-page.ts';
import { mutantsPage, type Killed } from './mutants-page.ts';
import { openCopy } from '../working-copy/open-copy.ts';
import { readFlags } from '../programs/read-flags.ts';
import { refuse } from '../programs/refuse.ts';
import { sources } from './places.ts';
import { runBounded } from '../working-copy/run-bounded.ts';
import { runTests } from './run-tests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options } = readFlags({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    trusting: { type: 'boolean', default: false },
    machines: { type: 'string' },
    seconds: { type: 'string', default: '600' },
  },
});

const chosen = choose(options.only?.flatMap((names) => names.split(',')));
if (options.list) console.log(chosen.map(({ name, summary, rules }) => `${name}: ${summary} (${rules})`).join('\n'));
else process.exitCode = await run();

function choose(names: readonly string[] | undefined): readonly Fault[] {
  const unknown = names?.filter((name) => !faults.some((fault) => fault.name === name)) ?? [];
  if (unknown.length > 0) refuse(`Unknown fault: ${unknown.join(', ')}. Use --list to list all faults.`);
  if (options.machines !== undefined && options.machines !== 'all') refuse('--machines accepts only "all".');
  return faults.filter(({ name }) => names?.includes(name) ?? true);
}

async function run(): Promise<number> {
  const begun = performance.now();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  await using copy = await openCopy(root);
  const bounds = { cwd: copy.path, temporary: copy.temporary, seconds: Number(options.seconds), signal: stop.signal };

  if (!options.trusting) {
    const { failed, seconds } = await runTests([...new Set(chosen.flatMap(({ tests }) => tests))], bounds);
    if (failed !== undefined) throw new Error(`A test fails without a fault: ${failed}`);
    console.log(`the tests pass without a fault (${seconds.toFixed(0)} s)`);
    const [failing] = options.machines === 'all' ? await machinesThatFind() : [];
    if (failing) throw new Error(`A machine fails without a fault: ${failing.command.join(' ')}`);
  }

  const killed: Killed[] = [];
  const found: Found[] = [];
  for (const fault of chosen) {
    if (stop.signal.aborted) break;
    await withFault(fault, copy.path, async () => {
      const tested = await runTests(fault.tests, bounds);
      const took = `${tested.seconds.toFixed(0)} s`;
      if (tested.failed === undefined) console.log(`${fault.name}: SURVIVED (${took})`);
      else {
        killed.push({ fault, ...tested });
        console.log(`${fault.name}: killed (${took}) by ${tested.failed}`);
      }
      if (options.machines === 'all') found.push({ fault, by: await machinesThatFind() });
    }).catch((error: unknown) => {
      console.log(`${fault.name}: NOT JUDGED: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  const total_seconds = (performance.now() - begun) / 1000;
  console.log(`${killed.length} of ${chosen.length} faults killed in ${total_seconds.toFixed(0)} s`);
  const complete = killed.length === chosen.length;
  if (options.write && complete) await writePages(killed, found);
  return complete ? 0 : 1;

  async function machinesThatFind(): Promise<Machine[]> {
    const by: Machine[] = [];
    for (const machine of machines) {
      const { code, output } = await runBounded(machine.command, { ...bounds, seconds: bounds.seconds * 6 });
      if (code === null) throw new Error(`${machine.name} timed out`);
      if (machine.foundPattern ? machine.foundPattern.test(output) : code !== 0) by.push(machine);
    }
    console.log(`  machines: ${by.map(({ name }) => name).join(', ') || 'none'}`);
    return by;
  }
}

async function writePages(killed: readonly Killed[], found: readonly Found[]): Promise<void> {
  const page = join(root, 'docs', 'mutants.md');
  await writeFile(page, mutantsPage(faults, killed, await readFile(page, 'utf8').catch(() => '')));
  if (options.machines === 'all') {
    await writeFile(join(root, 'docs', 'mutants-by-machine.md'), machinesPage(found, machines));
  }
  await promisify(execFile)('npx', ['oxfmt', 'docs'], { cwd: root });
}

async function withFault(fault: Fault, path: string, work: () => Promise<void>): Promise<void> {
  const file = join(path, sources[fault.file]);
  const original = await readFile(file, 'utf8');
  await writeFile(file, plantIn(original, fault));
  try {
    await work();
  } finally {
    await writeFile(file, original);
  }
}
