/**
 * A vitest reporter that ends the run with one plain line, `N passed, N failed`, for people and for CI. Each failure has a line above it,
 * with its file and the first line of its error.
 * A file that could not be loaded, an error outside a test and a run without tests count as failures. After a run of all
 * tests, these count too: a response, webhook or error code of the contract that no test saw on the wire, a rule of the
 * interface without a test, and a test that is skipped without a reason. It also names the files that took longest.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { BundledContract, ContractOperation } from '@booking-service/toolkit';
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node';
import { readRules, ruleMatrix } from '../rules/rule-matrix.ts';

/** Vitest loads a reporter without the condition that leads to the sources of our packages, so it reads the contract itself. */
const contractFile = new URL('../../packages/contract/src/generated/openapi.json', import.meta.url);

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
    const lines = unhandledErrors.map((error) => `failed: outside a test: ${firstLine(error)}`);
    let leftOut = 0;
    const skipped: { name: string; why: string | undefined }[] = [];
    for (const module of modules) {
      lines.push(...module.errors().map((error) => `failed: ${module.relativeModuleId}: ${firstLine(error)}`));
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') passed += 1;
        else if (result.state === 'skipped' && this.#isLeftOut(test)) leftOut += 1;
        else if (result.state === 'skipped')
          skipped.push({ name: test.fullName, why: result.note ?? test.meta().whySkipped });
        else lines.push(`failed: ${module.relativeModuleId}: ${test.fullName}: ${firstLine(result.errors?.[0])}`);
      }
    }
    let failed = lines.length;
    if (passed + failed === 0) failed = 1;
    if (this.#vitest && reason !== 'interrupted' && (await isWholeRun(this.#vitest, modules))) {
      const { line, missing } = coverageOf(modules);
      lines.push(...missing.map((name) => `never seen on the wire: ${name}`), line);
      if (missing.length > 0) failed += 1;
      for (const { name, why } of skipped) {
        if (why !== undefined) continue;
        lines.push(`skipped: ${name}: no reason given, which is a failure`);
        failed += 1;
      }
      lines.push(slowestOf(modules));
      const rules = rulesOf(modules);
      lines.push(...rules.missing, rules.line);
      if (rules.missing.length > 0) failed += 1;
    }
    for (const { name, why } of skipped) if (why !== undefined) lines.push(`skipped: ${name}: ${why}`);
    if (failed > 0) process.exitCode = 1;
    if (leftOut > 0) lines.push(`left out: ${leftOut} slow tests. npm run test:all runs them`);
    lines.push(`${passed} passed, ${failed} failed`);
    // Printed when the process ends, below the output of every other reporter.
    process.once('exit', () => process.stdout.write(`${lines.join('\n')}\n`));
  }

  /** npm test leaves out the tests with the tag `slow` (scripts/programs/test-run.ts). */
  #isLeftOut(test: TestCase): boolean {
    return this.#vitest?.config.tagsFilter !== undefined && test.tags.includes('slow');
  }
}

function firstLine(error: SerializedError | undefined): string {
  return error?.message.split('\n')[0] ?? 'no error was reported';
}

/** True if all tests ran, without a filter by file, title, project or shard. Only then the coverage is complete. */
async function isWholeRun(vitest: Vitest, modules: readonly TestModule[]): Promise<boolean> {
  const { testNamePattern, project } = vitest.config;
  if (testNamePattern !== undefined || project.length > 0) return false;
  return modules.length === (await vitest.globTestSpecifications()).length;
}

/** The files that took longest, for those who look for time to save. */
function slowestOf(modules: readonly TestModule[]): string {
  const files = modules
    .map((module) => ({ name: basename(module.moduleId), ms: module.diagnostic().duration }))
    .toSorted((one, other) => other.ms - one.ms);
  const named = files.slice(0, 12).map(({ name, ms }) => `${name} ${Math.round(ms / 1000)} s`);
  return `slowest of ${files.length} files: ${named.join(', ')}`;
}

function coverageOf(modules: readonly TestModule[]): ReturnType<typeof wireCoverage> {
  // packages/server/test/support/report-wire-seen.ts defines this field.
  const contract = JSON.parse(readFileSync(contractFile, 'utf8')) as BundledContract;
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
      ...untested.map(({ id }) => `no test has the rule ${id} in its title`),
      ...unknown.map((id) => `a test has ${id} in its title, which is not a rule`),
    ],
  };
}

/** The parts of the contract that describe responses, webhooks and error codes. */
export interface WireContract extends Pick<BundledContract, 'x-unrouted'> {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Pick<ContractOperation, 'operationId' | 'responses'>>>>
  >;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly 'x-errors': Readonly<Record<string, unknown>>;
}

interface WireCoverage {
  /** `wire: 127 of 127 responses, 7 of 7 webhooks, 39 of 39 codes` */
  readonly line: string;
  /** The parts that no test has seen, in the contract's order: `createBooking 201`, `unrouted 404`, `webhook …`, `code …`. */
  readonly missing: readonly string[];
}

/**
 * Lists the parts of the contract that a whole test run has seen on the wire, and the parts that it has not. `seen` holds names as the wire validator writes them (packages/server/src/testing/wire-validator.ts).
 */
export function wireCoverage(contract: WireContract, seen: ReadonlySet<string>): WireCoverage {
  const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
  const statuses = [
    ...operations.flatMap(({ operationId, responses }) =>
      Object.keys(responses).map((status) => [operationId, status]),
    ),
    ...Object.keys(contract['x-unrouted']).map((status) => ['unrouted', status]),
  ].map((words) => words.join(' '));
  const kinds = {
    responses: statuses,
    webhooks: Object.keys(contract.webhooks).map((type) => `webhook ${type}`),
    codes: Object.keys(contract['x-errors']).map((code) => `code ${code}`),
  };

  const parts = Object.entries(kinds).map(([kind, names]) => {
    return `${names.filter((name) => seen.has(name)).length} of ${names.length} ${kind}`;
  });
  const missing = Object.values(kinds).flatMap((names) => names.filter((name) => !seen.has(name)));
  return { line: `wire: ${parts.join(', ')}`, missing };
}
