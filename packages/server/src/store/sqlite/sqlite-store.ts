/**
 * The embedded store: one folder with booking-service.db (everything that must last) and rate-windows.db.
 *
 * A third file, booking-service.lock, is held locked while the store is open. The operating system lets go of it when
 * the process dies, however it dies; so whoever opens the folder knows that no other process works on it, and may end
 * the leases that the last one left.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '../store.ts';
import { sqliteBookings } from './bookings.ts';
import { sqliteDeliveries } from './deliveries.ts';
import { openDatabase } from './open-database.ts';
import { sqliteOrganizations } from './organizations.ts';
import { openRateWindows } from './rate-windows.ts';
import { sqliteRuns } from './runs.ts';

/** Opens the store in `folder`, making what is not there yet. Throws where another process has it open. */
export function openSqliteStore(folder: string): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder);
  const db = openDatabase(join(folder, 'booking-service.db'));
  const rateWindows = openRateWindows(join(folder, 'rate-windows.db'));
  db.exec(`
    UPDATE runs SET lease_until = NULL, lease_token = NULL WHERE lease_token IS NOT NULL;
    UPDATE deliveries SET lease_until = NULL, lease_token = NULL WHERE lease_token IS NOT NULL`);

  return {
    ...sqliteOrganizations(db),
    ...sqliteBookings(db),
    ...sqliteRuns(db),
    ...sqliteDeliveries(db),
    countCall: rateWindows.countCall,
    async [Symbol.asyncDispose]() {
      rateWindows[Symbol.dispose]();
      db.close();
      lock.close();
    },
  };
}

function lockFolder(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, 'booking-service.lock'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock.close();
    throw new Error(`Another process has the data folder ${folder} open. Stop it, or choose another folder.`, {
      cause,
    });
  }
}
