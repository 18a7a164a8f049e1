import { expect, it } from 'vitest';
import { ruleMatrix, type RuleGroups } from './rule-matrix.ts';

const rule = { from: 'seed §1', rule: 'The rule.' };
const groups: RuleGroups = { AAA: { 'AAA-1': rule, 'AAA-2': rule, 'AAA-3': rule }, BBB: { 'BBB-1': rule } };
const test = (title: string, passed = true) => ({ title, passed, file: 'a.test.ts' });

function verdicts(...tests: readonly ReturnType<typeof test>[]): string[] {
  return ruleMatrix(groups, tests).rows.map(({ id, verdict }) => `${id} ${verdict}`);
}

it('reports rules without a test and rules with a failing test', () => {
  const actual = verdicts(test('AAA-1: passes'), test('AAA-1 AAA-2: fails', false));
  expect(actual).toEqual(['AAA-1 fail', 'AAA-2 fail', 'AAA-3 no test', 'BBB-1 no test']);
});

it('expands a range of rule ids', () => {
  const actual = verdicts(test('AAA-1..3 BBB-1: all of them'));
  expect(actual).toEqual(['AAA-1 pass', 'AAA-2 pass', 'AAA-3 pass', 'BBB-1 pass']);
});

it('reports unknown rule ids, but not other names of the same form', () => {
  expect(ruleMatrix(groups, [test('AAA-9 SHA-256: a digest')]).unknown).toEqual(['AAA-9']);
});
