import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { tests } from './places.ts';
import { runBounded, type BoundedRun } from '../working-copy/run-bounded.ts';

type TestFile = keyof typeof tests;

export interface Tested {
  /** The name of the file and the title of the first test that failed. Undefined if all tests passed. */
  readonly failed?: string;
  readonly seconds: number;
}

interface Report {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/**
 * Runs these test files up to the first failure. Throws if the run is no evidence about a fault: it timed out, or a file was
 * not found or could not be loaded.
 */
export async function runTests(files: readonly TestFile[], bounds: BoundedRun): Promise<Tested> {
  const begun = performance.now();
  const report = join(bounds.temporary, 'report.json');
  const vitest = join(bounds.cwd, 'node_modules', 'vitest', 'vitest.mjs');
  const paths = files.map((file) => tests[file]);
  const args = ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...paths];
  const { code, output } = await runBounded([process.execPath, vitest, ...args], bounds);
  const seconds = (performance.now() - begun) / 1000;
  if (bounds.signal.aborted) throw new Error('the run was aborted');
  if (code === null) throw new Error(`the tests did not end within ${bounds.seconds} s`);

  const text = await readFile(report, 'utf8').catch(() => undefined);
  await rm(report, { force: true });
  if (text === undefined) throw new Error(`vitest wrote no report: ${output.slice(-2000)}`);
  // Written by vitest's own JSON reporter.
  const { testResults } = JSON.parse(text) as Report;
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed) return { failed: `${basename(name)}: ${failed.fullName.trim()}`, seconds };
  }
  const broken = testResults.find(({ status }) => status === 'failed');
  if (broken) throw new Error(`${broken.name} could not be run: ${broken.message}`);
  const missing = paths.filter((path) => !testResults.some(({ name }) => name.endsWith(path)));
  if (missing.length > 0) throw new Error(`no test was run in ${missing.join(', ')}`);
  if (code !== 0) throw new Error(`vitest failed without a failed test: ${output.slice(-2000)}`);
  return { seconds };
}
