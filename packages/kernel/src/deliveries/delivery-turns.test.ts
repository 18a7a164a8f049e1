import { expect, it } from 'vitest';
import { createPaces } from './delivery-turns.ts';

it('DLV-9: an organization begins with one connection, and gets another one after each further twenty attempts', () => {
  const paces = createPaces();
  const note = (count: number) => {
    for (let made = 0; made < count; made += 1) paces.note('org_a');
    return paces.of('org_a');
  };
  expect([paces.of('org_a'), note(19), note(1), note(19), note(1)]).toEqual([1, 1, 2, 2, 3]);
  expect(paces.of('org_b')).toBe(1);
});
