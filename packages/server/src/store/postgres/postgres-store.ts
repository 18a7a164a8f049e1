/** The store on PostgreSQL. A process loads its engine, and with it the driver, when it opens such a store. */
import { sealStore, type Store } from '../store.ts';
import type { Migrated, PostgresMigrateOptions, PostgresStoreOptions } from '@booking-service/kernel/store';

export type { PostgresStoreOptions };

const loadEngine = () => import('./postgres-engine.ts');

/**
 * Opens the store in the database at `url`: `postgres://user:password@host:port/name`.
 * Throws a StoreError if the database cannot be used. Its message never contains the user, the password or the query of the
 * URL. The methods of the open store throw a BusyError while the database is unavailable, and recover by themselves.
 */
export async function openPostgresStore(url: string, options: PostgresStoreOptions): Promise<Store> {
  const { openBookingEngine } = await loadEngine();
  return sealStore(await openBookingEngine(url, options), options.sealing);
}

/**
 * Creates the tables in the database at `url`, or brings older ones to the newest migration. Returns the state before and
 * after. Throws a StoreError if the database cannot be used.
 */
export async function migratePostgresStore(url: string, options: PostgresMigrateOptions): Promise<Migrated> {
  const { migrateBookingEngine } = await loadEngine();
  return migrateBookingEngine(url, options);
}
