/** The embedded store: the kernel's, joined with the statements of bookings. A process works on a folder alone (openSqlite). */
import { extname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  databaseFile,
  limitLogSize,
  migrateSqlite,
  openFile,
  openSqliteEngine,
  prepareSharedOn,
  readRateWindow,
  requireKey,
  requireNewest,
  requireWritable,
  sqliteArchive,
  sqliteHistoryRemoval,
  type SqliteStatements,
  type SqliteStoreOptions,
  toUsage,
} from '@booking-service/kernel/store/sqlite';
import { joinParts, type Sealing, sealingUnavailable, StoreError } from '@booking-service/kernel/store';
import { bookingFiles } from '../booking-files.ts';
import { sqliteBookingCreation } from '../bookings/sqlite.ts';
import { type EngineAdminStore, sealAdminStore, sealStore, type Store, type StoreReads } from '../store.ts';
import { readFolderResources } from './back-up.ts';
import { sqliteStatements, type SqliteWrites } from './sqlite-statements.ts';
import { dashboardSessions } from '../access/dashboard-sessions.ts';
import type { AdminStore, Upkeep } from '../admin-store.ts';
import { bookingCalls } from '../runs/booking-calls.ts';
import { requestLog } from '../requests/requests.ts';

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

/**
 * Opens the part for administration of the store in `folder`, also while a server runs on it; see openBeside. Without `sealing` no
 * signing secret can be written or read.
 * Throws a StoreError if there is no database, or if it is at another migration or sealed with another key.
 */
export function openSqliteAdmin(
  folder: string,
  { sealing }: { sealing?: Sealing | undefined } = {},
): AdminStore & AsyncDisposable {
  const db = openBeside(folder, (opened, file) => {
    if (sealing) requireKey(opened, file, sealing);
  });
  const { reads, writes } = sqliteStatements(db);
  const engine: EngineAdminStore = {
    ...reads,
    ...writes,
    readUsage: async (of) =>
      toUsage(
        await reads.findListedOrganization(of.organization_id),
        readRateWindow(join(folder, 'rate-windows.db'), of),
      ),
  };
  const store = sealAdminStore(engine, sealing ?? sealingUnavailable);
  return { ...store, [Symbol.asyncDispose]: async () => db.close() };
}

/**
 * Opens the store in `folder` to remove what is over, also while a server runs on it. Throws a StoreError if there is no
 * database, or if it is at another migration.
 */
export function openSqliteUpkeep(folder: string): Upkeep & AsyncDisposable {
  const db = openBeside(folder);
  const prepare = prepareSharedOn(db);
  const { writes } = joinParts(bookingCalls(prepare), dashboardSessions(prepare), requestLog(prepare));
  return {
    ...sqliteHistoryRemoval(db).writes,
    ...sqliteArchive(db),
    removeBookingCalls: (removal) => writes.removeBookingCalls(removal),
    removeDashboardSessions: (removal) => writes.removeDashboardSessions(removal),
    removeRequests: (removal) => writes.removeRequests(removal),
    [Symbol.asyncDispose]: async () => db.close(),
  };
}

/**
 * Opens the database of the store in `folder`, also while a server runs on it: this takes no lock, ends no lease and migrates
 * nothing. `check` may refuse it. Throws a StoreError if there is no database, or if it is at another migration.
 */
export function openBeside(
  folder: string,
  check: (db: DatabaseSync, file: string) => void = () => undefined,
): DatabaseSync {
  const path = databaseFile(folder, bookingFiles);
  if (!existsSync(path)) {
    throw new StoreError(`There is no database in ${folder}. Make one first: booking-service migrate --data ${folder}`);
  }
  return openFile(path, (file) => {
    const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    try {
      db.exec('PRAGMA busy_timeout = 5000');
      requireNewest(db, file, bookingFiles);
      check(db, file);
      requireWritable(db);
      db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
      limitLogSize(db);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}
