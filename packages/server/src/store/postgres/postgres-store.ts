/**
 * The store on PostgreSQL 15 or newer, for any number of instances at once.
 *
 * Every method is one named statement, and so one transaction. A method of several statements is a function in the database.
 * Instances are independent. They claim rows under leases and skip rows that another instance is claiming. Opening ends no lease,
 * because another instance may work under it. Work that a crash interrupted is claimed again when its lease ends.
 */
import type { Sealing } from '../sealing.ts';
import { sealStore, type EngineStore } from '../seal-store.ts';
import type { Store } from '../store.ts';
import { openPool } from './connection/database.ts';
import { migrateDatabase, requireKey, requireNewest, type Migrated } from './connection/migrate-database.ts';
import { createRunNotices } from './connection/run-notices.ts';
import { createCurrentPartitions } from './remove-history.ts';
import { withClient } from './connection/with-client.ts';
import { createWriteCheck } from './connection/write-check.ts';
import { postgresResources } from './resources.ts';
import { postgresStatements } from './postgres-statements.ts';

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

/**
 * Opens the store in the database at `url`: `postgres://user:password@host:port/name`.
 * Throws a StoreError if the database cannot be used. Its message never contains the user, the password or the query of the
 * URL. The methods of the open store throw a BusyError while the database is unavailable, and recover by themselves.
 */
export async function openPostgresStore(
  url: string,
  { sealing, migrate = 'automatically', connections = 16, timeout_seconds }: PostgresStoreOptions,
): Promise<Store> {
  await withClient(url, async (client, name) => {
    if (migrate === 'automatically') await migrateDatabase(client, { sealing, name });
    await requireNewest(client, name);
    await requireKey(client, { sealing, name });
    await createCurrentPartitions(client);
  });
  const writeCheck = createWriteCheck();
  const database = openPool(url, { connections, timeout_seconds, onBusy: (code) => writeCheck.note(code) });
  const notices = createRunNotices(url, database);

  const engine: EngineStore = {
    ...postgresStatements(database, notices),
    ...writeCheck.methods(database),
    ...postgresResources(database),
    watchRuns: (wake) => notices.watch(wake),
    async [Symbol.asyncDispose]() {
      await notices[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
  return sealStore(engine, sealing);
}

/**
 * Creates the tables in the database at `url`, or brings older ones to the newest migration. With `distribute` they are also
 * distributed over the nodes of a Citus cluster. Returns the state before and after. Throws a StoreError if the database cannot
 * be used.
 */
export async function migratePostgresStore(
  url: string,
  { sealing, distribute }: Pick<PostgresStoreOptions, 'sealing'> & { distribute?: boolean },
): Promise<Migrated> {
  return withClient(url, (client, name) => migrateDatabase(client, { sealing, name, distribute }));
}
