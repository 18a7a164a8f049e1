/**
 * On PostgreSQL a claim of deliveries writes no index entry: its updates are HOT (heap-only tuples). An update is HOT if it changes no
 * indexed column and its page has room. PostgreSQL reclaims room only when no transaction of the server needs the old versions, so
 * each page here has fewer claims than the fillfactor leaves room for.
 */
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createOrganization } from '../../../src/index.ts';
import { claimOf } from '../../../../kernel/src/store/deliveries/postgres.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { addDelivery, at, lease_ms, start, url } from './queued.ts';

const organizations = 40;
const deliveriesOfEach = 30;

it('DLV-9: claims of deliveries are HOT updates', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  const first = await createOrganization(store, { name: 'Diner', webhook_url: url }, start);
  await addDelivery(store, first);
  await database.query(`
    INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
    SELECT 'org_copy_' || i, name, created, webhook_url, signing_secret, rate_limit, test_allowance
    FROM organizations, generate_series(1, ${organizations}) AS i`);
  // The deliveries of the organizations lie between each other, as they do when they are created one after the other.
  await database.query(`
    INSERT INTO events (organization_id, id, subject_id, type, created, payload)
    SELECT o.id, left(e.id, 16) || lpad(right(o.id, 12), 20, '0'), e.subject_id, e.type, e.created, e.payload FROM organizations o, events e WHERE o.id LIKE 'org_copy_%'`);
  await database.query(`
    INSERT INTO deliveries (organization_id, id, event_id, state, attempts_allowed, due_at)
    SELECT o.id, left(d.id, 16) || lpad(i::text, 8, '0') || right(o.id, 12), left(d.event_id, 16) || lpad(right(o.id, 12), 20, '0'), 'pending', d.attempts_allowed, d.due_at
    FROM generate_series(1, ${deliveriesOfEach}) AS i, organizations o, deliveries d WHERE o.id LIKE 'org_copy_%'
    ORDER BY i, o.id`);

  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('BEGIN');
    const values = [at(0), at(lease_ms)].map((time) => time.toISOString());
    await client.query(claimOf.text, [...values, 'lease_a', deliveriesOfEach, ['org_copy_1']]);
    // The counts of this transaction alone.
    const { rows } = await client.query(`
      SELECT sum(n_tup_upd)::integer AS updates, sum(n_tup_hot_upd)::integer AS hot
      FROM pg_stat_xact_user_tables WHERE relname LIKE 'deliveries%'`);
    await client.query('ROLLBACK');
    expect(rows).toEqual([{ updates: deliveriesOfEach, hot: deliveriesOfEach }]);
  } finally {
    await client.end();
  }
});
