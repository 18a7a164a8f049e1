/**
 * The store on PostgreSQL 15 or newer, for any number of instances at once.
 *
 * Every method is one named statement, and so one transaction. A method of several statements is a function in the database.
 * Instances are independent. They claim rows under leases and skip rows that another instance is claiming. Opening ends no lease,
 * because another instance may work under it. Work that a crash interrupted is claimed again when its lease ends.
 */
import { apiKeys } from '../access/port.ts';
import { postgresCallers, postgresCreations } from '../access/postgres.ts';
import { postgresCommits } from '../events/postgres.ts';
import { deliveryCounts } from '../deliveries/port.ts';
import { postgresDeliveries, postgresDeliveryQueues } from '../deliveries/postgres.ts';
import { createCurrentPartitions, postgresHistoryRemoval } from '../history/postgres.ts';
import { type KernelStore, sealKernel, type WriteChecks } from '../kernel-store.ts';
import { organizations, signingSecrets } from '../organizations/organizations.ts';
import { joinParts } from '../shared-statement.ts';
import {
  type Database,
  openPool,
  type PooledDatabase,
  prepareSharedOn,
  type Statement,
  withClient,
} from './database.ts';
import type { Migrated, ServiceFiles } from '../migration-files.ts';
import { type BusyCode, BusyError } from '../store-errors.ts';
import { migrateDatabase, requireKey, requireServed } from './migrate-database.ts';
import type { PostgresMigrateOptions, PostgresStoreOptions } from './database-url.ts';

/** Returns every method of the kernel that runs SQL. A service with methods of its own adds them. */
export function postgresKernel(
  database: Database,
  limits: { readonly window_seconds: number },
): Omit<KernelStore, 'checkWrite' | typeof Symbol.asyncDispose> {
  const prepare = prepareSharedOn(database);
  const { reads, writes } = joinParts(
    apiKeys(prepare),
    deliveryCounts(prepare),
    organizations(prepare),
    signingSecrets(prepare),
  );
  return {
    ...reads,
    ...writes,
    ...postgresCallers(database, limits),
    ...postgresCommits(database),
    ...postgresCreations(database),
    ...postgresDeliveries(database),
    ...postgresDeliveryQueues(database),
    ...postgresHistoryRemoval(database),
  };
}

/**
 * Opens the store of a service that brings only SQL, in the database at `url`: `postgres://user:password@host:port/name`. `limits` are
 * those of its contract.
 * Throws a StoreError if the database cannot be used. Its message never contains the user, the password or the query of the URL. The
 * methods of the open store throw a BusyError while the database is unavailable, and recover by themselves.
 */
export async function openPostgres(
  url: string,
  {
    limits,
    ...options
  }: PostgresStoreOptions & ServiceFiles & { readonly limits: { readonly window_seconds: number } },
): Promise<KernelStore> {
  const { database, writeChecks } = await openPostgresEngine(url, options);
  const engine = {
    ...postgresKernel(database, limits),
    ...writeChecks,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
  return sealKernel(engine, options.sealing);
}

/** The parts of an open database that the methods of a store need. */
export interface PostgresEngine {
  readonly database: PooledDatabase;
  readonly writeChecks: WriteChecks;
}

/** Opens the database for a service with methods of its own, which joins them with those of postgresKernel. See openPostgres. */
export async function openPostgresEngine(
  url: string,
  {
    sealing,
    migrate = 'automatically',
    connections = 16,
    timeout_seconds,
    onDisconnect,
    ...files
  }: PostgresStoreOptions & ServiceFiles,
): Promise<PostgresEngine> {
  const { program } = files;
  await withClient(url, { program }, async (client, name) => {
    if (migrate === 'automatically') await migrateDatabase(client, { sealing, name, files });
    await requireServed(client, { name, files });
    await requireKey(client, { sealing, name });
    await createCurrentPartitions(client);
  });
  const writeCheck = createWriteCheck();
  const onBusy = (code: BusyCode) => writeCheck.note(code);
  const database = openPool(url, { connections, program, timeout_seconds, onBusy, onDisconnect });
  return { database, writeChecks: writeCheck.methods(database) };
}

/**
 * Creates the tables in the database at `url`, or brings older ones to the newest migration. Returns the state before and
 * after. Throws a StoreError if the database cannot be used.
 */
export async function migratePostgres(
  url: string,
  { sealing, ...files }: PostgresMigrateOptions & ServiceFiles,
): Promise<Migrated> {
  return withClient(url, { program: files.program }, (client, name) =>
    migrateDatabase(client, { sealing, name, files }),
  );
}

const write: Statement = { name: 'check_write', text: 'UPDATE sealing SET check_value = check_value' };
/** Writes about 700 KB to a temporary file. */
const writeNewPages: Statement = {
  name: 'check_room',
  text: 'CREATE TEMPORARY TABLE check_room ON COMMIT DROP AS SELECT generate_series(1, 20000)',
};

interface WriteCheck {
  /** Keeps that the disk was full. */
  note(code: BusyCode): void;
  methods(database: Database): WriteChecks;
}

/**
 * A write that changes nothing. On a full disk it may succeed in an existing page. So after a statement failed on a full disk,
 * a larger write, which needs new pages, must succeed too.
 */
function createWriteCheck(): WriteCheck {
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
