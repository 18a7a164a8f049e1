/**
 * Compares the result of each engine's migrations with migrations/<engine>/schema.sql. After a new migration, update the file:
 * `npx vitest run --project server packages/server/test/store/schema.test.ts -u`.
 */
import { describe, expect, it } from 'vitest';
import { baseEngines, makeDatabase, type BaseEngine, type TestDatabase } from '../support/engines.ts';

const head = '-- The result of the migrations, for readers only. test/store/schema.test.ts writes and checks it.\n';

const statements: Readonly<Record<BaseEngine, (query: TestDatabase['query']) => Promise<string[]>>> = {
  async sqlite(query) {
    const rows = await query('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY tbl_name, type DESC, name');
    return rows.map(({ sql }) => String(sql));
  },
  // The partitions of a period depend on the time of the migration. They are not part of the schema.
  async postgres(query) {
    const rows = await query(`
      SELECT format(E'CREATE %sTABLE %s (\\n%s\\n)%s%s', CASE relpersistence WHEN 'u' THEN 'UNLOGGED ' END, relname,
        (SELECT string_agg(line, E',\\n' ORDER BY place, line COLLATE "C") FROM (
          SELECT attnum AS place, format('  %s %s%s%s%s', attname, format_type(atttypid, atttypmod),
            CASE WHEN attidentity <> '' THEN ' GENERATED ALWAYS AS IDENTITY' END,
            CASE WHEN attnotnull THEN ' NOT NULL' END,
            (SELECT ' DEFAULT ' || pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = attrelid AND adnum = attnum))
          FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
          UNION ALL
          SELECT 10000, '  ' || pg_get_constraintdef(oid)
          FROM pg_constraint WHERE conrelid = c.oid AND contype IN ('p', 'u', 'f', 'c')) AS parts (place, line)),
        ' WITH (' || array_to_string(reloptions, ', ') || ')', ' PARTITION BY ' || pg_get_partkeydef(c.oid)) AS sql,
        relname AS name, 0 AS place
      FROM pg_class c
      WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT relispartition
      UNION ALL
      SELECT format('CREATE TABLE %s PARTITION OF %s DEFAULT', relname, inhparent::regclass), relname, 0
      FROM pg_class c JOIN pg_inherits ON inhrelid = c.oid
      WHERE relkind = 'r' AND pg_get_expr(relpartbound, c.oid) = 'DEFAULT'
      UNION ALL
      SELECT indexdef, tablename || ' ' || indexname, 1 FROM pg_indexes
      WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)
        AND indexname NOT IN (SELECT relname FROM pg_class WHERE relispartition)
      UNION ALL
      SELECT format('CREATE DOMAIN %s AS %s COLLATE "%s"', typname, format_type(typbasetype, NULL), collname), '', 0
      FROM pg_type t JOIN pg_collation l ON l.oid = typcollation
      WHERE typtype = 'd' AND typnamespace = 'public'::regnamespace
      UNION ALL
      SELECT replace(pg_get_functiondef(oid), 'CREATE OR REPLACE FUNCTION public.', 'CREATE FUNCTION '), proname, 2
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      ORDER BY name, place, sql`);
    return rows.map(({ sql }) => String(sql).trimEnd());
  },
};

describe.each(baseEngines)('%s', (engine) => {
  it('matches the schema in git with the result of the migrations', async () => {
    await using database = await makeDatabase(engine, { tables: false });
    await (await database.open())[Symbol.asyncDispose]();
    const made = await statements[engine]((sql) => database.query(sql));
    const dump = [head, ...made.map((sql) => `${sql};\n`)].join('\n');
    await expect(dump).toMatchFileSnapshot(`../../migrations/${engine}/schema.sql`);
  });
});
