/**
 * Runs every Go sample of the reference: one program contains them all, because a program takes long to link. Only the name of a sample's
 * function changes.
 *
 * @module-tag slow
 * @module-tag needs-go
 */
import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { operationTable, type EventMap, type OperationId } from '@booking-service/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations, runOperation, runReceiver, samples, sourceOf, usual, webhooks } from './sample-programs.ts';

const runFile = promisify(execFile);
const longest = { timeout: 240_000 };
const names = [...samples.keys()];
let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
let program: string;

beforeAll(async () => {
  folder = await mkdtempDisposable(join(tmpdir(), 'go-samples-'));
  const write = (file: string, content: string) => writeFile(join(folder.path, file), content);
  await write('go.mod', 'module samples\n\ngo 1.21\n');
  for (const name of names)
    await write(`${name}.go`, sourceOf(name, 'Go').replace('func main()', `func ${functionOf(name)}()`));
  const cases = names.map((name) => `\tcase "${name}":\n\t\t${functionOf(name)}()\n`);
  await write(
    'main.go',
    `package main\n\nimport "os"\n\nfunc main() {\n\tswitch os.Args[1] {\n${cases.join('')}\t}\n}\n`,
  );
  program = join(folder.path, 'samples');
  await runFile('go', ['build', '-o', program, '.'], { cwd: folder.path });
}, 400_000);

afterAll(() => folder[Symbol.asyncDispose]());

it('the samples have the format of gofmt', async () => {
  const { stdout } = await runFile('gofmt', ['-l', '.'], { cwd: folder.path });
  expect(stdout).toBe('');
});

// The table's keys are the operationIds.
it.each(Object.keys(operationTable) as OperationId[])(
  '%s: the Go sample prints the status and the body',
  longest,
  async (operationId) => {
    const [curl] = (operations[operationId] ?? usual).prints;
    const output = await runOperation(operationId, program, [operationId]);
    expect(output).toMatch(/^20[01] \{"/);
    expect(output.replace(/^\d+ /, '')).toMatch(curl);
  },
);

// The table's keys are the types.
it.each(Object.keys(webhooks) as (keyof EventMap)[])(
  'the Go sample of %s receives its webhook',
  longest,
  async (type) => {
    const { printed, booking } = await runReceiver(type, program, [type]);
    expect(printed).toBe(`${type} ${booking}\n`);
  },
);

/** The function of a sample: `booking.created` is sample_booking_created. */
function functionOf(name: string): string {
  return `sample_${name.replaceAll('.', '_')}`;
}
