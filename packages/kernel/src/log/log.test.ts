import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { pino } from 'pino';
import { createLog } from './log.ts';
import {
  currentOrigin,
  followTrail,
  joinLines,
  leaveTrail,
  noteSubject,
  readTraceparent,
  type Trail,
} from './trail.ts';

function createMaskedLog() {
  const lines: string[] = [];
  return {
    lines,
    log: createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) }, personal: ['reader'] }),
  };
}

it('writes one JSON object per line, with an ISO time and the name of the level', () => {
  const { lines, log } = createMaskedLog();
  log.warn({ attempt: 1 }, 'a webhook attempt failed');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\{.*\}\n$/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    attempt: 1,
    msg: 'a webhook attempt failed',
  });
});

it('ERR-7: masks messages, their arguments, fields, errors and the bindings of child loggers', () => {
  const { lines, log } = createMaskedLog();
  log.info('sk_test_hunter2 %s %o', 'whsec_hunter2', { email: 'hunter2' });
  log.info({ deep: { er: { reader: { name: 'hunter2' } } }, list: ['ada@hunter2.test'] });
  log.error(new Error('sk_live_hunter2', { cause: new Error('Cookie: hunter2') }));
  log.error({ err: new Error('sk_live_hunter2', { cause: new Error('Cookie: hunter2') }) }, 'failed');
  log
    .child({ key: 'sk_test_hunter2', authorization: 'hunter2' }, { redact: [] })
    .trace({ phone: 'hunter2' }, 'Bearer hunter2');
  expect(lines).toHaveLength(5);
  expect(lines.join('')).not.toContain('hunter2');
});

/** Runs the program with a log on standard output. Returns its output. */
async function run(program: string): Promise<string> {
  const file = fileURLToPath(new URL('log.ts', import.meta.url));
  const code = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { writeSync } = fs;
    let writes = 0;
    fs.writeSync = (fd, text) => { if (fd === 1) writes += 1; return writeSync(fd, text); };
    syncBuiltinESMExports();
    const { createLog } = await import(${JSON.stringify(file)});
    const log = createLog();
    ${program}`;
  const args = ['--conditions=@booking-service/source', '--input-type=module', '--eval', code];
  const failed = (error: { stdout: string }) => error;
  const { stdout } = await promisify(execFile)(process.execPath, args).catch(failed);
  return stdout;
}

function messagesOf(text: string): unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: unknown }).msg);
}

it('writes the lines of one turn of the event loop at once, in order, also from two logs', async () => {
  const written = await run(`
    const other = createLog();
    log.info('one'); other.info('two'); log.info('three');
    setImmediate(() => setImmediate(() => { log.info('writes: ' + writes); }));`);
  expect(messagesOf(written)).toEqual(['one', 'two', 'three', 'writes: 1']);
});

it.each([
  { end: 'the end of the program', program: `log.info('last');` },
  { end: 'process.exit', program: `log.info('last'); process.exit(1);` },
  { end: 'an exit from a listener', program: `process.on('exit', () => log.info('last'));` },
  { end: 'an uncaught error', program: `log.info('last'); throw new Error('uncaught');` },
  {
    end: 'an uncaught error in a later turn',
    program: `setTimeout(() => { log.info('last'); throw new Error('uncaught'); });`,
  },
  { end: 'a fatal line before a kill', program: `log.fatal('last'); process.kill(process.pid, 'SIGKILL');` },
])('loses no line at $end', async ({ program }) => {
  expect(messagesOf(await run(`log.info('first');${program}`))).toEqual(['first', 'last']);
});

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
