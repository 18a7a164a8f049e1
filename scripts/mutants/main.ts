/**
 * Mutation testing: plants small faults in a copy of the repository, one at a time, and checks that a test fails for each.
 *  1. copies the working tree; the tree itself does not change
 *  2. runs the tests without a fault; all of them must pass
 *  3. plants each fault, runs its test files up to the first failure, and restores the file
 * With --conformance the conformance check takes the place of the tests, and a sandbox of the copy that of the repository. With --contract
 * the faults are changes of the contract that a machine lists: each is one number, switch, list or name of its behavior. The sandbox of the
 * copy is generated from the changed contract, and the conformance check has the real one.
 *
 * Reads   scripts/mutants/faults
 * Writes  a temporary copy, removed at the end
 * Run     npm run verify -- mutants [--only NAME[,NAME]] [--conformance | --contract] [--list] [--trusting] [--shard K/N] [--seconds N]
 *         --trusting skips step 2; --shard takes each Nth fault, from the Kth; --seconds is the timeout of a run (default 600)
 * Prints  one line per fault. Exits 1 if a fault survives or could not be judged.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFlags, refuse } from '../programs/run-program.ts';
import { listFiles, openCopy } from '../working-copy/working-copy.ts';
import { contractMutants, findByCheck, judgeChanges } from './contract.ts';
import type { Fault } from './fault.ts';
import { faults, pathOf, plantIn, rulesOf } from './faults.ts';

export interface Ended {
  /** Null if the run was stopped: it took too long, or `signal` was aborted. */
  readonly code: number | null;
  readonly output: string;
}

export interface BoundedRun {
  readonly cwd: string;
  readonly temporary: string;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

const grace_ms = 5_000;

/** Runs a command in its own process group. Ends the whole group after `seconds`, or when `signal` is aborted. */
async function runBounded(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, temporary, seconds, signal }: BoundedRun,
): Promise<Ended> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-(2 ** 20))));
  }
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const ending = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
  const end = () => {
    endGroup(child.pid, 'SIGTERM');
    // Does not keep this process alive if the group ends in time.
    setTimeout(() => endGroup(child.pid, 'SIGKILL'), grace_ms).unref();
  };
  if (ending.aborted) end();
  else ending.addEventListener('abort', end, { once: true });
  const [code] = await exit;
  ending.removeEventListener('abort', end);
  // End the processes that the command left running.
  endGroup(child.pid, 'SIGKILL');
  return { code: ending.aborted ? null : code, output };
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // The group has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options } = readFlags({
  options: {
    only: { type: 'string', multiple: true },
    conformance: { type: 'boolean', default: false },
    contract: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    shard: { type: 'string', default: '1/1' },
    trusting: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '600' },
  },
});

const [, shard, shards] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(options.shard) ?? refuse('--shard needs a form like 2/15.');
const inShard = (_: unknown, index: number) => index % Number(shards) === Number(shard) - 1;
const names = options.only?.flatMap((given) => given.split(','));
process.exitCode = options.contract ? await runChanges() : await runFaults();

/** Judges the changes of the contract whose names begin with one of `--only`. */
async function runChanges(): Promise<number> {
  const mutants = contractMutants
    .filter(({ name }) => names?.some((start) => name.startsWith(start)) ?? true)
    .filter(inShard);
  if (mutants.length === 0) refuse('No change of the contract has such a name, or the shard is empty.');
  if (options.list) return print(mutants.map(({ name }) => name));
  const wrong = await judgeChanges(root, { mutants, signal: stopSignal() });
  console.log(`${mutants.length - wrong} of ${mutants.length} changes found, or unseen for a reason`);
  return wrong > 0 ? 1 : 0;
}

function print(lines: readonly string[]): number {
  console.log(lines.join('\n'));
  return 0;
}

/** Aborted by SIGINT and SIGTERM. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

async function runFaults(): Promise<number> {
  const known = faults.filter(({ tests, conformance }) => (options.conformance ? conformance : tests) !== undefined);
  const unknown = names?.filter((name) => !known.some((fault) => fault.name === name)) ?? [];
  if (unknown.length > 0) refuse(`Unknown fault: ${unknown.join(', ')}. Use --list to list all faults.`);
  const chosen = known.filter(({ name }) => names?.includes(name) ?? true).filter(inShard);
  if (chosen.length === 0) refuse(`Shard ${options.shard} has no fault.`);
  if (options.list) return print(chosen.map(({ name, breaks }) => `${name}: ${breaks}`));
  const stop = stopSignal();
  await using copy = await openCopy(root);
  const paths = listFiles(root);
  const find = (of: readonly Fault[]) =>
    options.conformance ? findByCheck(copy, { first: of.flatMap(rulesOf) }) : findByTests(of);

  if (!options.trusting) {
    const found = await find(chosen);
    if (found !== undefined) throw new Error(`Without a fault, this fails: ${found}`);
  }
  let wrong = 0;
  for (const fault of chosen) {
    if (stop.aborted) return 1;
    const file = join(copy.path, pathOf(fault.file, paths));
    const original = await readFile(file, 'utf8');
    const unseen = options.conformance && typeof fault.conformance === 'string' ? fault.conformance : undefined;
    try {
      await writeFile(file, plantIn(original, fault));
      const found = await find([fault]);
      if (found === undefined && unseen === undefined) wrong += 1;
      console.log(`${fault.name}: ${found === undefined ? (unseen ?? 'SURVIVED') : `killed by ${found}`}`);
    } catch (error) {
      wrong += 1;
      console.log(`${fault.name}: NOT JUDGED: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      await writeFile(file, original);
    }
  }
  console.log(`${chosen.length - wrong} of ${chosen.length} faults killed`);
  return wrong > 0 ? 1 : 0;

  /** Returns the first test that fails. Throws if the run is no evidence: it timed out, or a file could not be loaded. */
  async function findByTests(of: readonly Fault[]): Promise<string | undefined> {
    const files = new Set(of.flatMap(({ tests = [] }) => tests).map((name) => pathOf(name, paths)));
    const report = join(copy.temporary, 'report.json');
    const vitest = join(copy.path, 'node_modules', 'vitest', 'vitest.mjs');
    const { code, output } = await runBounded(
      [process.execPath, vitest, 'run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...files],
      { cwd: copy.path, temporary: copy.temporary, seconds: Number(options.seconds), signal: stop },
    );
    if (code === null) throw new Error(`the tests did not end within ${options.seconds} s`);
    const text = await readFile(report, 'utf8').catch(() => undefined);
    await rm(report, { force: true });
    if (text === undefined) throw new Error(`vitest wrote no report: ${output.slice(-2000)}`);
    // Written by vitest's own JSON reporter.
    const { testResults } = JSON.parse(text) as Report;
    for (const { name, assertionResults } of testResults) {
      const failed = assertionResults.find(({ status }) => status === 'failed');
      if (failed) return `${basename(name)}: ${failed.fullName.trim()}`;
    }
    const broken = testResults.find(({ status }) => status === 'failed');
    if (broken) throw new Error(`${broken.name} could not be run: ${broken.message}`);
    const missing = [...files].filter((path) => !testResults.some(({ name }) => name.endsWith(path)));
    if (missing.length > 0) throw new Error(`no test was run in ${missing.join(', ')}`);
    if (code !== 0) throw new Error(`vitest failed without a failed test: ${output.slice(-2000)}`);
    return undefined;
  }
}

/** The report of vitest's JSON reporter. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}
