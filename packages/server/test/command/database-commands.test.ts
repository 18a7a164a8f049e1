/**
 * booking-service on PostgreSQL and on several databases: its commands, cells.yaml, and the messages about each fault.
 *
 * @module-tag slow
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CreatedApiKey, CreatedOrganization } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { createSealing, nameOfDatabase, newestMigrationOf } from '@booking-service/kernel/store';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { migratePostgresStore, openPostgresStore, StoreError } from '../../src/index.ts';
import { openPostgresAdmin } from '../../src/store/postgres/postgres-admin.ts';
import { bookingFiles } from '../../src/store/booking-files.ts';
import { testSealing } from '../../src/testing.ts';
import { makePostgresDatabase } from '../support/engines.ts';
import { queryPostgres } from '../support/postgres/query-postgres.ts';
import { freePorts } from '../support/processes/free-ports.ts';
import { call, openFolder, startCommand } from '../support/processes/server-process.ts';
import { readCells } from '../../src/command/cells-file.ts';

const sealing_key = Buffer.alloc(32, 7).toString('base64');
const newest = newestMigrationOf('postgres', bookingFiles);
const otherSealing = createSealing(new Uint8Array(32).fill(8));

function passwordOf(url: string): string {
  return new URL(url).password;
}

/** Returns the URL with another password. */
function withPassword(url: string, password: string): string {
  const other = new URL(url);
  other.password = password;
  return other.href;
}

