/** The store on PostgreSQL. A process loads its engine, and with it the driver, when it opens such a store. */
import type { Sealing } from '../sealing.ts';
import { sealStore } from '../seal-store.ts';
import type { Store } from '../store.ts';
import type { Migrated } from './connection/migrated.ts';

export interface PostgresStoreOptions {
  /** Seals the signing secrets. Its key must be the one that the database was created with; see createSealing. */
  readonly sealing: Sealing;
  /**
   * `automatically` creates the tables in an empty database and migrates an older one. `never` refuses both; use
   * migratePostgresStore. Default: automatically.
   */
  readonly migrate?: 'automatically' | 'never';
  /** The maximum of connections, besides one that listens for notices. Default: 16. */
  readonly connections?: number;
  /** The timeout of a statement, in seconds. Default: 10. */
  readonly timeout_seconds?: number;
}

/** How a database is migrated. `distribute` also distributes its tables. Default: they stay as they are. */
export type PostgresMigrateOptions = Pick<PostgresStoreOptions, 'sealing'> & { readonly distribute?: boolean };

const loadEngine = () => import('./postgres-engine.ts');

/**
 * Opens the store in the database at `url`: `postgres://user:password@host:port/name`.
 * Throws a StoreError if the database cannot be used. Its message never contains the user, the password or the query of the
 * URL. The methods of the open store throw a BusyError while the database is unavailable, and recover by themselves.
 */
export async function openPostgresStore(url: string, options: PostgresStoreOptions): Promise<Store> {
  const { openPostgresEngine } = await loadEngine();
  return sealStore(await openPostgresEngine(url, options), options.sealing);
}

/**
 * Creates the tables in the database at `url`, or brings older ones to the newest migration. With `distribute` they are also
 * distributed over the nodes of a Citus cluster. Returns the state before and after. Throws a StoreError if the database cannot
 * be used.
 */
export async function migratePostgresStore(url: string, options: PostgresMigrateOptions): Promise<Migrated> {
  const { migratePostgresEngine } = await loadEngine();
  return migratePostgresEngine(url, options);
}
