import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function createMemoryLog() {
  const lines: string[] = [];
  return { lines, log: createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } }) };
}

it('writes one JSON object per line, with an ISO time and the name of the level', () => {
  const { lines, log } = createMemoryLog();
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
  const { lines, log } = createMemoryLog();
  log.info('sk_test_hunter2 %s %o', 'whsec_hunter2', { email: 'hunter2' });
  log.info({ deep: { er: { guest: { name: 'hunter2' } } }, list: ['ada@hunter2.test'] });
  log.error(new Error('sk_live_hunter2', { cause: new Error('Cookie: hunter2') }));
  log.error({ err: new Error('sk_live_hunter2', { cause: new Error('Cookie: hunter2') }) }, 'failed');
  log
    .child({ key: 'sk_test_hunter2', authorization: 'hunter2' }, { redact: [] })
    .trace({ phone: 'hunter2' }, 'Bearer hunter2');
  expect(lines).toHaveLength(5);
  expect(lines.join('')).not.toContain('hunter2');
});
