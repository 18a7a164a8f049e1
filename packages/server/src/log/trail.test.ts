import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { currentOrigin, followTrail, joinLines, leaveTrail, noteBooking, type Trail } from './trail.ts';

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

it('adds the trail to every form of a line, also after an await, and the booking once it is known', async () => {
  const { lines, log } = createMemoryLog();
  await followTrail({ ...trail }, async () => {
    log.info('text');
    await setImmediate();
    noteBooking('bkg_1');
    log.warn({ attempt: 2 }, 'fields and %s', 'text');
    log.child({ part: 'a' }).error({ request_id: 'req_own' });
    log.fatal(new Error('broken'));
  });
  log.info({ attempt: 3 }, 'outside');
  expect(lines).toEqual([
    { level: 30, ...fields, msg: 'text' },
    { level: 40, ...fields, booking_id: 'bkg_1', attempt: 2, msg: 'fields and text' },
    { level: 50, part: 'a', ...fields, booking_id: 'bkg_1', request_id: 'req_own' },
    { level: 60, ...fields, booking_id: 'bkg_1', err: expect.objectContaining({ message: 'broken' }), msg: 'broken' },
    { level: 30, attempt: 3, msg: 'outside' },
  ]);
});

it('writes the lines of shared work without a trail', () => {
  const { lines, log } = createMemoryLog();
  followTrail({ ...trail }, () => leaveTrail(() => log.info('shared')));
  expect(lines).toEqual([{ level: 30, msg: 'shared' }]);
});

it('returns the origin of later work', () => {
  expect(followTrail({ ...trail, booking_id: 'bkg_1' }, currentOrigin)).toEqual(trail);
  expect(currentOrigin()).toEqual({ request_id: null, traceparent: null });
});
