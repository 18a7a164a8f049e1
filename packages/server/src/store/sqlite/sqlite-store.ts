/**
 * The embedded store: one folder with booking-service.db (everything that must last) and rate-windows.db.
 *
 * A third file, booking-service.lock, is held locked while the store is open: whoever opens the folder knows that no
 * other process works on it, and may end the leases that the last one left.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../store.ts';
import { sqliteBookings } from './bookings.ts';
import { sqliteDeliveries } from './deliveries.ts';
import { lockFolder, makePrivate } from './lock-folder.ts';
import { newestMigration } from './migrations.ts';
import { migrationOf, openDatabase, type OpenedDatabase, type SealingSource } from './open-database.ts';
import { sqliteOrganizations } from './organizations.ts';
import { openRateWindows } from './rate-windows.ts';
import { sqliteRuns } from './runs.ts';
import { sqliteSessions } from './sessions.ts';
import { tellBusy } from './tell-busy.ts';
import { openFile, StoreError } from './store-error.ts';
import { sqliteWorkload } from './workload.ts';

export interface SqliteStoreOptions {
  /** Seals the signing secrets: always with the key that the folder was made with; see createSealing. */
  readonly sealing: SealingSource;
  /**
   * Whether a folder that is missing is made, and an older database brought up to date. Default: automatically.
   * With `never` both are refused: migrateSqliteStore does it.
   */
  readonly migrate?: 'automatically' | 'never';
}

/** Opens the store in `folder`. Throws a StoreError where it cannot be used, or another process has it open. */
export function openSqliteStore(folder: string, { sealing, migrate = 'automatically' }: SqliteStoreOptions): Store {
  using opened = new DisposableStack();
  const database = openLocked(folder, { opened, sealing, migrate });
  const { db } = database;
  const rateWindows = opened.use(openFile(makePrivate(join(folder, 'rate-windows.db')), openRateWindows));
  db.exec(`
    UPDATE runs SET lease_until = NULL, lease_token = NULL WHERE lease_token IS NOT NULL;
    UPDATE deliveries SET lease_until = NULL, lease_token = NULL WHERE lease_token IS NOT NULL`);
  const program = newestMigration();
  const files = opened.move();

  const organizations = sqliteOrganizations(db, database.sealing);
  return tellBusy({
    ...organizations,
    ...sqliteBookings(db),
    ...sqliteRuns(db),
    ...sqliteSessions(db),
    ...sqliteDeliveries(db, database.sealing),
    ...sqliteWorkload(db),
    readMigration: async () => ({ database: migrationOf(db), program }),
    async admit({ digest, window_start }) {
      const caller = await organizations.authenticate(digest);
      if (!caller) return undefined;
      const { id, rate_limit } = caller.organization;
      return { caller, calls: await rateWindows.countCall({ organization_id: id, window_start, limit: rate_limit }) };
    },
    async [Symbol.asyncDispose]() {
      files.dispose();
    },
  });
}

/**
 * Makes the store in `folder`, or brings an older one to the newest migration, and tells from which to which.
 * Throws a StoreError where it cannot be used, or another process has it open.
 */
export function migrateSqliteStore(
  folder: string,
  { sealing }: Pick<SqliteStoreOptions, 'sealing'>,
): { from: number; to: number } {
  using opened = new DisposableStack();
  const { from, to } = openLocked(folder, { opened, sealing, migrate: 'automatically' });
  return { from, to };
}

/** The database, once the folder is locked; both are let go of with `opened`. */
function openLocked(
  folder: string,
  { opened, ...options }: Required<SqliteStoreOptions> & { opened: DisposableStack },
): OpenedDatabase {
  const file = join(folder, 'booking-service.db');
  if (options.migrate === 'automatically') mkdirSync(folder, { recursive: true, mode: 0o700 });
  else if (!existsSync(file)) {
    throw new StoreError(`There is no database in ${folder}. Make one first: booking-service migrate --data ${folder}`);
  }
  opened.use(lockFolder(folder));
  const database = openFile(makePrivate(file), (path) => openDatabase(path, options));
  opened.use(database.db);
  return database;
}
