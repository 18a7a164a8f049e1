import { expect, it } from 'vitest';
import { readTraceparent } from './trail.ts';

const trace_id = '0af7651916cd43dd8448eb211c80319c';
const parent_id = 'b7ad6b7169203331';
const valid = `00-${trace_id}-${parent_id}-01`;

it.each([
  { what: 'a header of version 00', header: valid, read: valid },
  {
    what: 'one without the sampled flag',
    header: `00-${trace_id}-${parent_id}-00`,
    read: `00-${trace_id}-${parent_id}-00`,
  },
  { what: 'a later version', header: `01-${trace_id}-${parent_id}-01-more`, read: valid },
])('reads $what', ({ header, read }) => {
  expect(readTraceparent(header)).toBe(read);
});

it.each([
  undefined,
  '',
  'sk_live_hunter2',
  [valid, valid],
  valid.toUpperCase(),
  `${valid}-more`,
  `ff-${trace_id}-${parent_id}-01`,
  `00-${'0'.repeat(32)}-${parent_id}-01`,
  `00-${trace_id}-${'0'.repeat(16)}-01`,
  `01-${trace_id}-${parent_id}-01-${'a'.repeat(300)}`,
])('ignores %j', (header) => {
  expect(readTraceparent(header)).toBeNull();
});
