/** booking-service on several databases: cells.yaml, its faults, and the commands with --cells. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CreatedApiKey, CreatedOrganization } from '@booking-service/contract/admin';
import { expect, it } from 'vitest';
import { readCells } from '../../src/command/cells-file.ts';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { nameOfDatabase } from '@booking-service/kernel/store';
import { makePostgresDatabase } from '../support/engines.ts';
import { freePorts } from '../support/processes/free-ports.ts';
import { call, openFolder, startCommand } from '../support/processes/server-process.ts';

const sealing_key = Buffer.alloc(32, 7).toString('base64');
const list = `
cells:
  - { name: west, number: 1, database: { env: WEST } }
  - { name: east, number: 2, database: { env: EAST }, new_organizations: false }
`;

it('creates, runs and manages a service on two databases', async () => {
  await using west = await makePostgresDatabase();
  await using east = await makePostgresDatabase();
  await using folder = await openFolder();
  const file = join(folder.path, 'cells.yaml');
  await writeFile(file, list);
  const environment = {
    BOOKING_SERVICE_CELLS: file,
    BOOKING_SERVICE_SEALING_KEY: sealing_key,
    WEST: west.url,
    EAST: east.url,
  };
  const run = async (line: string) => {
    const ended = await runCommandLine(line.split(' '), environment);
    expect(ended).toEqual({ exitCode: 0, text: expect.any(String) });
    return ended.text;
  };
  const places = [west.url, east.url].map(nameOfDatabase);
  expect((await run('migrate')).split('\n')).toEqual(
    places.map((place) => expect.stringMatching(`^Created the database ${place}, at migration`)),
  );
  const add = async (name: string, cell: string) => {
    const flags = cell === '' ? '' : ` --cell ${cell}`;
    const created = JSON.parse(await run(`org create --name ${name}${flags} --json`)) as CreatedOrganization;
    const { id } = created.organization;
    const made = JSON.parse(await run(`key create --org ${id} --mode test --json`)) as CreatedApiKey;
    return { id, key_id: made.api_key.id, key: made.key };
  };
  const harbour = await add('Harbour', '');
  const corner = await add('Corner', 'east');
  expect([harbour.id, harbour.key_id]).toEqual([expect.stringMatching(/_1$/), expect.stringMatching(/_1$/)]);
  expect([corner.id, corner.key_id]).toEqual([expect.stringMatching(/_2$/), expect.stringMatching(/_2$/)]);
  expect(await runCommandLine(['org', 'create', '--name', 'Bar', '--cell', 'north'], environment)).toEqual({
    exitCode: 1,
    text: expect.stringContaining('No cell has the name north. Leave out cell, or use a name of cells.yaml.'),
  });
  const listed = JSON.parse(await run('org list --json')) as readonly { readonly id: string }[];
  expect(listed.map(({ id }) => id)).toEqual([corner.id, harbour.id]);
  expect(await run('sealing-key status')).toContain('Every secret is sealed with the sealing key.');
  expect(await run('maintain')).toContain('Nothing to remove');

  const [port, admin] = await freePorts();
  const index = JSON.stringify(import.meta.resolve('../../src/index.ts'));
  const module = join(folder.path, 'providers.mjs');
  await writeFile(
    module,
    `import { createSandboxProvider } from ${index};
    export default ({ clock }) => ({ suppliers: [{ live: createSandboxProvider({ clock }), test: createSandboxProvider({ clock }) }] });`,
  );
  await using service = startCommand(['serve', '--providers', module, '--port', port, '--admin-port', admin], {
    environment,
  });
  expect(await service.printed('Stop: Ctrl-C')).toContain(`Data: the cells of ${file}.`);
  const search = (key: string) =>
    call({ url: `http://127.0.0.1:${port}`, keys: { test: key, live: '' } }, 'POST /v1/venues/search', { body: {} });
  expect([(await search(harbour.key)).status, (await search(corner.key)).status]).toEqual([200, 200]);
  await run(`key revoke ${corner.key_id}`);
  expect([(await search(harbour.key)).status, (await search(corner.key)).status]).toEqual([200, 401]);
  const ended = await service.end('SIGTERM');
  expect(ended.code).toBe(0);
  for (const { url } of [west, east]) expect(ended.stdout + ended.stderr).not.toContain(new URL(url).password);
});

it('refuses a cell for a service with one database, and a database beside a list of cells', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  const environment = { BOOKING_SERVICE_DATABASE: database.url, BOOKING_SERVICE_SEALING_KEY: sealing_key };
  expect(await runCommandLine(['org', 'create', '--name', 'Bar', '--cell', 'west'], environment)).toEqual({
    exitCode: 1,
    text: expect.stringContaining('This service has one database. Leave out cell'),
  });
  expect(await runCommandLine(['org', 'list', '--cells', 'cells.yaml'], environment)).toEqual({
    exitCode: 2,
    text: expect.stringContaining('The settings database and cells are both set. Unset database'),
  });
});

it.each([
  ['cells: []', '1: cells must be a list of 1 to 100 cells'],
  ['cells:\n  - { number: 1, database: { env: WEST } }', '2: name is missing'],
  ['cells:\n  - { name: West, number: 1, database: { env: WEST } }', '2: name must be a text of 1 to 40 characters'],
  ['cells:\n  - { name: west, number: 0, database: { env: WEST } }', '2: number must be a whole number from 1 to 999'],
  ['cells:\n  - { name: west, number: 1, database: "postgres://u:p@h/d" }', '2: database must be { env: VARIABLE }'],
  ['cells:\n  - { name: west, number: 1, database: { env: NONE } }', '2: the environment variable NONE is not set'],
  ['cells:\n  - { name: west, number: 1, database: { env: WRONG } }', '2: the variable of database must be a URL'],
  [list.replace('number: 2', 'number: 1').trim(), '3: its number is that of the cell in line 2, too'],
  [list.replace('name: east', 'name: west').trim(), '3: its name is that of the cell in line 2, too'],
])('refuses the list %j', async (text, reason) => {
  await using folder = await openFolder();
  const file = join(folder.path, 'cells.yaml');
  await writeFile(file, text);
  const url = 'postgres://booking:swordfish@db.test/booking';
  const read = () => readCells({ file, environment: { WEST: url, EAST: url, WRONG: 'swordfish' } });
  expect(read).toThrow(`${file}:${reason}`);
  expect(read).toThrow('name another file with --cells.');
  expect(read).not.toThrow('swordfish');
});
