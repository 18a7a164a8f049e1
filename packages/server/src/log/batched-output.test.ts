import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

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
