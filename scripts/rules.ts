/**
 * Prints the matrix of the interface's rules: each rule, where it comes from, the tests that carry its id, and whether
 * they pass. Exits 1 where a rule has no test, a test fails, or a test names a rule that does not exist.
 *
 * Reads  openapi/rules.yaml and the titles and outcomes of a whole test run.
 * Run    npm run rules             runs every test, then prints
 *        npm run rules -- FILE     reads the outcomes of an earlier run (vitest's JSON reporter)
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Rule {
  readonly from: string;
  readonly rule: string;
}

interface TestOutcome {
  readonly title: string;
  readonly passed: boolean;
  readonly file: string;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const groups = parse(readFileSync(join(root, 'openapi/rules.yaml'), 'utf8')) as Record<string, Record<string, Rule>>;
const rules = new Map(Object.values(groups).flatMap((group) => Object.entries(group)));
const tests = readTests(process.argv[2]);
const byRule = Map.groupBy(
  tests.flatMap((test) => idsIn(test.title).map((id) => ({ id, test }))),
  ({ id }) => id,
);

let wrong = 0;
for (const [id, { from }] of rules) {
  const carrying = (byRule.get(id) ?? []).map(({ test }) => test);
  const failed = carrying.filter(({ passed }) => !passed);
  const verdict = carrying.length === 0 ? 'NO TEST' : failed.length > 0 ? 'FAIL' : 'pass';
  if (verdict !== 'pass') wrong += 1;
  const files = [...new Set(carrying.map(({ file }) => file))].join(' ');
  console.log(
    `${id.padEnd(7)} ${from.padEnd(9)} ${String(carrying.length).padStart(4)} tests  ${verdict.padEnd(7)}  ${files}`,
  );
  for (const { title } of failed) console.log(`          failed: ${title}`);
}
for (const id of byRule.keys()) {
  if (rules.has(id)) continue;
  wrong += 1;
  console.log(`${id} is named by a test and not in openapi/rules.yaml`);
}
const without = [...rules.keys()].filter((id) => !byRule.has(id)).length;
console.log(`\n${rules.size} rules, ${without} without a test, ${wrong} in need of work.`);
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

/** The report of a run of every test. A failing test is an outcome like any other. */
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

/** The rule ids a title carries: `IDM-1`, `LIM-1..4`. */
function idsIn(title: string): string[] {
  return [...title.matchAll(/\b([A-Z]{3})-(\d+)(?:\.\.(\d+))?/g)].flatMap(
    ([, group = '', first = '', last = first]) => {
      // SHA-256 has the form of a rule's id and is none.
      if (!Object.hasOwn(groups, group)) return [];
      const count = Math.max(0, Number(last) - Number(first)) + 1;
      return Array.from({ length: count }, (_, index) => `${group}-${Number(first) + index}`);
    },
  );
}
