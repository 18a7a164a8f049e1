import { expect, it } from 'vitest';
import { toQuery } from '../../src/lib/resources/call.ts';

it.each([
  [undefined, ''],
  [{ city: undefined }, ''],
  [{ city: 'São Paulo', limit: 2 }, '?city=S%C3%A3o+Paulo&limit=2'],
  [{ tag: ['a', 'b&c'], open: false }, '?tag=a&tag=b%26c&open=false'],
])('writes the query of %j', (query, text) => {
  expect(toQuery(query)).toBe(text);
});
