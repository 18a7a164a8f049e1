import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPostgresStore, openSqliteStore } from '@booking-service/server';
import { Client } from 'pg';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer } from '../../packages/server/test/support/postgres/postgres-server.ts';
import { type CopyRange, type Engine, type EngineName, type Kind, type Place, sealing, tags } from './place.ts';

/** The recommended buffers, a quarter of the memory, and no checkpoint within a run. */
const settings = {
  shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB`,
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  full_page_writes: 'off',
  maintenance_work_mem: '256MB',
};

/** Databases of a server of its own. Their data stay in the folder `keep`, if there is one. */
async function openPostgresEngine(keep?: string): Promise<Engine> {
  await using closing = new AsyncDisposableStack();
  const server = closing.use(await startPostgresServer({ settings, keep }));
  const control = await connect(server.url);
  closing.defer(() => control.end());
  const open = closing.move();
  return {
    async place(name) {
      const database = `growth_${name}`;
      const { rowCount } = await control.query('SELECT FROM pg_database WHERE datname = $1', [database]);
      if (rowCount === 0) await control.query(`CREATE DATABASE ${database}`);
      return openPostgresPlace(control, {
        database,
        url: Object.assign(new URL(server.url), { pathname: `/${database}` }).href,
      });
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

function openPostgresPlace(control: Client, { database, url }: { database: string; url: string }): Place {
  const query = async (sql: string) => {
    const client = await connect(url);
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    address: { url },
    query,
    openStore: () => openPostgresStore(url, { sealing }),
    async saveRows(kind) {
      await query('CREATE SCHEMA IF NOT EXISTS bench');
      for (const { table } of await readPostgresTables(query))
        await query(
          `CREATE TABLE bench.${kind}_${table} AS SELECT * FROM "${table}" t WHERE position('${tags[kind]}' IN t::text) > 0`,
        );
    },
    async copy(kind, range) {
      const tables = await readPostgresTables(query);
      // Two tables at a time: each copy uses one core.
      await Promise.all([1, 2].map(() => copyTables(url, { kind, range, tables })));
      await query('VACUUM ANALYZE');
      await query('CHECKPOINT');
    },
    async readUsage() {
      const { rows } = await control.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE datname = $1', [
        database,
      ]);
      const times = await Promise.all(rows.map(({ pid }) => readProcess_us(pid)));
      const wal = await control.query<{ bytes: string }>(
        `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes`,
      );
      return { cpu_us: times.reduce((sum, time) => sum + time, 0), wal_bytes: Number(wal.rows[0]?.bytes) };
    },
  };
}

interface Table {
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Copies the rows of the tables that are left, and takes each from the list. */
async function copyTables(
  url: string,
  { kind, range, tables }: { kind: Kind; range: CopyRange; tables: Table[] },
): Promise<void> {
  const client = await connect(url);
  try {
    // As a replica, the server checks no foreign keys.
    await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
    for (let table = tables.shift(); table; table = tables.shift()) {
      if (range.tables[table.table] === 'keep') continue;
      range.onTable(table.table);
      await copyTable(client, table, { kind, range });
    }
  } finally {
    await client.end();
  }
}

async function copyTable(
  client: Client,
  { table, columns }: Table,
  { kind, range: { from, to, tables } }: { kind: Kind; range: CopyRange },
): Promise<void> {
  const tag = `lpad(to_hex(i), 16, '0')`;
  if (tables[table] === 'replace')
    await client.query(`
      DELETE FROM "${table}" WHERE right(organization_id, 16) IN (SELECT ${tag} FROM generate_series(${from}, ${to}) AS i)`);
  const list = columns.map(({ name }) => `"${name}"`).join(', ');
  const values = columns.map(({ name, type }) =>
    ['text', 'json', 'jsonb', 'instant'].includes(type)
      ? `replace(t."${name}"::text, '${tags[kind]}', ${tag})::${type}`
      : `t."${name}"`,
  );
  // One saved row at a time for all copies, so that the order of the rows is that of their time. Without a reference to t
  // the planner may turn the two around.
  await client.query(`
    INSERT INTO "${table}" (${list})
    SELECT ${values.join(', ')}
    FROM bench.${kind}_${table} AS t CROSS JOIN LATERAL generate_series(${from}, ${to} + 0 * length(t::text)) AS i`);
}

/** Returns the tables of the service with the columns that a row is inserted with. */
async function readPostgresTables(query: (sql: string) => Promise<Record<string, unknown>[]>): Promise<Table[]> {
  const rows = await query(`
    SELECT c.relname AS table, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL))
      ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT IN ('migrations', 'sealing')
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attidentity = '' AND a.attgenerated = ''
    GROUP BY c.relname ORDER BY c.relname`);
  // The columns of the statement above.
  return rows as unknown as Table[];
}

/** The CPU time of a process. Needs Linux. */
async function readProcess_us(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0');
  return Number(text.split(' ')[0]) / 1_000;
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Databases in folders of `folder`. */
async function openSqliteEngine(folder: string): Promise<Engine> {
  return {
    async place(name) {
      const own = join(folder, name);
      await mkdir(own, { recursive: true });
      return openSqlitePlace(own);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function openSqlitePlace(folder: string): Place {
  const file = join(folder, 'booking-service.db');
  return {
    address: { folder },
    openStore: async () => openSqliteStore(folder, { sealing }),
    async query(sql) {
      using db = new DatabaseSync(file);
      db.exec('PRAGMA busy_timeout = 60000');
      return db.prepare(sql).all();
    },
    async saveRows(kind) {
      using db = new DatabaseSync(file);
      for (const { table, columns } of readSqliteTables(db)) {
        const isOwn = columns.map((column) => `instr("${column}", '${tags[kind]}') > 0`).join(' OR ');
        db.exec(`CREATE TABLE bench_${kind}_${table} AS SELECT * FROM "${table}" WHERE ${isOwn}`);
      }
    },
    async copy(kind, range) {
      using db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
      db.exec(`
        PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000;
        PRAGMA ignore_check_constraints = ON; PRAGMA temp_store = MEMORY`);
      copyRows(db, kind, range);
      db.exec('PRAGMA journal_mode = WAL');
    },
    async readUsage() {
      const { user, system } = process.cpuUsage();
      return { cpu_us: user + system, wal_bytes: 0 };
    },
  };
}

function copyRows(db: DatabaseSync, kind: Kind, { from, to, tables, onTable }: CopyRange): void {
  db.exec(`
    CREATE TEMP TABLE copies (tag TEXT);
    WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
      INSERT INTO copies SELECT printf('%016x', i) FROM n`);
  for (const { table, columns } of readSqliteTables(db)) {
    if (tables[table] === 'keep') continue;
    onTable(table);
    const list = columns.map((column) => `"${column}"`).join(', ');
    // Only texts contain ids; replace() would make texts of numbers.
    const values = columns.map(
      (column) =>
        `CASE typeof(t."${column}") WHEN 'text' THEN replace(t."${column}", '${tags[kind]}', c.tag) ELSE t."${column}" END`,
    );
    // One row of the template at a time for all copies, so that the order of the rows is that of their time.
    db.exec(`
      BEGIN;
      ${tables[table] === 'replace' ? `DELETE FROM "${table}" WHERE substr(organization_id, -16) IN (SELECT tag FROM copies);` : ''}
      INSERT INTO "${table}" (${list})
        SELECT ${values.join(', ')} FROM bench_${kind}_${table} t CROSS JOIN copies c;
      COMMIT`);
  }
}

function readSqliteTables(db: DatabaseSync): { table: string; columns: string[] }[] {
  const tables = db
    .prepare(
      `SELECT name FROM sqlite_schema
       WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'bench%'
         AND name <> 'sealing'`,
    )
    .all()
    .map(({ name }) => String(name));
  return tables.map((table) => ({
    table,
    // Without generated columns.
    columns: db
      .prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0')
      .all(table)
      .map(({ name }) => String(name)),
  }));
}

/** Opens an engine. Its databases are in the folder `keep`, or in a temporary one that is removed with the engine. */
export async function openEngine(name: EngineName, keep: string | undefined): Promise<Engine> {
  if (name === 'postgres') return openPostgresEngine(keep && join(keep, name));
  if (keep !== undefined) return openSqliteEngine(join(keep, name));
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-bench-'));
  const engine = await openSqliteEngine(folder);
  return { ...engine, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
