import { expect, it } from 'vitest';
import { createLog } from './log.ts';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

function createMemoryLog() {
  const lines: string[] = [];
  return {
    lines,
    log: createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) }, personal: ['reader'] }),
  };
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
