/**
 * `npm run add` in a copy of the repository, as a contributor uses it: an operation, an event, an error code and a field are added, the
 * steps that the command prints are done, and then the contract generates, lints and compiles.
 *
 * @module-tag slow
 * @module-tag nightly
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { npm } from '../programs/run-program.ts';
import { openCopy } from '../working-copy/working-copy.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const additions = [
  ['operation', 'listNotes', '--route', 'GET /v1/bookings/{id}/notes', '--like', 'getBooking'],
  ['event', 'booking.noted', '--like', 'booking.modified', '--on', 'modify confirmed confirmed'],
  [
    'error',
    'too_old',
    '--status',
    '409',
    '--message',
    'The booking is too old.',
    '--action',
    'Create another booking.',
  ],
  ['field', 'callback_url', '--schema', 'CreateBooking', '--like', 'webhook_url'],
  ['field', 'callback_url', '--schema', 'Booking', '--like', 'webhook_url'],
];
/** The projects with code that names operations, events, codes or fields one by one. */
const projects = ['packages/server', 'packages/client', 'packages/webhooks', 'scripts'];

it('adds what then generates, lints and compiles, except the tables that name each event', async () => {
  await using copy = await openCopy(root);
  const run = (program: string, args: readonly string[]) => runIn(copy.path, program, args);
  for (const addition of additions) {
    expect(await run(...npm('run', '-s', 'add', '--', ...addition))).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Wrote /),
    });
  }
  const responses = join(copy.path, 'openapi/components/responses.yaml');
  const text = await readFile(responses, 'utf8');
  const coded = text
    .replace('x-error-codes: [invalid_state]', 'x-error-codes: [invalid_state, too_old]')
    .replace(/^( *)invalid_state: \{.*\}\n/m, '$&$1too_old: { $$ref: examples.yaml#/too_old }\n');
  await writeFile(responses, coded);
  for (const script of ['generate', 'format', 'lint:contract']) {
    expect(await run(...npm('run', '-s', script))).toMatchObject({ code: 0 });
  }
  const compiled = await Promise.all(
    projects.map((project) => run(process.execPath, [tsc, '-p', project, '--noEmit', '--pretty', 'false'])),
  );
  const faults = compiled.flatMap(({ output }) =>
    [...output.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file]) => file),
  );
  expect(new Set(faults)).toEqual(
    new Set(['packages/webhooks/test/events.test-d.ts', 'scripts/docs/samples/sample-programs.ts']),
  );
});

/** Runs a program of the copy in the copy, and returns its exit code and what it printed. */
function runIn(
  cwd: string,
  program: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  const env = { ...process.env, PATH: [join(cwd, 'node_modules/.bin'), process.env['PATH']].join(delimiter) };
  return promisify(execFile)(program, args, { cwd, env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  );
}
