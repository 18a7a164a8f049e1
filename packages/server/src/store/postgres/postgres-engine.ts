/**
 * The store on PostgreSQL 15 or newer, for any number of instances at once.
 *
 * Every method is one named statement, and so one transaction. A method of several statements is a function in the database.
 * Instances are independent. They claim rows under leases and skip rows that another instance is claiming. Opening ends no lease,
 * because another instance may work under it. Work that a crash interrupted is claimed again when its lease ends.
 */
import type { EngineStore } from '../store.ts';
import { openPool } from './connection/database.ts';
import { migrateDatabase, requireKey, requireNewest } from './connection/migrate-database.ts';
import { createRunNotices } from './connection/run-notices.ts';
import { withClient } from './connection/with-client.ts';
import { createWriteCheck } from './connection/write-check.ts';
import type { Migrated, PostgresMigrateOptions, PostgresStoreOptions } from './postgres-options.ts';
import { postgresStatements } from './postgres-statements.ts';
import { postgresResources } from '../upkeep/postgres-upkeep.ts';
import { createCurrentPartitions } from '../upkeep/postgres-history.ts';

/** Opens the store without its sealing. See openPostgresStore. */
export async function openPostgresEngine(
  url: string,
  { sealing, migrate = 'automatically', connections = 16, timeout_seconds }: PostgresStoreOptions,
): Promise<EngineStore> {
  await withClient(url, async (client, name) => {
    if (migrate === 'automatically') await migrateDatabase(client, { sealing, name });
    await requireNewest(client, name);
    await requireKey(client, { sealing, name });
    await createCurrentPartitions(client);
  });
  const writeCheck = createWriteCheck();
  const database = openPool(url, { connections, timeout_seconds, onBusy: (code) => writeCheck.note(code) });
  const notices = createRunNotices(url, database);

  return {
    ...postgresStatements(database, notices),
    ...writeCheck.methods(database),
    ...postgresResources(database),
    watchRuns: (wake) => notices.watch(wake),
    async [Symbol.asyncDispose]() {
      await notices[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Migrates the database. See migratePostgresStore. */
export async function migratePostgresEngine(
  url: string,
  { sealing, distribute }: PostgresMigrateOptions,
): Promise<Migrated> {
  return withClient(url, (client, name) => migrateDatabase(client, { sealing, name, distribute }));
}
