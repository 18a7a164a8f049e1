import { expect, it } from 'vitest';
import { ruleMatrix, type RuleGroups } from './rule-matrix.ts';

const rule = { from: 'seed §1', rule: 'It holds.' };
const groups: RuleGroups = { AAA: { 'AAA-1': rule, 'AAA-2': rule, 'AAA-3': rule }, BBB: { 'BBB-1': rule } };
const test = (title: string, passed = true) => ({ title, passed, file: 'a.test.ts' });

function verdicts(...tests: readonly ReturnType<typeof test>[]): string[] {
  return ruleMatrix(groups, tests).rows.map(({ id, verdict }) => `${id} ${verdict}`);
}

it('a rule without a test is told, as is one of whose tests one fails', () => {
  const found = verdicts(test('AAA-1: passes'), test('AAA-1 AAA-2: fails', false));
  expect(found).toEqual(['AAA-1 fail', 'AAA-2 fail', 'AAA-3 no test', 'BBB-1 no test']);
});

it('a range carries each of its rules', () => {
  const found = verdicts(test('AAA-1..3 BBB-1: all of them'));
  expect(found).toEqual(['AAA-1 pass', 'AAA-2 pass', 'AAA-3 pass', 'BBB-1 pass']);
});

it('an id that no rule has is told; what only looks like one is not', () => {
  expect(ruleMatrix(groups, [test('AAA-9 SHA-256: a digest')]).unknown).toEqual(['AAA-9']);
});
