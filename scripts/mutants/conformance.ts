/**
 * Measures the conformance check: plants small faults in a copy of the service, one at a time, and runs the check against it.
 *  1. copies the working tree; the tree itself does not change
 *  2. runs the check against the copy without a fault; no rule may be broken
 *  3. plants each fault, starts a sandbox of the copy, runs the check, and restores the file
 *
 * Reads   scripts/mutants: the faults, in conformance-faults.ts
 * Writes  a temporary copy, removed at the end; docs/conformance.md with --write
 * Run     npm run test:conformance-mutants [-- --only NAME[,NAME]] [--write] [--page]
 *         --page writes the page without a run and keeps the rows of the faults
 * Prints  one line per fault and the score. Exits 1 if a fault that can be seen is not found.
 */
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkConformance, type RuleResult } from '@booking-service/conformance';
import { readFlags } from '../programs/read-flags.ts';
import { refuse } from '../programs/refuse.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { openCopy, type Copy } from '../working-copy/open-copy.ts';
import { conformanceFaults } from './conformance-faults.ts';
import { conformancePage, type Judged } from './conformance-page.ts';
import { plantIn } from './fault.ts';
import { sources } from './places.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = join(root, 'docs', 'conformance.md');
const { values: options } = readFlags({
  options: {
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
  },
});
if (options.page) await writePage([]);
else process.exitCode = await run();

async function run(): Promise<number> {
  const only = options.only?.split(',');
  const chosen = conformanceFaults.filter(({ name }) => only?.includes(name) ?? true);
  if (chosen.length !== (only?.length ?? conformanceFaults.length)) refuse(`Unknown fault in ${options.only}.`);

  await using copy = await openCopy(root);
  const wrong = brokenOf(await check(copy));
  if (wrong.length > 0) throw new Error(`The check fails without a fault: ${wrong.join(', ')}`);

  const judged: Judged[] = [];
  for (const fault of chosen) {
    const file = join(copy.path, sources[fault.file]);
    const original = await readFile(file, 'utf8');
    await writeFile(file, plantIn(original, { ...fault, tests: [] }));
    try {
      const broken = brokenOf(await check(copy));
      judged.push({ fault, broken });
      const verdict = broken.length > 0 ? `found by ${broken.join(', ')}` : (fault.unseen ?? 'NOT FOUND');
      console.log(`${fault.name}: ${verdict}`);
    } finally {
      await writeFile(file, original);
    }
  }

  const visible = judged.filter(({ fault }) => fault.unseen === undefined);
  const found = visible.filter(({ broken }) => broken.length > 0).length;
  console.log(`${found} of ${visible.length} faults that can be seen were found, of ${judged.length} planted`);
  if (found < visible.length) return 1;
  if (options.write) await writePage(judged);
  return 0;
}

async function writePage(judged: readonly Judged[]): Promise<void> {
  await writeFile(page, conformancePage(conformanceFaults, judged, await readFile(page, 'utf8').catch(() => '')));
  await promisify(execFile)('npx', ['oxfmt', 'docs/conformance.md'], { cwd: root });
}

/** Runs the check against a fresh sandbox of the copy. */
async function check(copy: Copy): Promise<RuleResult[]> {
  const data = join(copy.temporary, 'data');
  try {
    await using sandbox = await startSandbox(data, copy.path);
    return await checkConformance({ url: sandbox.url, adminUrl: sandbox.adminUrl });
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

function brokenOf(results: readonly RuleResult[]): string[] {
  return results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
}
