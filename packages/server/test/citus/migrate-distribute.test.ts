/** booking-service migrate --distribute on a Citus cluster. vitest.config.ts leaves this folder out without TEST_CITUS_URL. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createOrganization } from '../../src/index.ts';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { kernelMigrations, newestMigrationOf } from '@booking-service/kernel/store/migration-files';
import { bookingFiles } from '../../src/store/booking-files.ts';
import { sequentialSql } from '@booking-service/kernel/store/postgres/migrate-database';
import { makeCitusDatabase, type TestDatabase } from '../support/engines.ts';

const newest = newestMigrationOf('postgres', bookingFiles);

/** Returns the kind of every table, and of the functions that run on the node of an organization. */
async function readPlaces({ query }: Pick<TestDatabase, 'query'>) {
  const tables = await query('SELECT table_name::text AS name, citus_table_type AS type FROM citus_tables');
  const functions = await query(`
    SELECT p.proname AS name FROM pg_dist_object o JOIN pg_proc p ON p.oid = o.objid
    WHERE o.classid = 'pg_proc'::regclass AND o.distribution_argument_index = 0`);
  return {
    tables: Object.fromEntries(tables.map(({ name, type }) => [String(name), type])),
    functions: functions.map(({ name }) => String(name)),
  };
}

it('distributes a database once, and reports it', async () => {
  await using database = await makeCitusDatabase({ tables: false });
  const environment = {
    BOOKING_SERVICE_DATABASE: database.url,
    BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const run = async (...args: string[]) => {
    const { exitCode, text } = await runCommandLine(['migrate', ...args], environment);
    return { exitCode, text: text.replace(/postgres:\S+/, 'DB') };
  };
  expect(await run()).toEqual({ exitCode: 0, text: `Created the database DB at migration ${newest}.` });
  expect((await readPlaces(database)).tables).toEqual({});
  expect(await run('--distribute')).toEqual({
    exitCode: 0,
    text: `Distributed the database DB by organization. It is at migration ${newest}, the newest.`,
  });
  const nothing = `Nothing to do: the database DB is at migration ${newest}, the newest, and distributed by organization.`;
  expect(await run('--distribute')).toEqual({ exitCode: 0, text: nothing });
  expect(await run()).toEqual({ exitCode: 0, text: nothing });

  const { tables, functions } = await readPlaces(database);
  expect(tables).toMatchObject({ organizations: 'distributed', bookings: 'distributed', deliveries: 'distributed' });
  expect(tables).toMatchObject({ api_keys: 'reference', migrations: 'reference', sealing: 'reference' });
  expect(functions).toEqual(expect.arrayContaining(['store_events', 'set_webhook_url']));
  expect(functions).not.toContain('claim_turns');
});

it('distributes what a later migration adds', async () => {
  await using database = await makeCitusDatabase();
  await database.execute(`
    BEGIN;
    ${sequentialSql}
    ALTER TABLE bookings ADD COLUMN later text;
    CREATE TABLE later (
      organization_id text NOT NULL REFERENCES organizations (id), id text, PRIMARY KEY (organization_id, id));
    CREATE FUNCTION add_later(p_organization_id text, p_id text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO later VALUES (p_organization_id, p_id); END $$;
    ${readFileSync(new URL('distribute_tables.sql', kernelMigrations('postgres')), 'utf8')}
    COMMIT`);
  const { tables, functions } = await readPlaces(database);
  expect(tables).toMatchObject({ later: 'distributed' });
  expect(functions).toContain('add_later');
  await expect(database.query(`SELECT add_later('org_none', '1')`)).rejects.toThrow('violates foreign key constraint');
});

it('keeps an organization and its rows when its shard moves to another node', async () => {
  await using database = await makeCitusDatabase();
  await using store = await database.open();
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, new Date());
  await store.setWebhookUrl(organization_id, 'https://diner.test/');
  const shard = `get_shard_id_for_distribution_column('organizations', '${organization_id}')`;
  const placement = `SELECT nodename, nodeport FROM pg_dist_shard_placement WHERE shardid = ${shard}`;
  const [before] = await database.query(placement);
  await database.query(`
    SELECT citus_move_shard_placement(${shard}, a.nodename, a.nodeport, b.nodename, b.nodeport)
    FROM (${placement}) AS a, (
      SELECT nodename, nodeport FROM pg_dist_node
      WHERE shouldhaveshards AND (nodename, nodeport) NOT IN (${placement}) LIMIT 1) AS b`);
  expect(await database.query(placement)).not.toEqual([before]);
  expect(await store.findOrganization(organization_id)).toMatchObject({ webhook_url: 'https://diner.test/' });
  expect(await store.setStanding(organization_id, 'suspended')).toMatchObject({ suspended: true });
});
