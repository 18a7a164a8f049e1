/** The engine of the store on PostgreSQL: the kernel's methods, joined with those of bookings. */
import type { Migrated, PostgresMigrateOptions, PostgresStoreOptions } from '@booking-service/kernel/store';
import { migratePostgres, openPostgresEngine } from '@booking-service/kernel/store/postgres';
import { bookingFiles } from '../booking-files.ts';
import type { EngineStore } from '../store.ts';
import { postgresResources } from '../upkeep/postgres-upkeep.ts';
import { createRunNotices } from './connection/run-notices.ts';
import { postgresStatements } from './postgres-statements.ts';

/** Opens the store without its sealing. See openPostgresStore. */
export async function openBookingEngine(url: string, options: PostgresStoreOptions): Promise<EngineStore> {
  const { database, writeChecks } = await openPostgresEngine(url, { ...options, ...bookingFiles });
  const notices = createRunNotices(url, database);

  return {
    ...postgresStatements(database, notices),
    ...writeChecks,
    ...postgresResources(database),
    watchRuns: (wake) => notices.watch(wake),
    async [Symbol.asyncDispose]() {
      await notices[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Migrates the database. See migratePostgresStore. */
export async function migrateBookingEngine(url: string, options: PostgresMigrateOptions): Promise<Migrated> {
  return migratePostgres(url, { ...options, ...bookingFiles });
}
