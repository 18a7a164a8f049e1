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

it.each([
  [{ ids: ['a', 'b c'] }, { ids: ',' }, '?ids=a%2Cb+c'],
  [{ ids: ['a', 'b'] }, { ids: ' ' }, '?ids=a+b'],
  [{ ids: ['a', 'b'] }, { ids: '|' }, '?ids=a%7Cb'],
  [{ ids: [] }, { ids: ',' }, ''],
  [
    { metadata: { order: '1041', 'a&b': 2 } },
    { metadata: 'deepObject' },
    '?metadata%5Border%5D=1041&metadata%5Ba%26b%5D=2',
  ],
  [{ metadata: { order: '1041' } }, { metadata: ',' }, '?metadata=order%2C1041'],
  [{ metadata: { order: '1041' } }, {}, '?order=1041'],
  [
    { from: new Date(0), times: [new Date(1)] },
    {},
    '?from=1970-01-01T00%3A00%3A00.000Z&times=1970-01-01T00%3A00%3A00.001Z',
  ],
] as const)('writes the query of %j in the style %j', (query, styles, text) => {
  expect(toQuery(query, styles)).toBe(text);
});
