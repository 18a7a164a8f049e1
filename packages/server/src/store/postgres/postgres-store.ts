/**
 * The store on PostgreSQL 15 or newer, for any number of instances at once.
 *
 * Every method is one named statement, and so one transaction. Instances know nothing of each other: rows are claimed under
 * leases, passing over what another claims at the moment, and opening ends no lease, as others may work under it; what a crash
 * leaves is taken up when its lease has ended.
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
  /** Seals the signing secrets: always with the key that the database was made with; see createSealing. */
  readonly sealing: Sealing;
  /**
   * Whether an empty database gets its tables, and an older one is brought up to date. Default: automatically.
   * With `never` both are refused: migratePostgresStore does it.
   */
  readonly migrate?: 'automatically' | 'never';
  /** How many connections it has at most, beside the one that listens. Default: 16. */
  readonly connections?: number;
  /** How long a statement may take before it is given up, in seconds. Default: 10. */
  readonly timeout_seconds?: number;
}

const selectMigration: Statement = { name: 'select_migration', text: 'SELECT max(number) AS database FROM migrations' };

/**
 * Opens the store in the database of this URL: `postgres://user:password@host:port/name`.
 * Throws a StoreError where it cannot be used; none of its words is the URL's user, password or query. Once open, its methods
 * throw a BusyError while the database cannot be asked, and work again when it can.
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
 * Makes the tables in the database of this URL, or brings older ones to the newest migration, and tells from which to which.
 * Throws a StoreError where it cannot be used.
 */
export async function migratePostgresStore(
  url: string,
  { sealing }: Pick<PostgresStoreOptions, 'sealing'>,
): Promise<{ from: number; to: number }> {
  return withClient(url, (client, name) => migrateDatabase(client, { sealing, name }));
}
