/**
 * Plants small faults in the service, one at a time, and tells which of the machines that hold it to the contract find each.
 * Every machine is first seen to pass without a fault, as what is red by itself finds nothing; --trusting leaves that out.
 *
 * Reads   scripts/mutants: the faults and the machines
 * Writes  the file of a fault while it is planted, and puts it back; docs/mutants.md with --write
 * Run     npm run test:mutants [-- --write] [--trusting] [--fault NAME…] [--machine NAME…]     about an hour for all
 * Prints  a table, fault by machine. Exits 1 where no machine finds a fault.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { faults, type Fault } from './mutants/faults.ts';
import { machines, type Machine } from './mutants/machines.ts';
import { mutantsPage, type Verdict } from './mutants/mutants-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: asked } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    trusting: { type: 'boolean', default: false },
    fault: { type: 'string', multiple: true },
    machine: { type: 'string', multiple: true },
  },
});
const chosen = {
  faults: faults.filter(({ name }) => asked.fault?.includes(name) ?? true),
  machines: machines.filter(({ name }) => asked.machine?.includes(name) ?? true),
};

for (const machine of asked.trusting ? [] : chosen.machines) {
  if (finds(machine)) throw new Error(`${machine.name} fails without any fault: ${machine.command.join(' ')}`);
  console.log(`${machine.name}: passes without a fault`);
}

const verdicts = chosen.faults.map((fault): Verdict => {
  const found = withFault(fault, () => chosen.machines.filter(finds).map(({ name }) => name));
  console.log(`${fault.name}: ${found.length === 0 ? 'found by NOBODY' : `found by ${found.join(', ')}`}`);
  return { fault, found };
});

const page = mutantsPage(
  verdicts,
  chosen.machines.map(({ name }) => name),
);
console.log(`\n${page}`);
if (asked.write) writeFileSync(new URL('../docs/mutants.md', import.meta.url), page);
const missed = verdicts.filter(({ found }) => found.length === 0).length;
console.log(`${verdicts.length - missed} of ${verdicts.length} faults found`);
process.exitCode = missed === 0 ? 0 : 1;

function finds({ command: [program, ...args], says }: Machine): boolean {
  const { status, error, stdout } = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (error) throw error;
  return says ? says.test(stdout) : status !== 0;
}

function withFault<T>({ name, file, find, plant }: Fault, work: () => T): T {
  const url = new URL(`../${file}`, import.meta.url);
  const sound = readFileSync(url, 'utf8');
  if (sound.split(find).length !== 2) throw new Error(`${name}: ${file} does not hold its text once.`);
  const restore = () => writeFileSync(url, sound);
  const stop = () => {
    restore();
    process.exit(130);
  };
  process.once('SIGINT', stop);
  try {
    writeFileSync(
      url,
      sound.replace(find, () => plant),
    );
    return work();
  } finally {
    restore();
    process.off('SIGINT', stop);
  }
}
