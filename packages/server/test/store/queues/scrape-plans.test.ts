/** A scrape of /metrics reads a bounded number of rows, however many bookings, runs and deliveries there are. */
import { expect, it } from 'vitest';
import { createOrganization } from '../../../src/index.ts';
import { maxCounted } from '../../../src/store/upkeep/upkeep.ts';
import { runAges as postgresRunAges, selectWorkload } from '../../../src/store/upkeep/postgres-upkeep.ts';
import { runAges, workload } from '../../../src/store/upkeep/sqlite-upkeep.ts';
import { maxStuckCounted } from '../../../src/store/runs/port.ts';
import { makePostgresDatabase, openWorldOn, type PostgresDatabase } from '../../support/engines.ts';
import { addDelivery, at, start, url } from './queued.ts';
import { readRows } from './rows-read.ts';

const now = at(60_000).toISOString();
/** Of the runs that are not held up. */
const maxSampled = 600;
const many = 10_000;

it('STA-14: on SQLite a scrape searches indexes of work, and sorts nothing', async () => {
  await using world = await openWorldOn('sqlite');
  for (const text of [workload, runAges]) {
    const plan = await world.query(`EXPLAIN QUERY PLAN ${text.replaceAll(/:\w+/g, 'NULL')}`);
    const lines = plan.map(({ detail }) => String(detail));
    const read = lines.filter((line) => /^(?:SCAN|SEARCH) (?:runs|b|d|q)\b/.test(line));
    expect(read.length).toBeGreaterThan(3);
    const bounded =
      /USING (?:COVERING )?INDEX (?:runs_(?:leased|ready|stuck|waiting)|deliveries_due|delivery_queues_oldest|sqlite_autoindex_bookings_1) ?/;
    expect(
      lines.filter((line) => line.includes('TEMP B-TREE') || (read.includes(line) && !bounded.test(line))),
    ).toEqual([]);
  }
});

/** A run for each of as many bookings: those held up, waiting, ready and claimed are a quarter each. */
async function plantRuns(database: PostgresDatabase): Promise<void> {
  await using store = await database.open();
  const organization = await createOrganization(store, { name: 'Diner', webhook_url: url }, start);
  await addDelivery(store, organization);
  await database.query(`
    INSERT INTO bookings (organization_id, id, version, step, livemode, status, document, provider, created)
    SELECT b.organization_id, 'bkg_copy_' || i, 1, 1, FALSE, 'processing', b.document, 'sandbox', b.created
    FROM bookings b, generate_series(1, ${many}) AS i`);
  await database.query(`
    INSERT INTO runs (organization_id, booking_id, provider, step, ready, due_at, began, failures, failing_since,
      lease_until, lease_token)
    SELECT b.organization_id, b.id, 'sandbox', 1, kind = 2, b.created, b.created, 0,
      CASE WHEN kind = 0 THEN b.created END, CASE WHEN kind = 3 THEN '${now}' END, CASE WHEN kind = 3 THEN 'lease_a' END
    FROM (SELECT *, row_number() OVER () % 4 AS kind FROM bookings WHERE id LIKE 'bkg_copy_%') AS b`);
  await database.query('VACUUM ANALYZE');
}

it('STA-14: on PostgreSQL a scrape reads a bounded number of rows, also with old statistics', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await plantRuns(database);
  const read = () =>
    readRows(database.url, [
      [selectWorkload, [now]],
      [postgresRunAges, [now, now]],
    ]);
  const limits = [maxCounted, maxStuckCounted + maxSampled];
  for (const each of [await read(), await everyRunWaits(database).then(read)])
    expect(each.map(({ maxRows, scanned }, index) => ({ fits: maxRows <= (limits[index] ?? 0), scanned }))).toEqual(
      limits.map(() => ({ fits: true, scanned: [] })),
    );
});

/** Postpones all runs. The statistics still show that many are held up, ready or claimed. */
async function everyRunWaits(database: PostgresDatabase): Promise<void> {
  await database.query(`
    UPDATE runs SET ready = FALSE, failing_since = NULL, lease_until = NULL, lease_token = NULL,
      due_at = '${at(900_000).toISOString()}'`);
}
