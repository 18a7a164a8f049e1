/**
 * Follows "Add an operation" (CONTRIBUTING.md) with a toy operation in a copy of the repository, and checks the result of
 * each step.
 *  1. copies the working tree; the tree itself does not change
 *  2. writes the contract, lints it and generates; the type check must fail, because the operation has no handler
 *  3. writes the handler, the client's method, the samples and the tests; the type check must pass
 *  4. runs the operation's own test, its samples, and the test of every status
 *
 * Reads   the working tree, CONTRIBUTING.md through steps.test.ts
 * Writes  a temporary folder, removed at the end
 * Run     npm run verify -- operation       takes about a minute
 * Prints  one line per step, and the files that were edited by hand. Exits 1 if a step has another result.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCopy } from '../working-copy/open-copy.ts';
import { runBounded } from '../working-copy/run-bounded.ts';
import { edits, ownTest } from './steps.ts';

const maxSeconds = 180;
const root = fileURLToPath(new URL('../..', import.meta.url));
const signal = AbortSignal.timeout(2 * maxSeconds * 1000);
await using copy = await openCopy(root);

await follow([1, 2]);
await succeeds('npm run -s lint:contract');
await succeeds('npm run -s generate');
await fails('npm run -s typecheck', /operations\/index\.ts.*\n?.*getBookingStatus/);
await follow([4, 5, 6]);
await succeeds('npm run -s typecheck');
await succeeds('npm run -s generate -- --check');
await succeeds(`npx vitest run --project server ${ownTest}`);
await succeeds('npx vitest run --project server packages/server/test/http/every-status.test.ts -t getBookingStatus');
await succeeds('npx vitest run --project scripts scripts/docs/code-samples.test.ts -t getBookingStatus');
console.log(`\n${edits.length} files edited by hand:\n${edits.map(({ path }) => `  ${path}`).join('\n')}`);

/** Makes the edits of these steps. */
async function follow(steps: readonly number[]): Promise<void> {
  for (const { path, apply, step } of edits.filter((edit) => steps.includes(edit.step))) {
    const file = join(copy.path, path);
    const text = await readFile(file, 'utf8').catch(() => '');
    const changed = apply(text);
    if (changed === text)
      throw new Error(`Step ${step} found no place for its lines in ${path}. Update scripts/add-operation/steps.ts.`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, changed);
  }
  console.log(`edited: step ${steps.join(', ')}`);
}

async function succeeds(command: string): Promise<void> {
  const { code, output } = await run(command);
  if (code !== 0) throw new Error(`${command} failed in a copy with the new operation:\n${output}`);
  console.log(`passed: ${command}`);
}

async function fails(command: string, reason: RegExp): Promise<void> {
  const { code, output } = await run(command);
  if (code === 0 || !reason.test(output)) throw new Error(`${command} should fail with ${reason}:\n${output}`);
  console.log(`failed as expected: ${command}`);
}

function run(command: string) {
  const { path: cwd, temporary } = copy;
  return runBounded(['bash', '-c', command], { cwd, temporary, seconds: maxSeconds, signal });
}
