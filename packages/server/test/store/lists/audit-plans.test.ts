/** A page of the audit log reads an index in its order, whatever the statistics say. */
import { expect, it } from 'vitest';
import { allEntries, entriesOfOne } from '../../../src/store/access/audit-log.ts';
import { makeDatabase, makePostgresDatabase } from '../../support/engines.ts';

it('on SQLite', async () => {
  await using database = await makeDatabase('sqlite');
  await (await database.open())[Symbol.asyncDispose]();
  const planOf = async (text: string) => {
    const plan = await database.query(`EXPLAIN QUERY PLAN ${text.replaceAll(/\$\d/g, 'NULL')}`);
    return plan.map(({ detail }) => String(detail));
  };
  expect(await planOf(allEntries)).toEqual([expect.stringContaining('USING INDEX audit_entries_newest')]);
  expect(await planOf(entriesOfOne)).toEqual(['SEARCH audit_entries USING PRIMARY KEY (organization_id=? AND id<?)']);
});

it('on PostgreSQL, also for an organization with few entries beside one with many', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await database.execute(`
    INSERT INTO audit_entries SELECT CASE n % 2000 WHEN 0 THEN 'org_few' ELSE 'org_many' END, 'aud_' || lpad(to_hex(n), 32, '0'),
      '2026-11-21T09:30:00.000Z', 'operator', NULL, NULL, 'setStanding', NULL, '{}' FROM generate_series(1, 20000) n`);
  await database.execute('ANALYZE audit_entries');
  const planOf = async (text: string) => {
    const literal = text.replace('$1', `'aud_g'`).replace('$2', '51').replace('$3', `'org_many'`);
    const plan = await database.query(`EXPLAIN ${literal}`);
    return plan.map((line) => String(line['QUERY PLAN'])).join('\n');
  };
  expect(await planOf(allEntries)).toMatch(/Limit[^]*Index Scan Backward using audit_entries_newest/);
  const ofOne = await planOf(entriesOfOne);
  expect(ofOne).toMatch(/Limit[^]*Index Scan Backward using audit_entries_pkey/);
  expect(ofOne).toContain('Index Cond');
  expect(ofOne).not.toMatch(/Filter|Sort/);
});
