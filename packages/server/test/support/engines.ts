/** Both engines of the store, each opened on a database of its own that is gone when the test is over. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { inject } from 'vitest';
import { openPostgresStore, openSqliteStore, type Sealing, type Store } from '../../src/index.ts';
import { eventually } from './server-process.ts';
import { openWorld, testSealing, type World, type WorldOptions } from '../../src/testing.ts';

export const engines = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof engines)[number];

export interface TestDatabase extends AsyncDisposable {
  /** Opens the store in it: SQLite by one at a time, PostgreSQL by any number. */
  open(): Promise<Store>;
  /** Runs SQL that both engines know, as somebody else would, and tells its rows. */
  query(sql: string): Promise<Record<string, unknown>[]>;
}

const openers = { sqlite: makeSqliteDatabase, postgres: makePostgresDatabase };

/** Makes an empty database of this engine. */
export async function makeDatabase(engine: EngineName): Promise<TestDatabase> {
  return openers[engine]();
}

export interface EngineWorld extends World, Pick<TestDatabase, 'query'> {}

/** A whole service on this engine; see openWorld. */
export async function openWorldOn(engine: EngineName, options: Omit<WorldOptions, 'store'> = {}): Promise<EngineWorld> {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await makeDatabase(engine));
  const store = opened.use(await database.open());
  const world = opened.use(await openWorld({ ...options, store }));
  const running = opened.move();
  return { ...world, query: (sql) => database.query(sql), [Symbol.asyncDispose]: () => running.disposeAsync() };
}

export interface PostgresDatabase extends TestDatabase {
  /** Default: the tests' own sealing. */
  open(sealing?: Sealing): Promise<Store>;
  readonly url: string;
  /** Runs SQL that locks something, and holds on to that until it is told to let go. */
  hold(sql: string): Promise<{ release(): Promise<void>; commit(): Promise<void> }>;
  /** Resolves when so many statements wait for a lock. */
  untilWaiting(statements: number): Promise<void>;
}

/** An empty database on the tests' PostgreSQL server; everybody who uses it is cut off when it goes. */
export async function makePostgresDatabase(): Promise<PostgresDatabase> {
  const server = inject('postgres');
  if ('missing' in server) throw new Error(server.missing);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await queryPostgres(server.url, `CREATE DATABASE ${name}`);
  const url = server.url.replace(/[^/?]*(?=\?|$)/, name);
  return {
    url,
    open: (sealing = testSealing) => openPostgresStore(url, { sealing }),
    query: (sql) => queryPostgres(url, sql),
    async hold(sql) {
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.query(`BEGIN; ${sql}`);
      return {
        release: () => client.end(),
        async commit() {
          await client.query('COMMIT');
          await client.end();
        },
      };
    },
    async untilWaiting(statements) {
      const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await eventually(
        () => queryPostgres(url, waiting),
        ({ length }) => length === statements,
      );
    },
    async [Symbol.asyncDispose]() {
      await queryPostgres(server.url, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Runs SQL on a connection of its own. */
export async function queryPostgres(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}

async function makeSqliteDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  return {
    open: async () => openSqliteStore(folder, { sealing: testSealing }),
    async query(sql) {
      using db = new DatabaseSync(join(folder, 'booking-service.db'));
      db.exec('PRAGMA busy_timeout = 5000');
      // Rows have no prototype; copies compare as plain objects.
      return db
        .prepare(sql)
        .all()
        .map((row) => ({ ...row }));
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
