/** The engines of the store. Each test gets a new database, which is removed after the test. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, Pool } from 'pg';
import { inject } from 'vitest';
import {
  migratePostgresStore,
  openPostgresCells,
  openPostgresStore,
  openSqliteStore,
  type Sealing,
  type Store,
} from '../../src/index.ts';
import type { ServiceFiles } from '@booking-service/kernel/store';
import { migrateDatabase, withClient } from '@booking-service/kernel/store/postgres';
// @boundaries-ignore a private part of the kernel
import { openDatabase } from '../../../kernel/src/store/sqlite/file.ts';
import { queryPostgres, toDatabaseUrl } from './postgres/query-postgres.ts';
import { eventually } from './processes/server-process.ts';
import { createMigratedFolder, openWorld, testSealing, type World, type WorldOptions } from '../../src/testing.ts';

export const baseEngines = ['sqlite', 'postgres'] as const;
export type BaseEngine = (typeof baseEngines)[number];
export type EngineName = BaseEngine | 'cells';

/** The engines of this run. TEST_ENGINES has their names, such as `sqlite,postgres,cells`: a store of cells has two databases. */
export const engines: readonly EngineName[] = process.env['TEST_ENGINES']?.split(',').map(toEngine) ?? baseEngines;

function toEngine(name: string): EngineName {
  if (name === 'sqlite' || name === 'postgres' || name === 'cells') return name;
  throw new Error(`TEST_ENGINES has no engine ${name}.`);
}

export interface TestDatabase extends AsyncDisposable {
  /** Opens the store: on SQLite once at a time, on PostgreSQL any number of times. */
  open(): Promise<Store>;
  /** Runs SQL of both engines on a separate connection, and returns its rows. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Runs several statements on a separate connection. */
  execute(sql: string): Promise<void>;
  /** Brings the database to the newest of these migrations. Returns the number before. */
  migrate(files: ServiceFiles): Promise<number>;
}

let hasTemplate = false;
let serverConnections: ReturnType<typeof connectToServer> | undefined;
const openers = { sqlite: makeSqliteDatabase, postgres: makePostgresDatabase, cells: makeCellDatabases };

/** Creates a database of this engine without rows: with all tables, or on SQLite and PostgreSQL empty. */
export async function makeDatabase(
  engine: EngineName,
  { tables = true }: { tables?: boolean } = {},
): Promise<TestDatabase> {
  return openers[engine]({ tables });
}

export interface EngineWorld extends World, Pick<TestDatabase, 'query'> {}

/** Opens a whole service on this engine; see openWorld. */
export async function openWorldOn(engine: EngineName, options: Omit<WorldOptions, 'store'> = {}): Promise<EngineWorld> {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await makeDatabase(engine));
  const store = opened.use(await database.open());
  const world = opened.use(await openWorld({ ...options, store }));
  const running = opened.move();
  return { ...world, query: (sql) => database.query(sql), [Symbol.asyncDispose]: () => running.disposeAsync() };
}

export interface PostgresDatabase extends TestDatabase {
  /** Opens the store. Default: testSealing. */
  open(sealing?: Sealing): Promise<Store>;
  readonly url: string;
  /** Copies the database as a backup does, while its clients connect again. The result puts the copy in its place, any number of times. */
  backUp(): Promise<() => Promise<void>>;
  /** Runs SQL in an open transaction, which holds its locks until release or commit. */
  hold(sql: string): Promise<{ release(): Promise<void>; commit(): Promise<void> }>;
  /** Resolves when this many statements wait for a lock. */
  untilWaiting(statements: number): Promise<void>;
}

/**
 * Creates a database on the tests' PostgreSQL server: empty, or with all tables. Its disposal begins to drop it, and returns.
 */
export async function makePostgresDatabase({ tables = false }: { tables?: boolean } = {}): Promise<PostgresDatabase> {
  const server = inject('postgres');
  if ('missing' in server) throw new Error(server.missing);
  // The end of the run drops what begins with the name of its template.
  const name = `${server.template}_${randomBytes(8).toString('hex')}`;
  if (tables) await requireTemplate(server);
  serverConnections ??= connectToServer(server.url);
  const { query } = serverConnections;
  await query(`CREATE DATABASE ${name} TEMPLATE ${tables ? server.template : 'template1'} STRATEGY FILE_COPY`);
  // PostgreSQL looks only ten times in a second whether the connections have ended: the test does not wait for it.
  const drop = async () => void query(`DROP DATABASE ${name} WITH (FORCE)`).catch(() => undefined);
  return toPostgresDatabase(toDatabaseUrl(server.url, name), { database: name, runOn: query, drop });
}

