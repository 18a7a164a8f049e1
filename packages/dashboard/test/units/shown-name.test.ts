import { expect, it } from 'vitest';
import { shownName } from '../../src/components/shown-name.ts';

it.each([
  ['Harbour Group', 'Harbour Group'],
  ['é😀', 'é😀'],
  ['7', '7'],
  [null, 'Without a name'],
  ['', 'Without a name'],
  ['\u200B\u2060', 'Without a name'],
  ['\u202E', 'Without a name'],
  ['\u202Eevil', '\u2068\u202Eevil\u2069'],
  ['מסעדה', '\u2068מסעדה\u2069'],
])('shows the name %j as %j', (name, shown) => {
  expect(shownName(name)).toBe(shown);
});
