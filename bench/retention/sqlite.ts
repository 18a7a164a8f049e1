import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createOrganization, createSealing, openSqliteStore } from '@booking-service/server';
import type { Planted } from './measure-removal.ts';

const sealing = createSealing(new Uint8Array(32));
const organizations = 1000;

/** Creates an embedded store with so many events. */
export async function plantSqlite(events: number): Promise<Planted> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-retention-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const webhook_url = 'https://diner.test/webhooks';
  let organization_id = '';
  {
    await using store = openSqliteStore(folder, { sealing });
    ({ organization_id } = await createOrganization(store, { name: 'Diner', webhook_url }, new Date()));
  }
  plant(join(folder, 'booking-service.db'), events);
  const store = opened.use(openSqliteStore(folder, { sealing }));
  const running = opened.move();
  return { store, organization_id, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

function plant(file: string, events: number): void {
  using db = new DatabaseSync(file);
  // The number of an event is the end of its ids, after the digits of its time.
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${events}),
    ids (organization_id, digits) AS (
      SELECT 'org_' || (i % ${organizations}),
        printf('%012x%020x', (unixepoch() - 100 * 86400) * 1000 + CAST(i * (30.0 * 86400000 / ${events}) AS INTEGER), i) FROM n)`;
  db.exec(`
    PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; PRAGMA foreign_keys = OFF;
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${organizations} - 1)
    INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
    SELECT 'org_' || i, 'Diner', '', 'https://diner.test/', '', 300, 100 FROM n;
    INSERT INTO events (organization_id, id, booking_id, type, created, payload)
    ${numbers} SELECT organization_id, 'evt_' || digits, 'bkg_' || digits, 'booking.created', '', printf('%0300d', 0) FROM ids;
    INSERT INTO deliveries (organization_id, id, event_id, state, attempts, attempts_allowed, due_at)
    ${numbers} SELECT organization_id, 'dlv_' || digits, 'evt_' || digits, 'succeeded', 1, 4, '' FROM ids;
    INSERT INTO delivery_attempts (organization_id, delivery_id, attempt, started, duration_ms, status)
    ${numbers} SELECT organization_id, 'dlv_' || digits, 1, '2026-11-21T09:30:00.000Z', 3, 200 FROM ids;`);
}
