/**
 * Prints the matrix of the interface's rules: each rule, its source, the tests with its id in their titles, and whether they
 * pass. Exits 1 if a rule has no test, a test fails, or a title contains an unknown rule id.
 *
 * Reads  openapi/rules.yaml, and the titles and outcomes of a run of all tests
 * Run    npm run verify -- rules             runs every test, then prints
 *        npm run verify -- rules FILE     reads the outcomes of an earlier run (vitest's JSON reporter)
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRules, ruleMatrix, type TestOutcome } from './rule-matrix.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const { rows, unknown } = ruleMatrix(readRules(), readTests(process.argv[2]));
for (const { id, from, tests, verdict } of rows) {
  const files = [...new Set(tests.map(({ file }) => file))].join(' ');
  console.log(
    `${id.padEnd(7)} ${from.padEnd(9)} ${String(tests.length).padStart(4)} tests  ${verdict.padEnd(7)}  ${files}`,
  );
  for (const { title, passed } of tests) if (!passed) console.log(`          failed: ${title}`);
}
for (const id of unknown) console.log(`${id} is in the title of a test but not in openapi/rules.yaml`);
const without = rows.filter(({ verdict }) => verdict === 'no test').length;
const wrong = rows.filter(({ verdict }) => verdict !== 'pass').length + unknown.length;
console.log(`\n${rows.length} rules, ${without} without a test, ${wrong} with a problem.`);
if (wrong > 0) process.exitCode = 1;

function readTests(report = runTests()): TestOutcome[] {
  const { testResults } = JSON.parse(report.startsWith('{') ? report : readFileSync(report, 'utf8')) as VitestReport;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      title: fullName,
      passed: status === 'passed',
      file: name.replace(root, ''),
    })),
  );
}

/** Runs every test and returns the report. A failing test does not stop the run. */
function runTests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'));
  const file = join(folder, 'report.json');
  try {
    execFileSync('vitest', ['run', '--reporter=json', `--outputFile=${file}`], { cwd: root, stdio: 'ignore' });
  } catch (error) {
    console.error(`Some tests fail (${error instanceof Error ? error.message : String(error)}).`);
  }
  const report = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true, force: true });
  return report;
}
