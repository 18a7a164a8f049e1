/**
 * A vitest reporter that ends the run with one plain line, `N passed, N failed`, for people and for CI.
 * A file that could not be loaded, an error outside a test and a run without tests count as failures. So do, after a run
 * of everything, an answer, a webhook or an error code of the contract that no test has seen cross the wire, a rule of the
 * interface that no test carries, and a test that is skipped without a reason.
 */
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';
import { readBundledContract } from '../contract/bundled-contract.ts';
import { readRules, ruleMatrix } from '../rules/rule-matrix.ts';
import { wireCoverage } from './wire-coverage.ts';

export default class ClosingLineReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
    reason: string,
  ): Promise<void> {
    let passed = 0;
    let failed = unhandledErrors.length;
    const skipped: { name: string; why: string | undefined }[] = [];
    for (const module of modules) {
      failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') passed += 1;
        else if (result.state === 'skipped') skipped.push({ name: test.fullName, why: result.note });
        else failed += 1;
      }
    }
    if (passed + failed === 0) failed = 1;
    const lines: string[] = [];
    if (this.#vitest && reason !== 'interrupted' && (await isWholeRun(this.#vitest, modules))) {
      const { line, missing } = coverageOf(modules);
      lines.push(...missing.map((name) => `never seen on the wire: ${name}`), line);
      if (missing.length > 0) failed += 1;
      for (const { name, why } of skipped) {
        lines.push(`skipped: ${name}: ${why ?? 'nobody says why, which is a failure'}`);
        if (why === undefined) failed += 1;
      }
      const rules = rulesOf(modules);
      lines.push(...rules.missing, rules.line);
      if (rules.missing.length > 0) failed += 1;
    }
    if (failed > 0) process.exitCode = 1;
    lines.push(`${passed} passed, ${failed} failed`);
    // Printed when the process ends, so that it stands below every other reporter's summary.
    process.once('exit', () => process.stdout.write(`${lines.join('\n')}\n`));
  }
}

/** Whether nothing was left out by name, by title, by project or by shard: only then is what is missing missed. */
async function isWholeRun(vitest: Vitest, modules: readonly TestModule[]): Promise<boolean> {
  const { testNamePattern, project } = vitest.config;
  if (testNamePattern !== undefined || project.length > 0) return false;
  return modules.length === (await vitest.globTestSpecifications()).length;
}

function coverageOf(modules: readonly TestModule[]): ReturnType<typeof wireCoverage> {
  // Written by the generator, which has it from Redocly; packages/server/test/support/report-wire-seen.ts gives the meta its form.
  const contract = readBundledContract();
  const seen = modules.flatMap((module) => (module.meta() as { wireSeen?: readonly string[] }).wireSeen ?? []);
  return wireCoverage(contract, new Set(seen));
}

function rulesOf(modules: readonly TestModule[]): { line: string; missing: readonly string[] } {
  const tests = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      title: test.fullName,
      passed: test.result().state === 'passed',
      file: module.moduleId,
    })),
  );
  const { rows, unknown } = ruleMatrix(readRules(), tests);
  const untested = rows.filter(({ verdict }) => verdict === 'no test');
  return {
    line: `rules: ${rows.length - untested.length} of ${rows.length} have tests`,
    missing: [
      ...untested.map(({ id }) => `no test carries the rule ${id}`),
      ...unknown.map((id) => `a test carries ${id}, which is no rule`),
    ],
  };
}