/**
 * Creates two databases with all tables, as the cells of one store. New organizations get the second cell, and `query` runs there: the
 * first one has no row of them, so a call that goes to the wrong cell finds nothing.
 */
async function makeCellDatabases({ tables = false }: { tables?: boolean } = {}): Promise<TestDatabase> {
  const [one, two] = await Promise.all([makePostgresDatabase({ tables }), makePostgresDatabase({ tables })]);
  const cells = [
    { name: 'one', number: 1, url: one.url, accepts_new: false },
    { name: 'two', number: 2, url: two.url },
  ];
  return {
    ...two,
    open: () => openPostgresCells(cells, { sealing: testSealing }),
    async [Symbol.asyncDispose]() {
      await Promise.all([one[Symbol.asyncDispose](), two[Symbol.asyncDispose]()]);
    },
  };
}

/** Keeps connections for the databases that this process creates and drops: opening one takes as long as either. */
function connectToServer(url: string) {
  const pool = new Pool({ connectionString: url, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server stops at the end of the run, maybe before this process.
  pool.on('error', () => undefined);
  return { query: (sql: string) => pool.query(sql) };
}

function toPostgresDatabase(
  url: string,
  {
    database,
    runOn,
    drop,
  }: {
    readonly database: string;
    /** Runs SQL in another database of the server. */
    readonly runOn: (sql: string) => Promise<unknown>;
    readonly drop: () => Promise<unknown>;
  },
): PostgresDatabase {
  return {
    url,
    open: (sealing = testSealing) => openPostgresStore(url, { sealing }),
    query: (sql) => queryPostgres(url, sql),
    execute: async (sql) => void (await queryPostgres(url, sql)),
    async migrate(files) {
      const options = { files, sealing: testSealing };
      const { from } = await withClient(url, { program: 'booking-service' }, (client, name) =>
        migrateDatabase(client, { ...options, name }),
      );
      return from;
    },
    async backUp() {
      const copy = `${database}_${randomBytes(4).toString('hex')}`;
      const closed = async (work: () => Promise<unknown>) => {
        // A template has no connections.
        await runOn(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
        await runOn(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${database}'`);
        await work();
        await runOn(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
      };
      await closed(() => runOn(`CREATE DATABASE ${copy} TEMPLATE ${database} STRATEGY FILE_COPY`));
      return () =>
        closed(async () => {
          await runOn(`DROP DATABASE ${database} WITH (FORCE)`);
          await runOn(`CREATE DATABASE ${database} TEMPLATE ${copy} STRATEGY FILE_COPY`);
        });
    },
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
      await drop();
    },
  };
}

/** Creates the database that the others are copies of, if this is the first test that needs it: a copy is cheaper than migrations. */
async function requireTemplate({ url, template }: { url: string; template: string }): Promise<void> {
  if (hasTemplate) return;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Test files run side by side. The lock ends with the connection.
    await client.query('SELECT pg_advisory_lock(1)');
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount === 0) {
      await client.query(`CREATE DATABASE ${template}`);
      await migratePostgresStore(toDatabaseUrl(url, template), { sealing: testSealing });
      // A store that opens creates the partitions of now, which takes longer than the rest of its opening. The copies have them.
      await (await openPostgresStore(toDatabaseUrl(url, template), { sealing: testSealing }))[Symbol.asyncDispose]();
      // The first connection after the migrations writes a cache of the catalog to the database. Without it, the first connection to
      // each copy does that.
      await queryPostgres(toDatabaseUrl(url, template), 'SELECT');
    }
    hasTemplate = true;
  } finally {
    await client.end();
  }
}

async function makeSqliteDatabase({ tables = false }: { tables?: boolean } = {}): Promise<TestDatabase> {
  const folder = await (tables ? createMigratedFolder() : mkdtemp(join(tmpdir(), 'booking-service-')));
  const connect = () => {
    const db = new DatabaseSync(join(folder, 'booking-service.db'));
    db.exec('PRAGMA busy_timeout = 5000');
    return db;
  };
  return {
    open: async () => openSqliteStore(folder, { sealing: testSealing }),
    async execute(sql) {
      using db = connect();
      db.exec(sql);
    },
    async migrate(files) {
      const options = { sealing: testSealing, migrate: 'automatically', files } as const;
      const { db, from } = openDatabase(join(folder, 'booking-service.db'), options);
      db.close();
      return from;
    },
    async query(sql) {
      using db = connect();
      // Rows have no prototype; copies compare as plain objects.
      return db
        .prepare(sql)
        .all()
        .map((row) => ({ ...row }));
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
