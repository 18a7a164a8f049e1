import { existsSync, statSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { testSealing } from '../../testing/world.ts';
// @boundaries-ignore a private part of the kernel
import { commitTogether, type WriteCall } from '../../../../kernel/src/store/sqlite/group-commit.ts';
// @boundaries-ignore a private part of the kernel
import { createDiskFault, type DiskFault, unavailableCode } from '../../../../kernel/src/store/sqlite/file.ts';
import { sqliteStatements, type SqliteWrites } from './sqlite-statements.ts';
import type { StoreReads } from '../store.ts';
import { migrateSqliteStore } from './sqlite-store.ts';

interface Opened extends AsyncDisposable {
  readonly file: string;
  readonly db: DatabaseSync;
  readonly reads: StoreReads;
  readonly writes: SqliteWrites;
  readonly fault: DiskFault;
}

async function open(): Promise<Opened> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(folder, { recursive: true }));
  migrateSqliteStore(folder, { sealing: testSealing });
  const file = join(folder, 'booking-service.db');
  const db = opened.use(new DatabaseSync(file));
  const running = opened.move();
  return {
    file,
    db,
    ...sqliteStatements(db),
    fault: createDiskFault(db),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function addOrganization(id: number, name = 'Diner'): WriteCall {
  const created = '2026-11-21T09:30:00.000Z';
  const organization = { id: `org_${id}`, name, created, webhook_url: null, signing_secret: 's' };
  return { id, method: 'createOrganization', args: [{ ...organization, rate_limit: 1, test_allowance: 1 }] };
}

async function listIds({ reads }: Opened): Promise<string[]> {
  return (await reads.listOrganizations()).map(({ id }) => id);
}

it('STA-12: undoes only the method that fails after it has written', async () => {
  await using opened = await open();
  const { db, writes, fault } = opened;
  const createOrganization: SqliteWrites['createOrganization'] = async (organization) => {
    await writes.createOrganization(organization);
    if (organization.name === 'Failing') throw new RangeError('too late');
  };
  const calls = [addOrganization(1), addOrganization(2, 'Failing'), addOrganization(3)];
  const results = await commitTogether(calls, { db, fault, writes: { ...writes, createOrganization } });
  expect(results).toMatchObject([
    { id: 1, value: undefined },
    { id: 2, error: { name: 'RangeError', message: 'too late' } },
    { id: 3, value: undefined },
  ]);
  expect(await listIds(opened)).toEqual(['org_1', 'org_3']);
});

/** A database that records what it executes. */
class RecordedDatabase extends DatabaseSync {
  readonly executed: string[] = [];

  override exec(sql: string): void {
    this.executed.push(sql);
    super.exec(sql);
  }
}

it('STA-12: makes no savepoint unless a call fails', async () => {
  await using opened = await open();
  using db = new RecordedDatabase(opened.file);
  const context = { db, writes: sqliteStatements(db).writes, fault: createDiskFault(db) };
  await commitTogether([addOrganization(1), addOrganization(2)], context);
  expect(db.executed).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
  const results = await commitTogether([addOrganization(3), addOrganization(1), addOrganization(4)], context);
  expect(results).toMatchObject([
    { id: 3, value: undefined },
    { id: 1, error: { message: 'UNIQUE constraint failed: organizations.id' } },
    { id: 4, value: undefined },
  ]);
  expect(db.executed.filter((sql) => sql === 'SAVEPOINT one_call')).toHaveLength(3);
  expect(await listIds(opened)).toEqual(['org_1', 'org_2', 'org_3', 'org_4']);
});

it('STA-12: rejects every call while another program holds the database, and commits the next group', async () => {
  await using opened = await open();
  const { db, file, writes, fault } = opened;
  const calls = [addOrganization(1), addOrganization(2)];
  {
    using other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const results = await commitTogether(calls, { db, writes, fault });
    expect(results).toMatchObject([
      { id: 1, error: { codes: { errcode: 5 } } },
      { id: 2, error: { codes: { errcode: 5 } } },
    ]);
  }
  await commitTogether(calls, { db, writes, fault });
  expect(await listIds(opened)).toEqual(['org_1', 'org_2']);
});

it('STA-12: rejects every call of a transaction that SQLite rolled back', async () => {
  await using opened = await open();
  const { db, writes, fault } = opened;
  const createApiKey: SqliteWrites['createApiKey'] = async () => {
    // SQLite does the same by itself when the disk fails.
    db.exec('ROLLBACK');
    throw new Error('disk I/O error');
  };
  const broken: WriteCall = { id: 2, method: 'createApiKey', args: [] };
  const calls = [addOrganization(1), broken, addOrganization(3)];
  const results = await commitTogether(calls, { db, fault, writes: { ...writes, createApiKey } });
  expect(results).toMatchObject([1, 2, 3].map((id) => ({ id, error: { message: 'disk I/O error' } })));
  expect(await listIds(opened)).toEqual([]);
});

it('STA-12: rejects a group that does not fit on the disk, and commits the next one once there is room', async () => {
  await using opened = await open();
  const { db, writes, fault } = opened;
  const { page_count } = db.prepare('PRAGMA page_count').get() ?? {};
  // SQLite's own limit of the file size. Past it SQLite fails as on a full disk, and rolls back the whole transaction.
  db.exec(`PRAGMA max_page_count = ${Number(page_count)}`);
  const large = addOrganization(2, 'x'.repeat(100_000));
  const results = await commitTogether([addOrganization(1), large, addOrganization(3)], { db, writes, fault });
  expect(results).toMatchObject([1, 2, 3].map((id) => ({ id, error: { codes: { errcode: 13 } } })));
  expect(unavailableCode(fault.find())).toBe('database_full');
  expect([db.isTransaction, await listIds(opened)]).toEqual([false, []]);

  db.exec('PRAGMA max_page_count = 1000000');
  const later = await commitTogether([large, { id: 4, method: 'checkWrite', args: [] }], { db, writes, fault });
  expect(later).toEqual([
    { id: 2, value: undefined },
    { id: 4, value: undefined },
  ]);
  expect([fault.find(), await listIds(opened)]).toEqual([undefined, ['org_2']]);
});

it.skipIf(!existsSync('/dev/full'))(
  'STA-12: accepts no check of writes until the disk has room for more than the check itself',
  async () => {
    await using opened = await open();
    const { db, file, writes, fault } = opened;
    fault.note(Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }));
    // A write to this file fails as on a full disk. The checkpoint and the small write have room.
    symlinkSync('/dev/full', `${file}-room`);
    const check: WriteCall = { id: 1, method: 'checkWrite', args: [] };
    expect(await commitTogether([check, addOrganization(2)], { db, writes, fault })).toMatchObject([
      { id: 1, error: { codes: { errcode: 13 } } },
      { id: 2, value: undefined },
    ]);
    expect(await commitTogether([check], { db, writes, fault })).toEqual([{ id: 1, value: undefined }]);
    expect([fault.find(), existsSync(`${file}-room`)]).toEqual([undefined, false]);
  },
);

