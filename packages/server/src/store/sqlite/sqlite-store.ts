/**
 * The embedded store: one folder with booking-service.db (all durable data) and rate-windows.db.
 *
 * While the store is open it locks a third file, booking-service.lock. No other process can work on the folder then, so the
 * store ends all leases of the previous process when it opens.
 *
 * Every method of an open store is wrapped once:
 *  - A call rejects once the store is closed or its write thread has died.
 *  - An error of SQLite about the database or its disk becomes a BusyError.
 *  - Every hundredth result waits for a turn of the event loop.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import {
  cacheCallers,
  openRateWindows,
  toUsage,
  type RateWindows,
} from '@booking-service/kernel/store/access/sqlite-callers';
import { BusyError } from '@booking-service/kernel/store/store-errors';
import { bookingFiles } from '../booking-files.ts';
import { sqliteBookingCreation } from '../bookings/sqlite-bookings.ts';
import { sealStore } from '../seal-store.ts';
import type { EngineStore, Store } from '../store.ts';
import { readFolderResources } from './file/folder-resources.ts';
import { lockFolder, makePrivate } from '@booking-service/kernel/store/sqlite/file/lock-folder';
import {
  openDatabase,
  type OpenedDatabase,
  type SealingSource,
} from '@booking-service/kernel/store/sqlite/file/open-database';
import { openFile, StoreError, unavailableCode } from '@booking-service/kernel/store/sqlite/file/sqlite-errors';
import { sqliteStatements, type SqliteWrites } from './sqlite-statements.ts';
import { mapMethods, startWriter, type Writer } from '@booking-service/kernel/store/sqlite/writer/writer';

export interface SqliteStoreOptions {
  /** Seals the signing secrets. Its key must be the one that the folder was created with; see createSealing. */
  readonly sealing: SealingSource;
  /**
   * `automatically` creates a missing folder and migrates an older database. `never` refuses both; use migrateSqliteStore.
   * Default: automatically.
   */
  readonly migrate?: 'automatically' | 'never';
  /**
   * Called when the write thread has died, for example out of memory. From then on every method rejects with this error until
   * the store is opened again. Default: no callback.
   */
  readonly onLost?: (error: StoreError) => void;
}

/** The module that the write thread loads. It has the extension of this one: .ts from source, .js when built. */
export const statementsModule: URL = new URL(`./sqlite-statements${extname(import.meta.url)}`, import.meta.url);
/** The calls of the worker that no request waits for. */
const patient: readonly (keyof SqliteWrites)[] = ['claimRuns', 'postponeRun', 'readyRuns'];

/** Opens the store in `folder`. Throws a StoreError if it cannot be used, or if another process has it open. */
export function openSqliteStore(
  folder: string,
  { sealing, migrate = 'automatically', onLost = () => undefined }: SqliteStoreOptions,
): Store {
  using opened = new DisposableStack();
  const database = openLocked(folder, { opened, sealing, migrate });
  const { db } = database;
  const rateWindows = opened.use(
    openFile(makePrivate(join(folder, 'rate-windows.db')), (file) => openRateWindows(file)),
  );
  db.exec(`
    UPDATE runs SET lease_until = NULL, lease_token = NULL WHERE ready = 0 AND lease_until IS NOT NULL;
    UPDATE deliveries SET lease_until = NULL, lease_token = NULL WHERE lease_token IS NOT NULL;
    UPDATE delivery_queues SET next_turn_at = oldest_due_at, lease_until = NULL, lease_token = NULL
      WHERE lease_token IS NOT NULL;
    PRAGMA query_only = ON`);
  const writer = startWriter(fileOf(folder), { statements: statementsModule, patient, onLost });
  const methods = methodsOf(db, { folder, writer, rateWindows });
  const files = opened.move();

  const engine: EngineStore = {
    ...methods,
    async [Symbol.asyncDispose]() {
      // The connection of this thread closes last: it empties the log into the database.
      await writer.close();
      files.dispose();
    },
  };
  return sealStore(engine, database.sealing);
}

/**
 * Creates the store in `folder`, or brings an older one to the newest migration. Returns the migration before and after.
 * Throws a StoreError if the store cannot be used, or if another process has it open.
 */
