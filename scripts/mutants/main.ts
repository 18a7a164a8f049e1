/**
 * Mutation testing: plants small faults in a copy of the repository, one at a time, and sees that the tests find each.
 *  1. the working tree is copied; the tree itself is never touched
 *  2. the test files that the faults name, and the machines, are run without a fault: what fails by itself finds nothing
 *  3. each fault is planted, its test files are run up to the first failure, and its file is restored
 *  4. with --machines all, whole machines (compiler, all server tests, Prism …) are run too
 *
 * Reads   scripts/mutants: the faults and the machines
 * Writes  a temporary copy, removed at the end; docs/mutants.md with --write (with --only the rows of these faults),
 *         and docs/mutants-by-machine.md with --machines all
 * Run     npm run test:mutants [-- --only NAME[,NAME]] [--list] [--write] [--trusting] [--machines all] [--seconds N]
 *         --trusting leaves step 2 out; --seconds bounds each run of tests (600), and of a machine six times that
 * Prints  a line for each fault. Exits 1 where a fault survives or could not be judged.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { faults } from './faults.ts';
import { plantIn, type Fault } from './fault.ts';
import { machines, type Machine } from './machines.ts';
import { machinesPage, type Found } from './machines-page.ts';
import { mutantsPage, type Killed } from './mutants-page.ts';
import { openCopy } from '../working-copy/open-copy.ts';
import { sources } from './places.ts';
import { runBounded } from '../working-copy/run-bounded.ts';
import { runTests } from './run-tests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: asked } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    trusting: { type: 'boolean', default: false },
    machines: { type: 'string' },
    seconds: { type: 'string', default: '600' },
  },
});

const chosen = choose(asked.only?.flatMap((names) => names.split(',')));
if (asked.list) console.log(chosen.map(({ name, says, rules }) => `${name}: ${says} (${rules})`).join('\n'));
else process.exitCode = await run();

function choose(names: readonly string[] | undefined): readonly Fault[] {
  const unknown = names?.filter((name) => !faults.some((fault) => fault.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`No fault is called ${unknown.join(', ')}. --list lists them.`);
  if (asked.machines !== undefined && asked.machines !== 'all') throw new Error('--machines is all, or left out.');
  return faults.filter(({ name }) => names?.includes(name) ?? true);
}

async function run(): Promise<number> {
  const begun = performance.now();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  await using copy = await openCopy(root);
  const bounds = { cwd: copy.path, temporary: copy.temporary, seconds: Number(asked.seconds), signal: stop.signal };

  if (!asked.trusting) {
    const { failed, seconds } = await runTests([...new Set(chosen.flatMap(({ tests }) => tests))], bounds);
    if (failed !== undefined) throw new Error(`Fails without a fault: ${failed}`);
    console.log(`the tests pass without a fault (${seconds.toFixed(0)} s)`);
    const [failing] = asked.machines === 'all' ? await machinesThatFind() : [];
    if (failing) throw new Error(`Fails without a fault: ${failing.command.join(' ')}`);
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
      if (asked.machines === 'all') found.push({ fault, by: await machinesThatFind() });
    }).catch((error: unknown) => {
      console.log(`${fault.name}: NOT JUDGED: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  const total_seconds = (performance.now() - begun) / 1000;
  console.log(`${killed.length} of ${chosen.length} faults killed in ${total_seconds.toFixed(0)} s`);
  const complete = killed.length === chosen.length;
  if (asked.write && complete) await writePages(killed, found);
  return complete ? 0 : 1;

  async function machinesThatFind(): Promise<Machine[]> {
    const by: Machine[] = [];
    for (const machine of machines) {
      const { code, output } = await runBounded(machine.command, { ...bounds, seconds: bounds.seconds * 6 });
      if (code === null) throw new Error(`${machine.name} did not end in time`);
      if (machine.says ? machine.says.test(output) : code !== 0) by.push(machine);
    }
    console.log(`  machines: ${by.map(({ name }) => name).join(', ') || 'none'}`);
    return by;
  }
}

async function writePages(killed: readonly Killed[], found: readonly Found[]): Promise<void> {
  const page = join(root, 'docs', 'mutants.md');
  await writeFile(page, mutantsPage(faults, killed, await readFile(page, 'utf8').catch(() => '')));
  if (asked.machines === 'all') {
    await writeFile(join(root, 'docs', 'mutants-by-machine.md'), machinesPage(found, machines));
  }
  await promisify(execFile)('npx', ['oxfmt', 'docs'], { cwd: root });
}

async function withFault(fault: Fault, path: string, work: () => Promise<void>): Promise<void> {
  const file = join(path, sources[fault.file]);
  const sound = await readFile(file, 'utf8');
  await writeFile(file, plantIn(sound, fault));
  try {
    await work();
  } finally {
    await writeFile(file, sound);
  }
}
