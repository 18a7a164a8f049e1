/** On PostgreSQL a claim of deliveries writes no index entry: its updates are HOT (heap-only tuples). */
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createOrganization } from '../../../src/index.ts';
import { claimOf } from '../../../src/store/postgres/deliveries.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { addDelivery, at, lease_ms, start, url } from './queued.ts';

const organizations = 40;
const deliveriesOfEach = 30;
const batch = 10;

it('DLV-9: claims of deliveries are HOT updates', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  // An analysis of the tables would keep old versions too, so these have none.
  await database.execute(`DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT oid::regclass FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    LOOP EXECUTE 'ALTER TABLE ' || name || ' SET (autovacuum_enabled = false)'; END LOOP; END $$`);
  await using store = await database.open();
  const first = await createOrganization(store, { name: 'Diner', webhook_url: url }, start);
  await addDelivery(store, first);
  await database.query(`
    INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
    SELECT 'org_copy_' || i, name, created, webhook_url, signing_secret, rate_limit, test_allowance
    FROM organizations, generate_series(1, ${organizations}) AS i`);
  // The deliveries of the organizations lie between each other, as they do when they are created one after the other.
  await database.query(`
    INSERT INTO events (organization_id, id, booking_id, type, created, payload)
    SELECT o.id, e.id, e.booking_id, e.type, e.created, e.payload FROM organizations o, events e WHERE o.id LIKE 'org_copy_%'`);
  await database.query(`
    INSERT INTO deliveries (organization_id, id, event_id, state, attempts_allowed, due_at)
    SELECT o.id, left(d.id, 16) || lpad(i::text, 8, '0') || right(o.id, 12), d.event_id, 'pending', d.attempts_allowed, d.due_at
    FROM generate_series(1, ${deliveriesOfEach}) AS i, organizations o, deliveries d WHERE o.id LIKE 'org_copy_%'
    ORDER BY i, o.id`);

  const client = new Client({ connectionString: database.url });
  await client.connect();
  /** The counts of this transaction, and of earlier ones that PostgreSQL has not yet added to its statistics. */
  async function countUpdates(): Promise<{ updates: number; hot: number }> {
    const { rows } = await client.query<{ updates: number; hot: number }>(`
      SELECT sum(n_tup_upd)::integer AS updates, sum(n_tup_hot_upd)::integer AS hot
      FROM pg_stat_xact_user_tables WHERE relname LIKE 'deliveries%'`);
    return rows[0] ?? { updates: 0, hot: 0 };
  }

  let [updates, hot, claimed] = [0, 0, 0];
  try {
    for (let number = 1; number <= organizations; number += 1) {
      for (let done = 0; done < deliveriesOfEach; done += batch) {
        const values = [at(0), at(lease_ms)].map((time) => time.toISOString());
        await client.query('BEGIN');
        const before = await countUpdates();
        const { rowCount } = await client.query(claimOf.text, [...values, 'lease_a', batch, `org_copy_${number}`]);
        const after = await countUpdates();
        await client.query('COMMIT');
        claimed += rowCount ?? 0;
        updates += after.updates - before.updates;
        hot += after.hot - before.hot;
      }
    }
  } finally {
    await client.end();
  }
  expect([claimed, updates]).toEqual([organizations * deliveriesOfEach, organizations * deliveriesOfEach]);
  // All of them, unless a transaction of the server itself keeps old versions meanwhile. About half without the fillfactor.
  expect(hot / updates).toBeGreaterThan(0.65);
});
