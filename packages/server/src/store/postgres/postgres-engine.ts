/**
 * The store on PostgreSQL 15 or newer, for any number of instances at once.
 *
 * Every method is one named statement, and so one transaction. A method of several statements is a function in the database.
 * Instances are independent. They claim rows under leases and skip rows that another instance is claiming. Opening ends no lease,
 * because another instance may work under it. Work that a crash interrupted is claimed again when its lease ends.
 */
import { bookingFiles as files } from '../booking-files.ts';
import type { EngineStore, Store } from '../store.ts';
import { openPool, type Database, type Statement } from '@booking-service/kernel/store/postgres/database';
import { migrateDatabase, requireKey, requireNewest } from '@booking-service/kernel/store/postgres/migrate-database';
import { createRunNotices } from './connection/run-notices.ts';
import { withClient } from '@booking-service/kernel/store/postgres/with-client';
import type { Migrated } from '@booking-service/kernel/store/migration-files';
import type { PostgresMigrateOptions, PostgresStoreOptions } from './postgres-options.ts';
import { postgresStatements } from './postgres-statements.ts';
import { postgresResources } from '../upkeep/postgres-upkeep.ts';
import { createCurrentPartitions } from '@booking-service/kernel/store/history/postgres-history';
import { BusyError, type BusyCode } from '@booking-service/kernel/store/store-errors';

/** Opens the store without its sealing. See openPostgresStore. */
export async function openPostgresEngine(
  url: string,
  { sealing, migrate = 'automatically', connections = 16, timeout_seconds }: PostgresStoreOptions,
): Promise<EngineStore> {
  await withClient(url, { program: 'booking-service' }, async (client, name) => {
    if (migrate === 'automatically') await migrateDatabase(client, { sealing, name, files });
    await requireNewest(client, { name, files });
    await requireKey(client, { sealing, name });
    await createCurrentPartitions(client);
  });
  const writeCheck = createWriteCheck();
  const database = openPool(url, {
    connections,
    program: 'booking-service',
    timeout_seconds,
    onBusy: (code) => writeCheck.note(code),
  });
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
  return withClient(url, { program: 'booking-service' }, (client, name) =>
    migrateDatabase(client, { sealing, name, distribute, files }),
  );
}

const write: Statement = { name: 'check_write', text: 'UPDATE sealing SET check_value = check_value' };
/** Writes about 700 KB to a temporary file. */
const writeNewPages: Statement = {
  name: 'check_room',
  text: 'CREATE TEMPORARY TABLE check_room ON COMMIT DROP AS SELECT generate_series(1, 20000)',
};

export interface WriteCheck {
  /** Keeps that the disk was full. */
  note(code: BusyCode): void;
  methods(database: Database): Pick<Store, 'checkWrite'>;
}

/**
 * A write that changes nothing. On a full disk it may succeed in an existing page. So after a statement failed on a full disk,
 * a larger write, which needs new pages, must succeed too.
 */
export function createWriteCheck(): WriteCheck {
  let full = false;
  return {
    note(code) {
      if (code === 'database_full') full = true;
    },
    methods: (database) => ({
      async checkWrite() {
        await database.query(write);
        if (!full) return;
        try {
          await database.query(writeNewPages);
        } catch (error) {
          if (error instanceof BusyError) throw error;
          // The user may not create temporary tables. Then the small write decides.
        }
        full = false;
      },
    }),
  };
}
