import { createOrganization, createSealing, openPostgresStore } from '@booking-service/server';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer } from '../../packages/server/test/support/postgres/postgres-server.ts';
// @boundaries-ignore as above
import { queryPostgres } from '../../packages/server/test/support/postgres/query-postgres.ts';
import type { Planted } from './measure-removal.ts';

const organizations = 1000;
const day_ms = 24 * 3600 * 1000;

/** Creates a database with so many events in the partitions of their times. */
export async function plantPostgres(events: number): Promise<Planted> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startPostgresServer());
  const store = opened.use(await openPostgresStore(server.url, { sealing: createSealing(new Uint8Array(32)) }));
  const webhook_url = 'https://diner.test/webhooks';
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url }, new Date());
  const first_ms = Date.now() - 100 * day_ms;
  // The number of an event is the end of its ids, after the digits of its time.
  const ids = `
    SELECT 'org_' || i % ${organizations} AS organization_id,
      lpad(to_hex(${first_ms} + (i * (30.0 * ${day_ms} / ${events}))::bigint), 12, '0') || lpad(to_hex(i), 20, '0') AS digits
    FROM generate_series(1, ${events}) AS i`;
  const statements = [
    `SELECT create_history_partitions(${first_ms}, ${Date.now()})`,
    `INSERT INTO events (organization_id, id, booking_id, type, created, payload)
      SELECT organization_id, 'evt_' || digits, 'bkg_' || digits, 'booking.created', '', repeat('x', 300) FROM (${ids}) AS ids`,
    `INSERT INTO deliveries (organization_id, id, event_id, state, attempts, attempts_allowed, due_at)
      SELECT organization_id, 'dlv_' || digits, 'evt_' || digits, 'succeeded', 1, 4, '' FROM (${ids}) AS ids`,
    `INSERT INTO delivery_attempts (organization_id, delivery_id, attempt, started, duration_ms, status)
      SELECT organization_id, 'dlv_' || digits, 1, '', 3, 200 FROM (${ids}) AS ids`,
    'ANALYZE',
  ];
  for (const statement of statements) await queryPostgres(server.url, statement);
  const running = opened.move();
  return { store, organization_id, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
