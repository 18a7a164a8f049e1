/**
 * `contract add` on copies of two contracts: the one of this repository, whose paths are files of their own, and the library in one file.
 *
 * @module-tag slow
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const program = join(root, 'packages/toolkit/bin/contract.js');

let copy: string;
let library: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'add-'));
  await cp(join(root, 'openapi'), join(copy, 'openapi'), { recursive: true });
  await symlink(join(root, 'packages'), join(copy, 'packages'));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await cp(join(root, 'toolkit.config.ts'), join(copy, 'toolkit.config.ts'));
  library = await mkdtemp(join(tmpdir(), 'add-library-'));
  await cp(join(root, 'examples/toolkit-library/library.yaml'), join(library, 'library.yaml'));
  const config = { product: { client: {} }, contracts: { public: { document: 'library.yaml' } } };
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
    const index = join(copy, 'openapi/openapi.yaml');
    const listed = `/v1/bookings/{id}: { $ref: 'paths/v1_bookings_{id}.yaml' }\n`;
    const entry = `  /v1/bookings/{id}/notes: { $ref: 'paths/v1_bookings_{id}_notes.yaml' }\n`;
    await writeFile(index, (await readFile(index, 'utf8')).replace(listed, `${listed}${entry}`));
    expect(await contract(['lint', '--contract', 'public', '--format', 'stylish'], copy)).toMatchObject({ code: 0 });
    expect(await contract(args, copy)).toMatchObject({ code: 2, stderr: 'The operation listNotes exists.\n' });
  });

  it('adds a path to a contract in one file', async () => {
    const added = ['add', 'operation', 'renewLoan', '--route', 'POST /v1/loans/{id}/renew', '--like', 'returnLoan'];
    expect(await contract(added, library)).toMatchObject({ code: 0 });
    expect(await contract(['lint', '--format', 'stylish'], library)).toMatchObject({ code: 0 });
    expect(await contract(['generate'], library)).toMatchObject({ code: 0 });
    expect(await readFile(join(library, 'generated/operations.ts'), 'utf8')).toContain('"/v1/loans/{id}/renew"');
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
    const line = "    cursor: { $ref: '#/Cursor' }\nBooking:\n";
    expect(before).toContain(line);
    const added = line.replace('Booking:\n', () => `${date.replace('date:', 'area:')}Booking:\n`);
    expect(after).toBe(before.replace(line, () => added));
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
  });
});

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
