import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dashboardSessions } from '../access/dashboard-sessions.ts';
import { StoreError, joinParts, type Sealing, sealingUnavailable } from '@booking-service/kernel/store';
import {
  databaseFile,
  limitLogSize,
  openFile,
  prepareSharedOn,
  readRateWindow,
  requireKey,
  requireNewest,
  requireWritable,
  sqliteArchive,
  sqliteHistoryRemoval,
  toUsage,
} from '@booking-service/kernel/store/sqlite';
import type { AdminStore } from '../admin-store.ts';
import { bookingFiles } from '../booking-files.ts';
import { sealAdminStore } from '../seal-store.ts';
import type { EngineAdminStore } from '../store.ts';
import type { Upkeep } from '../upkeep/upkeep.ts';
import { bookingCalls } from '../runs/booking-calls.ts';
import { requestLog } from '../requests/requests.ts';
import { sqliteStatements } from './sqlite-statements.ts';

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
