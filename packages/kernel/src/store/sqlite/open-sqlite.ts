/**
 * The embedded store: one folder with PROGRAM.db (all durable data) and rate-windows.db.
 *
 * While the store is open it locks a third file, PROGRAM.lock. No other process can work on the folder then, so the store ends all
 * leases of the previous process when it opens.
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
import { DisposableStack } from '@whatwg-node/disposablestack';
import type { RateCounts } from '../access/port.ts';
import { cacheCallers, openRateWindows, type RateWindows, toUsage } from '../access/sqlite.ts';
import { type KernelReads, type KernelStore, type KernelWrites, sealKernel } from '../kernel-store.ts';
import type { ServiceFiles } from '../migration-files.ts';
import type { Sealing } from '../sealing.ts';
import type { Part } from '../shared-statement.ts';
import { BusyError, StoreError } from '../store-errors.ts';
import {
  lockFolder,
  makePrivate,
  openDatabase,
  type OpenedDatabase,
  openFile,
  type SealingSource,
  unavailableCode,
} from './file.ts';
import { sqliteStatements } from './sqlite-kernel.ts';
import { mapMethods, startWriter, type Writer } from './writer.ts';

export interface SqliteStoreOptions {
  /** Seals the signing secrets. Its key must be the one that the folder was created with; see createSealing. */
  readonly sealing: SealingSource;
  /**
   * `automatically` creates a missing folder and migrates an older database. `never` refuses both: the folder is then migrated before.
   * Default: automatically.
   */
  readonly migrate?: 'automatically' | 'never';
  /**
   * Called when the write thread has died, for example out of memory. From then on every method rejects with this error until
   * the store is opened again. Default: no callback.
   */
  readonly onLost?: (error: StoreError) => void;
}

/** The statements of a service: those of the kernel, joined with its own. */
export interface SqliteStatements<Reads, Writes> {
  /** The module that the write thread loads; see StatementsModule. */
  readonly module: URL;
  /** Prepares the same statements on a connection of this thread. */
  readonly prepare: (db: DatabaseSync) => Part<Reads, Writes>;
  /** The writes that no request waits for. */
  readonly patient: readonly (keyof Writes & string)[];
  /** Ends the leases in the tables of the service. The kernel ends those of deliveries. */
  readonly endLeases: string;
}

/** The statements of a service that brings only SQL. The module has the extension of this one: .ts from source, .js when built. */
const kernelStatements: SqliteStatements<KernelReads, KernelWrites> = {
  module: new URL(`./sqlite-kernel${extname(import.meta.url)}`, import.meta.url),
  prepare: sqliteStatements,
  patient: [],
  endLeases: '',
};

/**
 * Opens the store of a service that brings only SQL, in `folder`. Throws a StoreError if it cannot be used, or if another process has it
 * open.
 */
export function openSqlite(folder: string, options: SqliteStoreOptions & ServiceFiles): KernelStore {
  const { methods, sealing } = openSqliteEngine(folder, { ...options, statements: kernelStatements });
  return sealKernel(methods, sealing);
}

/** The parts of an open folder that the methods of a store need. */
export interface SqliteEngine<Reads, Writes> {
  /** Every method, with sealed secrets: reads on this thread, writes on the write thread, and those that are made of both. */
  readonly methods: Reads & Writes & RateCounts & AsyncDisposable;
  readonly sealing: Sealing;
  /** Wraps further methods of the service. */
  readonly guard: Guard;
}

/** Opens the folder for a service with statements of its own. See openSqlite. */
export function openSqliteEngine<Reads extends KernelReads, Writes extends KernelWrites>(
  folder: string,
  {
    statements,
    migrate = 'automatically',
    onLost = () => undefined,
    ...options
  }: SqliteStoreOptions & ServiceFiles & { readonly statements: SqliteStatements<Reads, Writes> },
): SqliteEngine<Reads, Writes> {
  using opened = new DisposableStack();
  const { db, sealing } = openLocked(folder, { opened, migrate, ...options });
  const rateWindows = opened.use(
    openFile(makePrivate(join(folder, 'rate-windows.db')), (file) => openRateWindows(file)),
  );
  db.exec(`
    ${statements.endLeases}
    UPDATE deliveries SET lease_until = NULL, lease_token = NULL WHERE lease_token IS NOT NULL;
    UPDATE delivery_queues SET next_turn_at = oldest_due_at, lease_until = NULL, lease_token = NULL
      WHERE lease_token IS NOT NULL;
    PRAGMA query_only = ON`);
  const { module, patient } = statements;
  const writer = startWriter(databaseFile(folder, options), { statements: module, patient, onLost });
  const guard = createGuard(() => writer.findFault());
  const methods = methodsOf(db, { prepared: statements.prepare(db), guard, writer, rateWindows });
  const files = opened.move();

  return {
    methods: {
      ...methods,
      async [Symbol.asyncDispose]() {
        // The connection of this thread closes last: it empties the log into the database.
        await writer.close();
        files.dispose();
      },
    },
    sealing,
    guard,
  };
}