describe('one database', () => {
  it('ORG-2 ORG-3 AUT-1 AUT-7: creates, runs and manages a service on a database, and never prints its password', async () => {
    await using database = await makePostgresDatabase();
    await using folder = await openFolder();
    const environment = { BOOKING_SERVICE_DATABASE: database.url, BOOKING_SERVICE_SEALING_KEY: sealing_key };
    const texts: string[] = [];
    const run = async (line: string, exitCode = 0) => {
      const ended = await runCommandLine(line.split(' '), environment);
      texts.push(ended.text);
      expect(ended).toEqual({ exitCode, text: expect.any(String) });
      return ended.text;
    };
    const place = database.url.replace(/\/\/.*@/, '//');

    expect(await run('org list', 1)).toBe(
      `The database ${place} is empty. Bring it up to date first: booking-service migrate`,
    );
    expect(await run('migrate')).toBe(`Created the database ${place}, at migration ${newest}.`);
    expect(await run('migrate')).toBe(`Nothing to do: the database ${place} is at migration ${newest}, the newest.`);
    expect(await run('org list')).toBe('No organizations yet. Create one: booking-service org create --name NAME');
    const { organization } = JSON.parse(await run('org create --name Harbour --json')) as CreatedOrganization;
    const organization_id = organization.id;
    const made = JSON.parse(await run(`key create --org ${organization_id} --mode test --json`)) as {
      api_key: { id: string };
      key: string;
    };

    const providers = join(folder.path, 'providers.mjs');
    const index = JSON.stringify(import.meta.resolve('../../src/index.ts'));
    await writeFile(
      providers,
      `import { createSandboxProvider } from ${index};
    export default ({ clock }) => ({ suppliers: [{ live: createSandboxProvider({ clock }), test: createSandboxProvider({ clock }) }] });`,
    );
    const [port, admin] = await freePorts();
    const args = ['serve', '--providers', providers, '--port', port, '--admin-port', admin];
    await using service = startCommand(args, { environment });
    texts.push(await service.printed('Stop: Ctrl-C'));
    expect(texts.at(-1)).toContain(`Data: ${place}.`);
    const keys = { test: made.key, live: '' };
    const search = () => call({ url: `http://127.0.0.1:${port}`, keys }, 'POST /v1/venues/search', { body: {} });
    expect(await search()).toMatchObject({ status: 200 });
    await run(`org suspend ${organization_id}`);
    expect(await search()).toMatchObject({ status: 403, body: { error_code: 'org_suspended' } });
    await run(`org resume ${organization_id}`);
    await run(`key revoke ${made.api_key.id}`);
    expect(await search()).toMatchObject({ status: 401 });
    expect(await run('key list')).toContain('revoked');

    const ended = await service.end('SIGTERM');
    expect(ended.code).toBe(0);
    for (const text of [...texts, ended.stdout, ended.stderr]) expect(text).not.toContain(passwordOf(database.url));
  });

  it('two instances that start at once make the tables once', async () => {
    await using database = await makePostgresDatabase();
    const starts = Array.from({ length: 6 }, () => migratePostgresStore(database.url, { sealing: testSealing }));
    const made = await Promise.all(starts);
    expect(made.toSorted((a, b) => a.from - b.from)).toEqual([
      { from: 0, to: newest, functions_replaced: true },
      ...Array.from({ length: 5 }, () => ({ from: newest, to: newest, functions_replaced: false })),
    ]);
  });

  it('a database of a newer program, an empty one and another key are refused in a sentence, and left as they were', async () => {
    await using database = await makePostgresDatabase();
    const { url } = database;
    const openings = [
      () => openPostgresStore(url, { sealing: testSealing, migrate: 'never' }),
      () => openPostgresAdmin(url, { sealing: testSealing }),
    ];
    for (const open of openings)
      await expect(open()).rejects.toThrow(/ is empty\. Bring it up to date first: booking-service migrate$/);
    expect(await queryPostgres(url, `SELECT to_regclass('migrations') AS found`)).toEqual([{ found: null }]);

    await migratePostgresStore(url, { sealing: testSealing });
    const withAnother = [
      () => openPostgresStore(url, { sealing: otherSealing }),
      () => migratePostgresStore(url, { sealing: otherSealing }),
      () => openPostgresAdmin(url, { sealing: otherSealing }),
    ];
    for (const open of withAnother) await expect(open()).rejects.toThrow('sealed with another key than the one given');

    await queryPostgres(
      url,
      `INSERT INTO migrations VALUES ('service', 99); UPDATE migrations SET serves = '{of a newer program}'`,
    );
    const newer = `The database is at migration 1099, newer than this program supports (${newest}). Run a newer version of the program.`;
    for (const open of [...openings, () => migratePostgresStore(url, { sealing: testSealing })]) {
      await expect(open()).rejects.toThrow(new StoreError(newer));
    }
    expect(await queryPostgres(url, 'SELECT max(number) FROM migrations')).toEqual([{ max: 99 }]);
  });

  it('a database that cannot be reached, or not by this user, is refused with a fix and without its password', async () => {
    await using database = await makePostgresDatabase();
    const [port] = await freePorts();
    const cases = [
      {
        url: `postgres://booking:swordfish@127.0.0.1:${port}/bookings?password=swordfish`,
        message: /ECONNREFUSED.* Check that it runs/,
      },
      {
        url: withPassword(database.url, 'swordfish'),
        message: /password authentication failed.* Check the user name and password\.$/,
      },
      { url: `${database.url}_none`, message: /does not exist\. Create it with createdb, or use another database\.$/ },
      { url: 'postgres://booking:swordfish@127.0.0.1:port/bookings', message: /Invalid URL\. Check the URL\.$/ },
    ];
    for (const { url, message } of cases) {
      const opening = openPostgresStore(url, { sealing: testSealing });
      await expect(opening).rejects.toThrow(StoreError);
      await expect(opening).rejects.toThrow(message);
      await expect(opening).rejects.not.toThrow(/swordfish|:\/\/booking/);
    }
  });

  it('ORG-2: the signing secret is sealed in the database, for its organization alone', async () => {
    await using database = await makePostgresDatabase();
    await using store = await database.open();
    const secret = 'whsec_clear';
    const organization = {
      name: 'Diner',
      created: new Date().toISOString(),
      webhook_url: null,
      rate_limit: 1,
      test_allowance: 1,
    };
    for (const id of ['org_a', 'org_b'])
      await store.createOrganization({ ...organization, id, signing_secret: secret });
    const rows = await database.query('SELECT signing_secret FROM organizations');
    for (const row of rows) expect(row['signing_secret']).toMatch(/^v2\./);
    expect(await store.findOrganization('org_a')).toMatchObject({ signing_secret: secret });
    await database.query(
      `UPDATE organizations SET signing_secret = (SELECT signing_secret FROM organizations WHERE id = 'org_b')`,
    );
    await expect(store.findOrganization('org_a')).rejects.toThrow('The sealed text of org_a does not open');
  });
});

const list = `
cells:
  - { name: west, number: 1, database: { env: WEST } }
  - { name: east, number: 2, database: { env: EAST }, new_organizations: false }
`;

describe('several databases', () => {
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
    [
      'cells:\n  - { name: west, number: 0, database: { env: WEST } }',
      '2: number must be a whole number from 1 to 999',
    ],
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
});
