/** The checks and the rules agree: each rule has a check, or a reason why it has none. */
import { describe, expect, it } from 'vitest';
import { checks, rules, unseenRules, wireRules } from '../src/index.ts';

const proven = new Set([...checks.flatMap((check) => check.rules), ...wireRules]);

it.each(Object.keys(rules))('%s has a check, or a reason why it cannot be seen', (rule) => {
  expect([proven.has(rule), Object.hasOwn(unseenRules, rule)], 'add a check, or a line to unseen-rules.ts').toContain(
    true,
  );
});

describe('no check', () => {
  it('proves a rule that does not exist', () => {
    expect([...proven, ...Object.keys(unseenRules)].filter((rule) => !Object.hasOwn(rules, rule))).toEqual([]);
  });

  it('proves a rule that is listed as unseen', () => {
    expect(Object.keys(unseenRules).filter((rule) => proven.has(rule))).toEqual([]);
  });
});
