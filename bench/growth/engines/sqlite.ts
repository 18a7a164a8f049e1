import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '@booking-service/server';
import { tags, type Kind } from '../planting/planted-ids.ts';
import { sealing, type CopyRange, type Engine, type Place } from './place.ts';

/** Databases in folders of `folder`. */
export async function openSqliteEngine(folder: string): Promise<Engine> {
  return {
    async place(name) {
      const own = join(folder, name);
      await mkdir(own, { recursive: true });
      return openPlace(own);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function openPlace(folder: string): Place {
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
      for (const { table, columns } of readTables(db)) {
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
  for (const { table, columns } of readTables(db)) {
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

function readTables(db: DatabaseSync): { table: string; columns: string[] }[] {
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
