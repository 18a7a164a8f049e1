import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import {
  currentOrigin,
  followTrail,
  joinLines,
  leaveTrail,
  noteSubject,
  type Trail,
  readTraceparent,
} from './trail.ts';

const trail: Trail = {
  request_id: 'req_00000001',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
const fields = { request_id: 'req_00000001', trace_id: '0af7651916cd43dd8448eb211c80319c' };

function createMemoryLog() {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  return { lines, log: joinLines(pino({ base: null, timestamp: false, level: 'trace' }, destination)) };
}

it('adds the trail to every form of a line, also after an await, and the subject once it is known', async () => {
  const { lines, log } = createMemoryLog();
  await followTrail({ ...trail }, async () => {
    log.info('text');
    await setImmediate();
    noteSubject({ loan_id: 'lon_1' });
    log.warn({ attempt: 2 }, 'fields and %s', 'text');
    log.child({ part: 'a' }).error({ request_id: 'req_own' });
    log.fatal(new Error('broken'));
  });
  log.info({ attempt: 3 }, 'outside');
  expect(lines).toEqual([
    { level: 30, ...fields, msg: 'text' },
    { level: 40, ...fields, loan_id: 'lon_1', attempt: 2, msg: 'fields and text' },
    { level: 50, part: 'a', ...fields, loan_id: 'lon_1', request_id: 'req_own' },
    { level: 60, ...fields, loan_id: 'lon_1', err: expect.objectContaining({ message: 'broken' }), msg: 'broken' },
    { level: 30, attempt: 3, msg: 'outside' },
  ]);
});

it('writes the lines of shared work without a trail', () => {
  const { lines, log } = createMemoryLog();
  followTrail({ ...trail }, () => leaveTrail(() => log.info('shared')));
  expect(lines).toEqual([{ level: 30, msg: 'shared' }]);
});

it('returns the origin of later work', () => {
  expect(followTrail({ ...trail, subject: { loan_id: 'lon_1' } }, currentOrigin)).toEqual(trail);
  expect(currentOrigin()).toEqual({ request_id: null, traceparent: null });
});

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
