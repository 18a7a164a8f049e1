/** A store with an archive. DuckDB reads the files, independently of the library that wrote them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'vitest';
import { runCommandLine, type CommandResult } from '../../../src/command/run-command-line.ts';
import { openSqliteStore, type Store } from '../../../src/index.ts';
import { testSealing } from '../../../src/testing.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { openFolder, startCommand } from '../../support/processes/server-process.ts';

const day_ms = 24 * 3600 * 1000;
export const daysAgo = (days: number): Date => new Date(Date.now() - days * day_ms);
export const dayOf = (days: number): string => daysAgo(days).toISOString().slice(0, 10);

interface Opened {
  readonly store: Store;
  readonly environment: Record<string, string>;
  readonly query: (sql: string) => Promise<Record<string, unknown>[]>;
  /** Runs the command, and ends it when it has verified a file and begins to remove its events. */
  readonly interrupt: (run: Interrupted) => Promise<void>;
  readonly dispose: () => PromiseLike<void>;
}

interface Interrupted {
  readonly to: string;
  readonly environment: Record<string, string>;
}

const openers: Record<'sqlite' | 'postgres', () => Promise<Opened>> = {
  async sqlite() {
    const folder = await openFolder();
    const store = openSqliteStore(folder.path, { sealing: testSealing });
    const db = new DatabaseSync(join(folder.path, 'booking-service.db'), { timeout: 5_000 });
    return {
      store,
      environment: { BOOKING_SERVICE_DATA: folder.path },
      query: async (sql) => db.prepare(sql).all(),
      async interrupt({ to, environment }) {
        db.exec(`CREATE TRIGGER crash BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'crashed'); END`);
        expect(await runCommandLine(['archive', to], environment)).toMatchObject({ exitCode: 1 });
        db.exec('DROP TRIGGER crash');
      },
      async dispose() {
        db.close();
        await folder[Symbol.asyncDispose]();
      },
    };
  },
  async postgres() {
    const database = await makePostgresDatabase({ tables: true });
    return {
      store: await database.open(),
      environment: { BOOKING_SERVICE_DATABASE: database.url },
      query: (sql) => database.query(sql),
      async interrupt({ to, environment }) {
        const held = await database.hold('LOCK TABLE deliveries IN SHARE MODE');
        await using command = startCommand(['archive', to], { environment });
        await database.untilWaiting(1);
        const busy = await runCommandLine(['archive', to], environment);
        expect(busy.text).toContain(`Another process has the data folder ${to} open.`);
        expect((await command.end('SIGKILL')).signal).toBe('SIGKILL');
        // Otherwise the statement of the killed process still runs.
        await database.query(`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`);
        await database.untilWaiting(0);
        await held.release();
      },
      dispose: () => database[Symbol.asyncDispose](),
    };
  },
};

export interface OpenedArchive extends Omit<Opened, 'dispose'>, AsyncDisposable {
  /** The folder of the archive. */
  readonly to: string;
  /** Runs the command with these flags. */
  readonly try: (flags?: string) => Promise<CommandResult>;
  /** The same, and requires its success. Returns what it prints. */
  readonly run: (flags?: string) => Promise<string>;
  /** Returns the names of the files, without those of the lock. */
  readonly names: () => Promise<string[]>;
}

/** Opens a store with an empty folder for its archive. */
export async function openArchive(engine: 'sqlite' | 'postgres'): Promise<OpenedArchive> {
  const opened = new AsyncDisposableStack();
  const { dispose, ...rest } = await openers[engine]();
  opened.defer(dispose);
  opened.use(rest.store);
  const folder = opened.use(await openFolder());
  const environment = { ...rest.environment, BOOKING_SERVICE_OLD_EVENTS: 'archive' };
  const to = join(folder.path, 'archive');
  return {
    ...rest,
    environment,
    to,
    try: (flags = '') => runCommandLine(`archive ${to} ${flags}`.trim().split(' '), environment),
    async run(flags = '') {
      const ended = await runCommandLine(`archive ${to} ${flags}`.trim().split(' '), environment);
      expect(ended).toEqual({ exitCode: 0, text: expect.any(String) });
      return ended.text;
    },
    names: async () => (await readdir(to)).filter((name) => !name.startsWith('archive.lock')).toSorted(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Reads the rows of all finished files with DuckDB. */
export async function readParquet(folder: string, columns = '*'): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const read = `SELECT ${columns} FROM read_parquet('${folder}/*.parquet') ORDER BY event_id, delivery_id`;
    return (await connection.runAndReadAll(read)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
