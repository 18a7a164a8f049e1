/** A database belongs to one service: a library opens none of the booking service, and the other way round. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migratePostgres } from '@booking-service/kernel/store/postgres';
import { databaseFile, migrateSqlite } from '@booking-service/kernel/store/sqlite';
import { openPostgres } from '../../../kernel/src/store/postgres/open-postgres.ts';
import { openSqlite } from '../../../kernel/src/store/sqlite/open-sqlite.ts';
import { expect, it } from 'vitest';
import { migratePostgresStore, migrateSqliteStore, openPostgresStore, openSqliteStore } from '../../src/index.ts';
import { bookingFiles } from '../../src/store/booking-files.ts';
import { openPostgresAdmin } from '../../src/store/postgres/postgres-admin.ts';
import { openSqliteAdmin } from '../../src/store/sqlite/sqlite-admin.ts';
import { testSealing as sealing } from '../../src/testing.ts';
import { makePostgresDatabase } from '../support/engines.ts';
import { openFolder } from '../support/processes/server-process.ts';
import { files } from './commit/library.ts';

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