it('STA-12: empties the file of the log after a full disk, unless another connection reads from it', async () => {
  await using opened = await open();
  const { db, file, writes, fault } = opened;
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  const logSize = () => statSync(`${file}-wal`).size;
  db.exec('PRAGMA busy_timeout = 5000');
  await commitTogether([addOrganization(1, 'x'.repeat(500_000))], { db, writes, fault });
  const before = logSize();
  {
    using reader = new DatabaseSync(file);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM organizations').get();
    fault.note(full);
    await commitTogether([addOrganization(2)], { db, writes, fault });
    expect([fault.find(), logSize() >= before]).toEqual([undefined, true]);
  }
  fault.note(full);
  await commitTogether([addOrganization(3)], { db, writes, fault });
  expect(fault.find()).toBeUndefined();
  expect(logSize()).toBeLessThan(before / 2);
  expect(db.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 5000 });
});

/** A database whose next writes of these texts fail as on a broken disk. */
class BrokenDatabase extends DatabaseSync {
  readonly failing = new Set<string>();

  override exec(sql: string): void {
    if (this.failing.delete(sql)) throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
    super.exec(sql);
  }
}

it('STA-12: where the rollback fails too, every call is refused, and the next group begins with another rollback', async () => {
  await using opened = await open();
  using db = new BrokenDatabase(opened.file);
  const context = { db, writes: sqliteStatements(db).writes, fault: createDiskFault(db) };
  db.failing.add('COMMIT').add('ROLLBACK');
  const results = await commitTogether([addOrganization(1), addOrganization(2)], context);
  expect(results).toMatchObject([1, 2].map((id) => ({ id, error: { message: 'disk I/O error' } })));
  expect([db.isTransaction, db.failing.size]).toEqual([true, 0]);

  expect(await commitTogether([addOrganization(3)], context)).toEqual([{ id: 3, value: undefined }]);
  expect(await listIds(opened)).toEqual(['org_3']);
});