export function migrateSqliteStore(
  folder: string,
  { sealing }: Pick<SqliteStoreOptions, 'sealing'>,
): { from: number; to: number } {
  using opened = new DisposableStack();
  const { from, to } = openLocked(folder, { opened, sealing, migrate: 'automatically' });
  return { from, to };
}

/** Locks the folder and opens its database. `opened` disposes of both. */
function openLocked(
  folder: string,
  { opened, ...options }: Required<Omit<SqliteStoreOptions, 'onLost'>> & { opened: DisposableStack },
): OpenedDatabase {
  const file = fileOf(folder);
  if (options.migrate === 'automatically') mkdirSync(folder, { recursive: true, mode: 0o700 });
  else if (!existsSync(file)) {
    throw new StoreError(`There is no database in ${folder}. Make one first: booking-service migrate --data ${folder}`);
  }
  opened.use(lockFolder(folder, { program: 'booking-service' }));
  const database = openFile(makePrivate(file), (path) => openDatabase(path, { ...options, files: bookingFiles }));
  opened.use(database.db);
  return database;
}

function fileOf(folder: string): string {
  return join(folder, 'booking-service.db');
}

/** Returns every method: reads on this thread, writes on the write thread, and those that are made of both. */
function methodsOf(
  db: DatabaseSync,
  { folder, writer, rateWindows }: { folder: string; writer: Writer; rateWindows: RateWindows },
): Omit<EngineStore, typeof Symbol.asyncDispose> {
  const guard = createGuard(() => writer.findFault());
  const { reads, writes } = sqliteStatements(db);
  const { insertBooking, ...sent } = guard.all(writer.send(writes));
  const findCaller = cacheCallers(db, (digest) => reads.authenticate(digest));

  return {
    ...guard.all(reads),
    ...sent,
    ...sqliteBookingCreation({ insertBooking }),
    async checkWrite() {
      guard.requireUndamaged();
      await sent.checkWrite();
    },
    authenticate: guard.method(findCaller),
    admit: guard.method(async ({ digest, window_start }) => {
      const caller = await findCaller(digest);
      if (!caller) return undefined;
      const { id, rate_limit } = caller.organization;
      return { caller, calls: rateWindows.countRequest({ organization_id: id, window_start, limit: rate_limit }) };
    }),
    readResources: guard.method(async () => readFolderResources(folder)),
    readUsage: guard.method(async (of) =>
      toUsage(await reads.findListedOrganization(of.organization_id), rateWindows.readCalls(of)),
    ),
  };
}

interface Guard {
  /** Wraps one method. */
  method<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result>;
  /** Wraps each method of an object. */
  all<Methods extends object>(methods: Methods): Methods;
  /** Throws after a damaged page was found, until the store is opened again: other pages still work, so no check would find the damage. */
  requireUndamaged(): void;
}

/** `findFault` returns why no method can run; undefined while they can. */
function createGuard(findFault: () => Error | undefined): Guard {
  const yieldSometimes = createYielding();
  let damaged: BusyError | undefined;

  /** Returns a BusyError for an error of SQLite about the database or its disk; returns every other error unchanged. */
  function toBusy(cause: unknown): unknown {
    const code = unavailableCode(cause);
    if (code === undefined) return cause;
    const error = new BusyError(undefined, { code, cause });
    if (code === 'database_damaged') damaged = error;
    return error;
  }

  const method: Guard['method'] =
    (run) =>
    async (...args) => {
      const fault = findFault();
      if (fault) throw fault;
      const wait = yieldSometimes();
      try {
        return await run(...args);
      } catch (cause) {
        throw toBusy(cause);
      } finally {
        if (wait) await wait;
      }
    };

  return {
    method,
    all: (methods) => mapMethods(methods, (_name, run) => method(run)),
    requireUndamaged() {
      if (damaged) throw damaged;
    },
  };
}

/** Results between two waits for the event loop. */
const interval = 100;

/**
 * Returns a function to call once per result. Every hundredth call returns a promise for the next turn of the event loop.
 * Results of this thread arrive in microtasks, so a loop that awaits one after the other would block all sockets and timers.
 */
function createYielding(): () => Promise<void> | undefined {
  let count = 0;
  return () => {
    count += 1;
    return count % interval === 0 ? turn() : undefined;
  };
}
