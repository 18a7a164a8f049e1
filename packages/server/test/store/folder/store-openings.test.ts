/** Ways to open the folder of the embedded store: with and without migrations, with and without its lock. */
import { chmodSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { createOrganization, migrateSqliteStore, openSqliteStore, StoreError } from '../../../src/index.ts';
import { drawApiKey, drawOrganization } from '../../../src/admin/organizations/create-organization.ts';
import { openSqliteAdmin } from '../../../src/store/sqlite/sqlite-store.ts';
import { openWorld, testSealing } from '../../../src/testing.ts';
import { makeUnreleasedDatabase } from '../../support/databases.ts';
import { inDatabase, makeFolder, request, start } from '../stored.ts';

const openings = {
  'the store': (folder: string) => openSqliteStore(folder, { sealing: testSealing, migrate: 'never' }),
  'its organizations': (folder: string) => openSqliteAdmin(folder, { sealing: testSealing }),
} as const;

describe.each(Object.entries(openings))('STA-12: %s, opened without migrating', (_what, open) => {
  it('is refused without a database, and creates nothing', async () => {
    await using made = await makeFolder();
    const none = join(made.folder, 'none');
    expect(() => open(none)).toThrow(
      new StoreError(`There is no database in ${none}. Make one first: booking-service migrate --data ${none}`),
    );
    expect(readdirSync(made.folder)).toEqual([]);
  });

  it.each(['older', 'newer', 'unreleased'] as const)(
    'is refused if the database is %s, and changes nothing',
    async (age) => {
      await using made = await makeFolder();
      const file = join(made.folder, 'booking-service.db');
      if (age === 'older') writeFileSync(file, '');
      else if (age === 'unreleased') makeUnreleasedDatabase(made.folder);
      else {
        migrateSqliteStore(made.folder, { sealing: testSealing });
        inDatabase(made.folder, (db) => db.exec('PRAGMA user_version = 99'));
      }
      const before = readFileSync(file);
      const says = {
        older: `The database ${file} is at migration 0, older than this program (`,
        newer: 'The database is at migration 99, newer than this program supports (',
        unreleased: `The database ${file} is from a version before the first release, and no migration updates it.`,
      }[age];
      expect(() => open(made.folder)).toThrow(says);
      expect(readFileSync(file).equals(before)).toBe(true);
    },
  );

  it.each([
    { what: 'not a database', write: () => Buffer.alloc(9000, 'x'), says: 'file is not a database' },
    {
      what: 'damaged',
      write: (whole: Buffer) => Buffer.concat([whole.subarray(0, 100), Buffer.alloc(whole.length - 100, 'x')]),
      says: 'database disk image is malformed',
    },
    { what: 'cut off', write: (whole: Buffer) => whole.subarray(0, 4096), says: 'database disk image is malformed' },
  ])('is refused if the file is $what, and changes nothing', async ({ write, says }) => {
    await using made = await makeFolder();
    await openSqliteStore(made.folder, { sealing: testSealing })[Symbol.asyncDispose]();
    const file = join(made.folder, 'booking-service.db');
    const broken = write(readFileSync(file));
    writeFileSync(file, broken);
    const fix = 'Nothing was changed. Restore the file from a copy, or choose another data folder.';
    expect(() => open(made.folder)).toThrow(new StoreError(`Cannot open ${file}: ${says}. ${fix}`));
    expect(readFileSync(file).equals(broken)).toBe(true);
  });

  it('is refused if this user cannot write the file', { tags: ['needs-posix'] }, async () => {
    await using made = await makeFolder();
    await openSqliteStore(made.folder, { sealing: testSealing })[Symbol.asyncDispose]();
    const file = join(made.folder, 'booking-service.db');
    const before = readFileSync(file);
    for (const name of readdirSync(made.folder)) chmodSync(join(made.folder, name), 0o666);
    chmodSync(made.folder, 0o777);
    chmodSync(file, 0o444);
    const refused = `Cannot open ${file}: attempt to write a readonly database. Nothing was changed. Give this user write access`;
    asOrdinaryUser(() => expect(() => open(made.folder)).toThrow(refused));
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

it.each([
  { what: 'the store', open: openings['the store'], file: 'booking-service.lock' },
  { what: 'its organizations', open: openings['its organizations'], file: 'booking-service.db' },
])(
  'STA-12: $what is refused if this user cannot write the folder',
  { tags: ['needs-posix'] },
  async ({ open, file }) => {
    await using made = await makeFolder();
    await openSqliteStore(made.folder, { sealing: testSealing })[Symbol.asyncDispose]();
    for (const name of readdirSync(made.folder)) chmodSync(join(made.folder, name), 0o666);
    chmodSync(made.folder, 0o555);
    const before = readFileSync(join(made.folder, 'booking-service.db'));
    const fix = 'Nothing was changed. Give this user write access to it and its folder, or choose another data folder.';
    asOrdinaryUser(() => {
      expect(() => open(made.folder)).toThrow(`Cannot open ${join(made.folder, file)}: `);
      expect(() => open(made.folder)).toThrow(fix);
    });
    chmodSync(made.folder, 0o755);
    expect(readFileSync(join(made.folder, 'booking-service.db')).equals(before)).toBe(true);
  },
);

it('STA-12: reports a database that another program has locked', { timeout: 240_000 }, async () => {
  await using made = await makeFolder();
  await openSqliteStore(made.folder, { sealing: testSealing })[Symbol.asyncDispose]();
  const file = join(made.folder, 'booking-service.db');
  using other = new DatabaseSync(file);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const says = `Cannot open ${file}: database is locked. Another program is using it. Stop that program, then try again.`;
  expect(() => openings['its organizations'](made.folder)).toThrow(says);
});

it('AUT-7: opens the organizations beside the store, without taking its lock or ending a lease', async () => {
  await using made = await makeFolder();
  await using store = openSqliteStore(made.folder, { sealing: testSealing });
  await using world = await openWorld({ store });
  await world.call<Booking>('POST', '/v1/bookings', { body: request });
  const claim = { now: start, lease_until: new Date(start.getTime() + 3_600_000), lease_token: 'lease_a', limit: 10 };
  const [run] = await store.claimRuns(claim);
  const [delivery] = await store.claimDeliveries(claim);
  {
    await using organizations = openSqliteAdmin(made.folder);
    expect(await organizations.listOrganizations()).toHaveLength(1);
    await using twice = openSqliteAdmin(made.folder);
    const { organization_id } = world.organization;
    expect(await twice.listApiKeys({ organization_id, limit: 10 })).toHaveLength(2);
  }
  expect(await store.claimRuns(claim)).toEqual([]);
  expect(await store.claimDeliveries(claim)).toEqual([]);
  expect(run && (await store.finishRun(run, run))).toBe('ended');
  const attempt = {
    request_headers: null,
    started_at: start.toISOString(),
    duration_ms: 1,
    status: 204,
    error: null,
    cause: null,
    answer: null,
  };
  expect(delivery && (await store.recordAttempts([{ delivery, attempt, state: 'succeeded' }]))).toEqual([true]);
});

it('ORG-2: reads organizations without the sealing key, but creates none', async () => {
  await using made = await makeFolder();
  await openSqliteStore(made.folder, { sealing: testSealing })[Symbol.asyncDispose]();
  await using organizations = openSqliteAdmin(made.folder);
  const making = createOrganization(organizations, { name: 'Diner', webhook_url: null }, start);
  await expect(making).rejects.toThrow('The signing secret cannot be sealed');
  expect(await organizations.listOrganizations()).toEqual([]);
});

it('STA-12: stores no organization with a part of its keys, also beside a server', async () => {
  await using made = await makeFolder();
  await using server = openSqliteStore(made.folder, { sealing: testSealing });
  await using organizations = openSqliteAdmin(made.folder, { sealing: testSealing });
  const organization = drawOrganization({ name: 'Diner', webhook_url: null }, { now: start, cell: undefined });
  const { stored } = drawApiKey({ organization_id: organization.id, mode: 'live' }, start);
  await expect(organizations.createOrganization(organization, [stored, stored])).rejects.toThrow('UNIQUE');
  expect(await organizations.listOrganizations()).toEqual([]);
  await organizations.createOrganization(organization, [stored]);
  expect(await server.findApiKey(stored.id)).toMatchObject({ organization_id: organization.id });
});

it('STA-12: takes the lock to migrate, and changes nothing in a database at the newest migration', async () => {
  await using made = await makeFolder();
  const store = openSqliteStore(made.folder, { sealing: testSealing });
  expect(() => migrateSqliteStore(made.folder, { sealing: testSealing })).toThrow(
    'Another process has the data folder',
  );
  await store[Symbol.asyncDispose]();
  const { from, to } = migrateSqliteStore(made.folder, { sealing: testSealing });
  expect(from).toBe(to);
});

/** Runs `work` without the rights of the superuser, who can write every file. */
function asOrdinaryUser(work: () => void): void {
  const superuser = process.geteuid?.() === 0;
  if (superuser) process.seteuid?.(65_534);
  try {
    work();
  } finally {
    if (superuser) process.seteuid?.(0);
  }
}
