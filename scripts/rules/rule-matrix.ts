/** Matches the interface's rules (openapi/rules.yaml) with the tests that have their ids in the title. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Rule {
  /** `seed §2`: the section of the specification that states the rule. `gap §2`: the section leaves it open, and the project decided. */
  readonly from: string;
  readonly rule: string;
}

/** The rules by their ids, group by group. */
export type RuleGroups = Readonly<Record<string, Readonly<Record<string, Rule>>>>;

export interface TestOutcome {
  readonly title: string;
  readonly passed: boolean;
  readonly file: string;
}

export interface RuleRow {
  readonly id: string;
  readonly from: string;
  readonly tests: readonly TestOutcome[];
  readonly verdict: 'pass' | 'fail' | 'no test';
}

export interface RuleMatrix {
  readonly rows: readonly RuleRow[];
  /** Rule ids in titles that no rule has. */
  readonly unknown: readonly string[];
}

export function readRules(): RuleGroups {
  return parse(readFileSync(new URL('../../openapi/rules.yaml', import.meta.url), 'utf8')) as RuleGroups;
}

export function ruleMatrix(groups: RuleGroups, tests: readonly TestOutcome[]): RuleMatrix {
  const testsById = Map.groupBy(
    tests.flatMap((test) => idsIn(test.title, groups).map((id) => ({ id, test }))),
    ({ id }) => id,
  );
  const rules = Object.values(groups).flatMap((group) => Object.entries(group));
  const rows = rules.map(([id, { from }]): RuleRow => {
    const ownTests = (testsById.get(id) ?? []).map(({ test }) => test);
    const passes = ownTests.every(({ passed }) => passed);
    return { id, from, tests: ownTests, verdict: ownTests.length === 0 ? 'no test' : passes ? 'pass' : 'fail' };
  });
  const ids = new Set(rows.map(({ id }) => id));
  return { rows, unknown: [...testsById.keys()].filter((id) => !ids.has(id)) };
}

/** The rule ids in a title: `IDM-1`, `LIM-1..4`. */
function idsIn(title: string, groups: RuleGroups): string[] {
  return [...title.matchAll(/\b([A-Z]{3})-(\d+)(?:\.\.(\d+))?/g)].flatMap(
    ([, group = '', first = '', last = first]) => {
      // SHA-256 has the form of a rule id but is not one.
      if (!Object.hasOwn(groups, group)) return [];
      const count = Math.max(0, Number(last) - Number(first)) + 1;
      return Array.from({ length: count }, (_, index) => `${group}-${Number(first) + index}`);
    },
  );
}
