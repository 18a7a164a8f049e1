/**
 * The store on PostgreSQL 15 or newer, for any number of instances at once.
 *
 * Every method is one named statement, and so one transaction. Instances are independent. They claim rows under leases and skip
 * rows that another instance is claiming. Opening ends no lease, because another instance may work under it. Work that a crash
 * interrupted is claimed again when its lease ends.
 */
import type { Sealing } from '../sealing.ts';
import { newestMigrationOf } from '../migration-files.ts';
import { sealStore, type EngineStore } from '../seal-store.ts';
import type { Store } from '../store.ts';
import { postgresBookings } from './bookings.ts';
import { postgresCallers } from './callers.ts';
import { postgresCreateBooking } from './create-booking.ts';
import { openPool, type Statement } from './connection/database.ts';
import { postgresDeliveries } from './deliveries.ts';
import { postgresDeliveryHistory } from './delivery-history.ts';
import { postgresDeliveryQueues } from './delivery-queues.ts';
import { migrateDatabase, requireKey, requireNewest } from './connection/migrate-database.ts';
import { postgresOrganizations } from './organizations.ts';
import { createRunNotices } from './connection/run-notices.ts';
import { postgresRuns } from './runs.ts';
import { postgresSessionCreations } from './session-creations.ts';
import { postgresSessions } from './sessions.ts';
import { withClient } from './connection/with-client.ts';
import { postgresNextDue } from './next-due.ts';
import { postgresWorkload } from './workload.ts';
import { createWriteCheck } from './connection/write-check.ts';

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

const selectMigration: Statement = { name: 'select_migration', text: 'SELECT max(number) AS database FROM migrations' };

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
  });
  const writeCheck = createWriteCheck();
  const database = openPool(url, { connections, timeout_seconds, onBusy: (code) => writeCheck.note(code) });
  const notices = createRunNotices(url, database);
  const program = newestMigrationOf('postgres');

  const engine: EngineStore = {
    ...postgresOrganizations(database),
    ...postgresCallers(database),
    ...postgresCreateBooking(database, notices),
    ...postgresBookings(database, notices),
    ...postgresRuns(database),
    ...postgresSessions(database),
    ...postgresSessionCreations(database),
    ...postgresDeliveries(database),
    ...postgresDeliveryHistory(database),
    ...postgresDeliveryQueues(database),
    ...postgresWorkload(database),
    ...postgresNextDue(database),
    ...writeCheck.methods(database),
    watchRuns: (wake) => notices.watch(wake),
    async readMigration() {
      const [row] = await database.query<{ database: number | null }>(selectMigration);
      return { database: row?.database ?? 0, program };
    },
    async [Symbol.asyncDispose]() {
      await notices[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
  return sealStore(engine, sealing);
}

/**
 * Creates the tables in the database at `url`, or brings older ones to the newest migration. Returns the migration before and
 * after. Throws a StoreError if the database cannot be used.
 */
export async function migratePostgresStore(
  url: string,
  { sealing }: Pick<PostgresStoreOptions, 'sealing'>,
): Promise<{ from: number; to: number }> {
  return withClient(url, (client, name) => migrateDatabase(client, { sealing, name }));
}
