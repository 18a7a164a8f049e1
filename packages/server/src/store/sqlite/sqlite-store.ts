/** The embedded store: the kernel's, joined with the statements of bookings. A process works on a folder alone (openSqlite). */
import { extname } from 'node:path';
import {
  migrateSqlite,
  openSqliteEngine,
  type SqliteStatements,
  type SqliteStoreOptions,
} from '@booking-service/kernel/store/sqlite';
import { bookingFiles } from '../booking-files.ts';
import { sqliteBookingCreation } from '../bookings/sqlite.ts';
import { sealStore } from '../seal-store.ts';
import type { Store, StoreReads } from '../store.ts';
import { readFolderResources } from './back-up.ts';
import { sqliteStatements, type SqliteWrites } from './sqlite-statements.ts';

export type { SqliteStoreOptions };

/** The module that the write thread loads. It has the extension of this one: .ts from source, .js when built. */
export const statementsModule: URL = new URL(`./sqlite-statements${extname(import.meta.url)}`, import.meta.url);

const statements: SqliteStatements<StoreReads, SqliteWrites> = {
  module: statementsModule,
  prepare: sqliteStatements,
  patient: ['claimRuns', 'postponeRun', 'readyRuns', 'recordRequests'],
  endLeases: 'UPDATE runs SET lease_until = NULL, lease_token = NULL WHERE ready = 0 AND lease_until IS NOT NULL;',
};

/** Opens the store in `folder`. Throws a StoreError if it cannot be used, or if another process has it open. */
export function openSqliteStore(folder: string, options: SqliteStoreOptions): Store {
  const { methods, sealing, guard } = openSqliteEngine(folder, { ...options, ...bookingFiles, statements });
  const { insertBooking, ...engine } = methods;
  const bookings = sqliteBookingCreation({ insertBooking });
  const readResources = guard.method(async () => readFolderResources(folder));
  return sealStore({ ...engine, ...bookings, readResources }, sealing);
}

/**
 * Creates the store in `folder`, or brings an older one to the newest migration. Returns the migration before and after.
 * Throws a StoreError if the store cannot be used, or if another process has it open.
 */
export function migrateSqliteStore(
  folder: string,
  { sealing }: Pick<SqliteStoreOptions, 'sealing'>,
): { from: number; to: number } {
  return migrateSqlite(folder, { sealing, ...bookingFiles });
}
