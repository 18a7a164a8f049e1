/**
 * `contract add` on copies of two contracts: the one of this repository, whose paths are files of their own, and the library in one file.
 *
 * @module-tag slow
 * @module-tag nightly
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const program = join(root, 'packages/toolkit/bin/contract.js');

let copy: string;
let library: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'add-'));
  await cp(join(root, 'openapi'), join(copy, 'openapi'), { recursive: true });
  await symlink(join(root, 'packages'), join(copy, 'packages'), 'junction');
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  // The packages are links, so the handlers of the copy are in a folder of their own.
  const own = `contracts: { ...config.contracts, public: { ...publicContract, handlers: { ...publicContract.handlers, folder: 'handlers' } } }`;
  await writeFile(
    join(copy, 'toolkit.config.ts'),
    `import config from ${JSON.stringify(join(root, 'toolkit.config.ts'))};
    const { public: publicContract } = config.contracts;
    export default { ...config, ${own} };`,
  );
  library = await mkdtemp(join(tmpdir(), 'add-library-'));
  await cp(join(root, 'examples/toolkit-library/library.yaml'), join(library, 'library.yaml'));
  const handlers = { folder: 'handlers' };
  const config = { product: { client: {} }, contracts: { public: { document: 'library.yaml', handlers } } };
  await writeFile(join(library, 'toolkit.config.ts'), `export default ${JSON.stringify(config)};`);
});

afterAll(async () => {
  await Promise.all([copy, library].map((folder) => rm(folder, { recursive: true, force: true })));
});

const message = ['--message', 'The booking is too old.', '--action', 'Create another one.'];

describe('contract add operation', () => {
  const args = ['add', 'operation', 'listNotes', '--route', 'GET /v1/bookings/{id}/notes', '--like', 'getBooking'];

  it('writes a path file that lint accepts once it is listed, and refuses to write it again', async () => {
    const { code, stdout } = await contract(args, copy);
    const file = 'openapi/paths/v1_bookings_{id}_notes.yaml';
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`Wrote ${file}.`) });
    const model = await readFile(join(copy, 'openapi/paths/v1_bookings_{id}.yaml'), 'utf8');
    expect(await readFile(join(copy, file), 'utf8')).toBe(model.replace('getBooking', 'listNotes'));
    expect(await readFile(join(copy, 'handlers/list-notes.ts'), 'utf8')).toContain(
      `): Promise<OperationResponse<'listNotes'>> {`,
    );
    const index = join(copy, 'openapi/openapi.yaml');
    const listed = `/v1/bookings/{id}: { $ref: 'paths/v1_bookings_{id}.yaml' }\n`;
    const entry = `  /v1/bookings/{id}/notes: { $ref: 'paths/v1_bookings_{id}_notes.yaml' }\n`;
    await writeFile(index, (await readFile(index, 'utf8')).replace(listed, `${listed}${entry}`));
    expect(await contract(['lint', '--contract', 'public', '--format', 'stylish'], copy)).toMatchObject({ code: 0 });
    expect(await contract(args, copy)).toMatchObject({ code: 2, stderr: 'The operation listNotes exists.\n' });
  });

  it('adds a path to a contract in one file, whose other lines stay, and a handler', async () => {
    const before = await readFile(join(library, 'library.yaml'), 'utf8');
    const added = ['add', 'operation', 'renewLoan', '--route', 'POST /v1/loans/{id}/renew', '--like', 'returnLoan'];
    expect(await contract(added, library)).toMatchObject({ code: 0 });
    const model = /^ {2}\/v1\/loans\/\{id\}\/return:\n(?: {4}.+\n)+/m.exec(before)?.[0] ?? '';
    const path = model
      .replace('{id}/return', '{id}/renew')
      .replace('operationId: returnLoan', 'operationId: renewLoan');
    expect(await readFile(join(library, 'library.yaml'), 'utf8')).toBe(before.replace(model, () => model + path));
    expect(await readFile(join(library, 'handlers/renew-loan.ts'), 'utf8')).toContain(
      `export const renewLoan: Handler<'renewLoan'> = async () => {`,
    );
    expect(await contract(['lint', '--format', 'stylish'], library)).toMatchObject({ code: 0 });
    expect(await contract(['generate'], library)).toMatchObject({ code: 0 });
    expect(await readFile(join(library, 'generated/operations.ts'), 'utf8')).toContain('"/v1/loans/{id}/renew"');
  });

  it('adds a method to a path, with the values of aliases whose anchors stand below', async () => {
    const file = join(library, 'library.yaml');
    const written = await readFile(file, 'utf8');
    const first = '  /v1/first:\n    put: { operationId: putFirst }\n';
    const [head = '', tail = ''] = written.split(/(?<=^paths:\n)/m);
    await writeFile(file, head + first + tail);
    const added = ['add', 'operation', 'listFirst', '--route', 'GET /v1/first', '--like', 'getLoan'];
    expect(await contract(added, library)).toMatchObject({ code: 0 });
    const after = await readFile(file, 'utf8');
    expect(after.startsWith(`${head}${first}    get:\n      operationId: listFirst\n`)).toBe(true);
    expect(after.endsWith(tail)).toBe(true);
    expect(parse(after, { merge: true }).paths['/v1/first'].get['x-behavior']).toMatchObject({ scope: 'loans:read' });
    await writeFile(file, written);
  });

  it('leaves the anchors of the model where they are', async () => {
    const file = join(library, 'library.yaml');
    const written = await readFile(file, 'utf8');
    const added = ['add', 'operation', 'listOld', '--route', 'GET /v1/old-loans', '--like', 'listLoans'];
    expect(await contract(added, library)).toMatchObject({ code: 0 });
    const after = await readFile(file, 'utf8');
    expect(after.match(/ &\w+/g)).toEqual(written.match(/ &\w+/g));
    const [model, copied] = ['/v1/loans', '/v1/old-loans'].map((path) => parse(after, { merge: true }).paths[path].get);
    expect(copied).toEqual({ ...model, operationId: 'listOld' });
    await writeFile(file, written);
  });

  it.each([
    { wrong: ['add', 'operation', 'x', '--route', 'GET /v1/x', '--like', 'nothing'], reason: 'nothing does not exist' },
    { wrong: ['add', 'operation', 'x', '--route', 'v1', '--like', 'getBooking'], reason: 'v1 is no route' },
    { wrong: ['add', 'operation', 'x', '--like', 'getBooking'], reason: '--route is missing' },
    { wrong: ['add', 'booking', 'x'], reason: 'Usage: contract add' },
  ])('refuses $wrong', async ({ wrong, reason }) => {
    expect(await contract(wrong, copy)).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
  });
});

describe('contract add field', () => {
  it('adds a field to a contract in one file, which then lints and generates', async () => {
    const before = await readFile(join(library, 'library.yaml'), 'utf8');
    const args = ['add', 'field', 'shelf', '--schema', 'CreateLoan', '--like', 'book'];
    expect(await contract(args, library)).toMatchObject({ code: 0 });
    const line =
      "        book: { $ref: '#/components/schemas/Book' }\n        reader: { $ref: '#/components/schemas/Reader' }\n";
    const added = "        shelf: { $ref: '#/components/schemas/Book' }\n";
    expect(await readFile(join(library, 'library.yaml'), 'utf8')).toBe(before.replace(line, `${line}${added}`));
    expect(await contract(['lint', '--format', 'stylish'], library)).toMatchObject({ code: 0 });
    expect(await contract(['generate'], library)).toMatchObject({ code: 0 });
    expect(await readFile(join(library, 'generated/library.ts'), 'utf8')).toContain(
      'shelf?: components["schemas"]["Book"]',
    );
    expect(await contract(args, library)).toMatchObject({ code: 2, stderr: 'The field shelf of CreateLoan exists.\n' });
  });

  it('changes only the line of the field in the file of the schema', async () => {
    const file = join(copy, 'openapi/components/schemas.yaml');
    const before = await readFile(file, 'utf8');
    const args = ['add', 'field', 'area', '--schema', 'AvailabilitySearch', '--like', 'date'];
    expect(await contract(args, copy)).toMatchObject({ code: 0 });
    const after = await readFile(file, 'utf8');
    const date = /^ {4}date:\n(?: {6}.+\n)+/m.exec(before)?.[0] ?? '';
    const upToLast = /^AvailabilitySearch:\n(?: .+\n)*? {4}cursor: .+\n/m;
    expect(after).toBe(before.replace(upToLast, (fields) => fields + date.replace('date:', 'area:')));
    expect(after).not.toBe(before);
    expect(await contract(['lint', '--contract', 'public', '--format', 'stylish'], copy)).toMatchObject({ code: 0 });
  });

  it.each([
    { wrong: ['--schema', 'Nothing', '--like', 'date'], reason: 'There is no schema Nothing' },
    { wrong: ['--schema', 'Booking', '--like', 'nothing'], reason: 'The schema Booking has no field nothing.' },
    { wrong: ['--schema', 'Booking'], reason: '--like is missing' },
  ])('refuses $wrong', async ({ wrong, reason }) => {
    const args = ['add', 'field', 'extra', ...wrong];
    expect(await contract(args, copy)).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
  });
});

describe('contract add error', () => {
  it('adds an entry to the catalogue, and refuses to add it again', async () => {
    const file = join(copy, 'openapi/behavior/errors.yaml');
    const before = await readFile(file, 'utf8');
    const args = ['add', 'error', 'too_old', '--status', '409', ...message];
    expect(await contract(args, copy)).toMatchObject({ code: 0 });
    const after = await readFile(file, 'utf8');
    expect(after.startsWith(`${before}too_old:\n  status: 409\n`)).toBe(true);
    expect(await contract(args, copy)).toMatchObject({ code: 2, stderr: expect.stringContaining('too_old exists') });
    // No response has the code yet, which lint refuses.
    await writeFile(file, before);
  });
});

describe('contract add event', () => {
  const args = ['add', 'event', 'booking.noted', '--like', 'booking.modified'];
  const on = ['--on', 'modify confirmed confirmed'];

  it('adds only lines to the files of every contract that lists the model, and the contract still lints', async () => {
    const files = [
      ['openapi/openapi.yaml', ['  booking.noted: { $ref: webhooks/booking.noted.yaml }']],
      ['openapi/components/schemas.yaml', ['    - booking.noted', '    - booking.noted']],
      ['openapi/admin/components/schemas.yaml', ['    - booking.noted', '    - booking.noted']],
    ] as const;
    const read = (file: string) => readFile(join(copy, file), 'utf8');
    const before = await Promise.all(files.map(([file]) => read(file)));
    const states = await read('openapi/behavior/states.yaml');
    const { code, stdout } = await contract([...args, ...on], copy);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('Wrote openapi/webhooks/booking.noted'),
    });
    for (const [index, [file, added]] of files.entries()) {
      expect({ file, added: addedLines(before[index] ?? '', await read(file)) }).toEqual({ file, added });
    }
    const [model, webhook] = [
      await read('openapi/webhooks/booking.modified.yaml'),
      'openapi/webhooks/booking.noted.yaml',
    ];
    expect(await read(webhook)).toBe(
      model.replaceAll('booking.modified', 'booking.noted').replaceAll('gModified', 'gNoted'),
    );
    expect(await read('openapi/behavior/states.yaml')).toBe(
      states.replace('events: [booking.modified]', 'events: [booking.modified, booking.noted]'),
    );
    expect(await contract(['lint', '--format', 'stylish'], copy)).toMatchObject({ code: 0 });
    expect(await contract(args, copy)).toMatchObject({ code: 2, stderr: 'The event booking.noted exists.\n' });
  });

  it('adds an event to a contract in one file, which lint refuses until a transition sends it', async () => {
    const file = join(library, 'library.yaml');
    const before = await readFile(file, 'utf8');
    const lost = ['add', 'event', 'loan.lost', '--like', 'loan.overdue'];
    const { stdout } = await contract(lost, library);
    expect(stdout).toContain('Add it to the events of a transition in library.yaml');
    expect((await contract(['lint', '--format', 'stylish'], library)).stdout).toContain(
      'No transition sends loan.lost.',
    );
    await writeFile(file, before);
    expect(await contract([...lost, '--on', 'return overdue returned'], library)).toMatchObject({ code: 0 });
    const after = await readFile(file, 'utf8');
    expect(after).toContain('to: returned, events: [loan.lost] }');
    expect(
      addedLines(before.replace('events: [] }\n\nx-limits', 'events: [loan.lost] }\n\nx-limits'), after),
    ).toHaveLength(33);
    expect(await contract(['lint', '--format', 'stylish'], library)).toMatchObject({ code: 0 });
    expect(await contract(['generate'], library)).toMatchObject({ code: 0 });
    expect(await readFile(join(library, 'generated/events.ts'), 'utf8')).toContain(`readonly 'loan.lost':`);
  });

  it.each([
    { wrong: ['booking.lost', '--like', 'nothing'], reason: 'The event nothing does not exist' },
    { wrong: ['lost', '--like', 'booking.modified'], reason: 'lost is not an event type' },
    {
      wrong: ['booking.lost', '--like', 'booking.modified', '--on', 'modify failed'],
      reason: 'The contract does not have the transition',
    },
    { wrong: ['booking.lost'], reason: '--like is missing' },
  ])('refuses $wrong, and writes nothing', async ({ wrong, reason }) => {
    const before = await readFile(join(copy, 'openapi/openapi.yaml'), 'utf8');
    expect(await contract(['add', 'event', ...wrong], copy)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(reason),
    });
    expect(await readFile(join(copy, 'openapi/openapi.yaml'), 'utf8')).toBe(before);
  });
});

/** The lines that a text has more than before, in order. */
function addedLines(before: string, after: string): string[] {
  const left = before.split('\n');
  const added: string[] = [];
  for (const line of after.split('\n')) {
    if (line === left[0]) left.shift();
    else added.push(line);
  }
  expect(left).toEqual([]);
  return added;
}

function contract(
  args: readonly string[],
  cwd: string,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const options = ['--conditions=@booking-service/source', program, ...args];
  return promisify(execFile)(process.execPath, options, { cwd }).then(
    (output) => ({ code: 0, ...output }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}
