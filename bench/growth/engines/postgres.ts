import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { openPostgresStore } from '@booking-service/server';
import { Client } from 'pg';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer } from '../../../packages/server/test/support/postgres/postgres-server.ts';
import { tags, type Kind } from '../planting/planted-ids.ts';
import { sealing, type CopyRange, type Engine, type Place } from './place.ts';

/** The recommended buffers, a quarter of the memory, and no checkpoint within a run. */
const settings = {
  shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB`,
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  full_page_writes: 'off',
  maintenance_work_mem: '256MB',
};

/** Databases of a server of its own. Their data stay in the folder `keep`, if there is one. */
export async function openPostgresEngine(keep?: string): Promise<Engine> {
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
      return openPlace(control, {
        database,
        url: Object.assign(new URL(server.url), { pathname: `/${database}` }).href,
      });
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

function openPlace(control: Client, { database, url }: { database: string; url: string }): Place {
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
      for (const { table } of await readTables(query))
        await query(
          `CREATE TABLE bench.${kind}_${table} AS SELECT * FROM "${table}" t WHERE position('${tags[kind]}' IN t::text) > 0`,
        );
    },
    async copy(kind, range) {
      const tables = await readTables(query);
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
async function readTables(query: (sql: string) => Promise<Record<string, unknown>[]>): Promise<Table[]> {
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
