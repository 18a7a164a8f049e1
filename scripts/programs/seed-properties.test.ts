import fc from 'fast-check';
import { expect, it } from 'vitest';

it('properties have the same cases in every run', () => {
  const run = () => fc.sample(fc.nat(), 5);
  expect(run()).toEqual(run());
});
