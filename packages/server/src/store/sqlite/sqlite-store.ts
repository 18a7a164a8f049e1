/**
 * The embedded store: one folder with booking-service.db (everything that must last) and rate-windows.db.
 *
 * A third file, booking-service.lock, is held locked while the store is open. The operating system lets go of it when
 * the process dies, however it dies; so whoever opens the folder knows that no other process works on it, and may end
 * the leases that the last one left.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '../store.ts';
import { sqliteBookings } from './bookings.ts';
import { sqliteDeliveries } from './deliveries.ts';
import { listMigrations, migrationOf, openDatabase } from './open-database.ts';
import { sqliteOrganizations } from './organizations.ts';
import { openRateWindows } from './rate-windows.ts';
import { sqliteRuns } from './runs.ts';
import { sqliteWorkload } from './workload.ts';

/** Opens the store in `folder`, making what is not there yet. Throws where another process has it open. */
export function openSqliteStore(folder: string): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  using opened = new DisposableStack();
  opened.use(lockFolder(folder));
  const db = opened.use(openFile(join(folder, 'booking-service.db'), openDatabase));
  const rateWindows = opened.use(openFile(join(folder, 'rate-windows.db'), openRateWindows));
  db.exec(`
    UPDATE runs SET lease_until = NULL, lease_token = NULL WHERE lease_token IS NOT NULL;
    UPDATE deliveries SET lease_until = NULL, lease_token = NULL WHERE lease_token IS NOT NULL`);
  const program = listMigrations().length;
  const files = opened.move();

  return {
    ...sqliteOrganizations(db),
    ...sqliteBookings(db),
    ...sqliteRuns(db),
    ...sqliteDeliveries(db),
    ...sqliteWorkload(db),
    readMigration: async () => ({ database: migrationOf(db), program }),
    countCall: rateWindows.countCall,
    async [Symbol.asyncDispose]() {
      files.dispose();
    },
  };
}

function lockFolder(folder: string): DatabaseSync {
  return openFile(join(folder, 'booking-service.lock'), (file) => {
    const lock = new DatabaseSync(file);
    try {
      lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
      return lock;
    } catch (cause) {
      lock.close();
      if (!isLocked(cause)) throw cause;
      const mend = 'Stop it, or choose another folder.';
      throw new StoreError(`Another process has the data folder ${folder} open. ${mend}`, { cause });
    }
  });
}

/** Opens one of the folder's files. What SQLite says of it is told with the file's name and what to do. */
function openFile<T>(file: string, open: (file: string) => T): T {
  try {
    // What is kept here is for the owner's eyes; SQLite gives its other files the mode of this one.
    closeSync(openSync(file, 'a', 0o600));
    return open(file);
  } catch (cause) {
    if (cause instanceof StoreError || !isSqliteError(cause)) throw cause;
    const mend = 'Nothing was changed: restore the file from a copy, or choose another data folder.';
    throw new StoreError(`Cannot open ${file}: ${cause.message}. ${mend}`, { cause });
  }
}

/** Why the store cannot be opened, in a sentence. */
class StoreError extends Error {}

function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error;
}

function isLocked(error: unknown): boolean {
  // SQLITE_BUSY and SQLITE_LOCKED.
  return isSqliteError(error) && [5, 6].includes(error.errcode & 0xff);
}
