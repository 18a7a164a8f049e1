import { expect, it } from 'vitest';
import { normalizeDestination } from '../../src/domain/session.ts';

it.each([
  ['ada@diner.test', 'ada@diner.test'],
  [' Ada@DINER.test ', 'ada@diner.test'],
  ['ada+one+two@diner.test', 'ada@diner.test'],
  ['+ada@diner.test', '+ada@diner.test'],
  ['a.da@diner.test', 'a.da@diner.test'],
  ['+351 912-345 (678)', '351912345678'],
  ['+351912345678', '351912345678'],
])('SES-4: normalizes %j to %j', (destination, normalized) => {
  expect(normalizeDestination(destination)).toBe(normalized);
});
