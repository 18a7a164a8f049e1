import { expect, it } from 'vitest';
import { advanceSteps } from '../../src/screens/sandbox/advance-steps.ts';
import { spanText } from '../../src/screens/sandbox/span-text.ts';

it('has a step for each delay of the contract, shortest first', () => {
  expect(advanceSteps.map(({ text }) => text)).toEqual(['30 s', '5 min', '12 min 30 s', '20 min', '1 d']);
  const lengths = advanceSteps.map(({ ms }) => ms);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
});

it.each([
  [0, '0 s'],
  [999, '0 s'],
  [90_061_000, '1 d 1 h 1 min 1 s'],
])('shows %i ms as %s', (ms, text) => {
  expect(spanText(ms)).toBe(text);
});
