/** The plans of a new database, which a connection keeps while the first rows are stored. */
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { requestRemovals } from '../../../src/store/requests/requests.ts';
import { makePostgresDatabase } from '../../support/engines.ts';

interface PrimaryKey {
  readonly table: string;
  readonly index: string;
  readonly columns: readonly string[];
}

const selectPrimaryKeys = `
  SELECT t.relname AS table, k.conindid::regclass::text AS index, array_agg(a.attname::text) AS columns
  FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (k.conkey)
  WHERE k.contype = 'p' AND t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace
  GROUP BY t.oid, k.conindid ORDER BY t.relname`;

it('DLV-7: on PostgreSQL a row of a new table is found by its primary key, also by the check of a foreign key', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using opened = new AsyncDisposableStack();
  const client = opened.adopt(new Client({ connectionString: database.url }), (each) => each.end());
  await client.connect();
  // A table of a few rows is read without an index.
  await client.query('SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off');
  const { rows: keys } = await client.query<PrimaryKey>(selectPrimaryKeys);
  const plans: Record<string, string> = {};
  for (const { table, columns } of keys) {
    const conditions = columns.map((column, index) => `${column} = $${index + 1}`);
    // The statement of the check of a foreign key.
    await client.query(
      `PREPARE of_${table} AS SELECT 1 FROM ONLY ${table} WHERE ${conditions.join(' AND ')} FOR KEY SHARE`,
    );
    const { rows } = await client.query(`EXPLAIN EXECUTE of_${table} (${columns.map(() => 'NULL').join()})`);
    plans[table] = rows.map((row) => Object.values(row).join()).join('\n');
  }
  expect(Object.keys(plans)).toEqual(
    expect.arrayContaining(['bookings', 'runs', 'events_default', 'deliveries_default']),
  );
  const others = keys.filter(({ table, index }) => !plans[table]?.includes(`using ${index} on ${table} `));
  expect(others.map(({ table }) => plans[table])).toEqual([]);
});

it('REQ-1: on PostgreSQL the removals of requests read no row of a new table more than once', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using opened = new AsyncDisposableStack();
  const client = opened.adopt(new Client({ connectionString: database.url }), (each) => each.end());
  await client.connect();
  await client.query('SET plan_cache_mode = force_generic_plan');
  for (const { name, text } of Object.values(requestRemovals)) {
    await client.query(`PREPARE ${name} AS ${text}`);
    const { rows } = await client.query(
      `EXPLAIN EXECUTE ${name} ('org', 'test', ${name === 'trim_requests' ? 2 : "'x'"}, 5)`,
    );
    const plan = rows.map((row) => Object.values(row).join()).join('\n');
    // An InitPlan is read once; a join or a SubPlan is read for each row.
    expect(plan).toContain('InitPlan');
    expect(plan).not.toMatch(/Join|Nested Loop|SubPlan/);
  }
});