/**
 * Creates the store in `folder`, or brings an older one to the newest migration. Returns the migration before and after.
 * Throws a StoreError if the store cannot be used, or if another process has it open.
 */
export function migrateSqlite(
  folder: string,
  options: Pick<SqliteStoreOptions, 'sealing'> & ServiceFiles,
): { from: number; to: number } {
  using opened = new DisposableStack();
  const { from, to } = openLocked(folder, { ...options, opened, migrate: 'automatically' });
  return { from, to };
}

/** Locks the folder and opens its database. `opened` disposes of both. */
function openLocked(
  folder: string,
  {
    opened,
    sealing,
    migrate,
    ...files
  }: Required<Omit<SqliteStoreOptions, 'onLost'>> & ServiceFiles & { readonly opened: DisposableStack },
): OpenedDatabase {
  const { program } = files;
  const file = databaseFile(folder, files);
  if (migrate === 'automatically') mkdirSync(folder, { recursive: true, mode: 0o700 });
  else if (!existsSync(file)) {
    throw new StoreError(`There is no database in ${folder}. Make one first: ${program} migrate --data ${folder}`);
  }
  opened.use(lockFolder(folder, { program }));
  const database = openFile(makePrivate(file), (path) => openDatabase(path, { sealing, migrate, files }));
  opened.use(database.db);
  return database;
}

/** Returns the database file of a service in this folder. */
export function databaseFile(folder: string, { program }: Pick<ServiceFiles, 'program'>): string {
  return join(folder, `${program}.db`);
}

/** Returns every method but the disposal. */
function methodsOf<Reads extends KernelReads, Writes extends KernelWrites>(
  db: DatabaseSync,
  {
    prepared: { reads, writes },
    guard,
    writer,
    rateWindows,
  }: { prepared: Part<Reads, Writes>; guard: Guard; writer: Writer; rateWindows: RateWindows },
): Reads & Writes & RateCounts {
  const sent = guard.all(writer.send(writes));
  const findCaller = cacheCallers(db, (digest) => reads.authenticate(digest));

  return {
    ...guard.all(reads),
    ...sent,
    async checkWrite() {
      guard.requireUndamaged();
      await sent.checkWrite();
    },
    authenticate: guard.method(findCaller),
    admit: guard.method(
      async ({ digest, units_per_request = 1, window, window_start, cost }: Parameters<RateCounts['admit']>[0]) => {
        const caller = await findCaller(digest);
        if (!caller) return undefined;
        const { id: organization_id, rate_limit } = caller.organization;
        const limit = unitsOf(rate_limit, units_per_request);
        const calls = rateWindows.countCall({ organization_id, window, window_start, cost, limit });
        return { caller, calls, limit };
      },
    ),
    countCall: guard.method(async (call: Parameters<RateCounts['countCall']>[0]) => rateWindows.countCall(call)),
    readUsage: guard.method(async (of: Parameters<RateCounts['readUsage']>[0]) =>
      toUsage(await reads.findListedOrganization(of.organization_id), rateWindows.readCalls(of)),
    ),
  };
}

/** Wraps methods, as the top of this file describes. */
export interface Guard {
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

/** The maximum of a limit in units, which the headers of the contract can state. */
const maxUnits = 1_000_000_000;

/** Returns the units of an organization's window. PostgreSQL computes the same in admit.sql. */
function unitsOf(rate_limit: number, units_per_request: number): number {
  return Math.min(rate_limit * units_per_request, maxUnits);
}
