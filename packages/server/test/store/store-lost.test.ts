/** The store and the service after the death of the write thread. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyFileSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { migratePostgres } from '@booking-service/kernel/store/postgres';
import { databaseFile, migrateSqlite } from '@booking-service/kernel/store/sqlite';
import {
  createOrganization,
  migratePostgresStore,
  migrateSqliteStore,
  openPostgresStore,
  openSqliteStore,
  StoreError,
} from '../../src/index.ts';
import { testSealing as sealing, testSealing } from '../../src/testing.ts';
import { openSqliteAdmin, statementsModule } from '../../src/store/sqlite/sqlite-store.ts';
// @boundaries-ignore a private part of the kernel
import { returnThread, takeThread } from '../../../kernel/src/store/sqlite/writer.ts';
import { openFolder, portFlags, sandbox, startCommand } from '../support/processes/server-process.ts';
// @boundaries-ignore a private part of the kernel
import { openPostgres } from '../../../kernel/src/store/postgres/open-postgres.ts';
// @boundaries-ignore a private part of the kernel
import { openSqlite } from '../../../kernel/src/store/sqlite/open-sqlite.ts';
import { bookingFiles } from '../../src/store/booking-files.ts';
import { openPostgresAdmin } from '../../src/store/postgres/postgres-admin.ts';
import { makePostgresDatabase } from '../support/engines.ts';
import { files } from './commit/library.ts';

const start = new Date('2026-11-21T09:30:00.000Z');

it('STA-12: rejects every open and later call when the write thread dies, and keeps every returned write', async () => {
  await using folder = await openFolder();
  // The store takes the thread that was returned last.
  const thread = takeThread(statementsModule);
  returnThread(thread, statementsModule);
  const reported: StoreError[] = [];
  const store = openSqliteStore(folder.path, { sealing: testSealing, onLost: (error) => reported.push(error) });
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, start);

  using other = new DatabaseSync(join(folder.path, 'booking-service.db'));
  other.exec('BEGIN IMMEDIATE');
  const open = Promise.allSettled(
    Array.from({ length: 1000 }, () => store.setWebhookUrl(organization_id, 'https://diner.test/')),
  );
  // The calls start only after this turn. The thread waits for another program's transaction and ends while it waits.
  await new Promise((sent) => process.nextTick(sent));
  const ended = thread.terminate();
  other.exec('ROLLBACK');
  const results = await open;
  await ended;
  const lost = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  expect(lost.length).toBeGreaterThan(0);
  expect(new Set(lost).size).toBe(1);
  expect(lost[0]).toMatch(
    /^StoreError: The thread that writes to .* has stopped \(it ended with 1\)\. Restart the service/,
  );
  expect(reported).toEqual([expect.any(StoreError)]);

  await expect(store.setWebhookUrl(organization_id, null)).rejects.toThrow('has stopped');
  await expect(store.findOrganization(organization_id)).rejects.toThrow('has stopped');
  await expect(store.readMigration()).rejects.toThrow('has stopped');
  await store[Symbol.asyncDispose]();

  await using reopened = openSqliteStore(folder.path, { sealing: testSealing });
  expect(await reopened.findOrganization(organization_id)).toMatchObject({ id: organization_id });
});

it('STA-12: logs the death of the write thread and exits with 1', { timeout: 240_000 }, async () => {
  await using folder = await openFolder();
  const deadly = `process.on('worker', (thread) => process.on('SIGUSR2', () => thread.terminate()))`;
  const nodeOptions = [`--import=data:text/javascript,${encodeURIComponent(deadly)}`];
  const args = [...sandbox, '--data', folder.path, ...(await portFlags())];
  await using service = startCommand(args, { nodeOptions });
  await service.printed('Stop: Ctrl-C');
  service.signal('SIGUSR2');
  const { code, stderr } = await service.ended;
  expect(code).toBe(1);
  expect(stderr).toContain('the store is lost; exiting');
  expect(stderr).toContain('has stopped (it ended with 1). Restart the service. Every write that returned is stored.');
});

// A database belongs to one service: a library opens none of the booking service, and the other way round.

const limits = { window_seconds: 60 };

function applicationId(file: string): unknown {
  using db = new DatabaseSync(file, { readOnly: true });
  return db.prepare('PRAGMA application_id').get()?.['application_id'];
}

it('STA-12: on SQLite a file of another service is refused, and stays as it is', async () => {
  await using folder = await openFolder();
  const [bookings, library] = [databaseFile(folder.path, bookingFiles), databaseFile(folder.path, files)];
  migrateSqliteStore(folder.path, { sealing });
  // Every file of the booking service has this number, "Book".
  expect(applicationId(bookings)).toBe(0x426f6f6b);
  copyFileSync(bookings, library);
  expect(() => openSqlite(folder.path, { ...files, sealing })).toThrow(
    `The database ${library} belongs to another service than library. Nothing was changed. Choose another data folder.`,
  );
  expect(readFileSync(library).equals(readFileSync(bookings))).toBe(true);

  await using other = await openFolder();
  migrateSqlite(other.path, { ...files, sealing });
  expect([0, 0x426f6f6b]).not.toContain(applicationId(databaseFile(other.path, files)));
  copyFileSync(databaseFile(other.path, files), join(other.path, 'booking-service.db'));
  const refused = 'belongs to another service than booking-service';
  expect(() => openSqliteStore(other.path, { sealing })).toThrow(refused);
  expect(() => openSqliteAdmin(other.path, { sealing })).toThrow(refused);
});

it('STA-12: on PostgreSQL a database of another service is refused, and keeps its functions', async () => {
  await using bookings = await makePostgresDatabase({ tables: true });
  await expect(openPostgres(bookings.url, { ...files, limits, sealing })).rejects.toThrow(
    /^The database .* belongs to another service than library\. Nothing was changed\. Use an empty database\.$/,
  );
  await (await openPostgresStore(bookings.url, { sealing, migrate: 'never' }))[Symbol.asyncDispose]();

  await using library = await makePostgresDatabase();
  await migratePostgres(library.url, { ...files, sealing });
  const refused = 'belongs to another service than booking-service';
  await expect(openPostgresStore(library.url, { sealing })).rejects.toThrow(refused);
  await expect(openPostgresAdmin(library.url, { sealing })).rejects.toThrow(refused);
  // A database that is older than the mark gets it from the next migration.
  await library.query('COMMENT ON TABLE migrations IS NULL');
  await migratePostgres(library.url, { ...files, sealing });
  await expect(migratePostgresStore(library.url, { sealing })).rejects.toThrow(refused);
});
