/**
 * A backlog of ten thousand deliveries to a dead endpoint affects only its own organization (DLV-9).
 *
 * @module-tag slow
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../src/index.ts';
import { openWebhookEndpoint, openWorld, testSealing, type World } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';

const backlog = 10_000;

async function create(world: World, key: string): Promise<Booking> {
  const { status, body } = await world.call<Booking>('POST', '/v1/bookings', {
    key,
    body: newBooking({ venue: 'express_counter', date: '2026-11-22' }),
  });
  expect(status).toBe(201);
  return body;
}

it('DLV-9 DLV-3: delivers to another organization within one tick while 10,000 deliveries to a hanging endpoint are due', async () => {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const store = opened.use(openSqliteStore(folder, { sealing: testSealing }));
  const world = opened.use(await openWorld({ store }));
  const healthy = opened.use(await openWebhookEndpoint());
  const other = await world.addOrganization({ webhook_url: healthy.url });
  world.endpoint.responses.push(...Array<'hang'>(1_000).fill('hang'));

  const { id } = await create(world, 'test');
  const db = new DatabaseSync(join(folder, 'booking-service.db'));
  opened.defer(() => db.close());
  // Copies of a delivery that the service stored.
  db.prepare(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
    INSERT INTO deliveries (id, event_id, organization_id, state, attempts_allowed, due_at)
    SELECT 'dlv_copy_' || i, d.event_id, d.organization_id, 'pending', d.attempts_allowed, d.due_at FROM n, deliveries d
    JOIN events e ON e.id = d.event_id WHERE e.subject_id = ? AND e.type = 'booking.created'`).run(backlog, id);

  // The events of the other organization arrive with each next tick.
  for (let tick = 1; tick <= 2; tick += 1) {
    const booking = await create(world, other.keys.test);
    await world.clock.advance(30_000);
    const events = healthy.received.map(({ event }) => event).filter(({ data }) => data.object.id === booking.id);
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['booking.created', 'booking.confirmed']));
    expect(events.every(({ created }) => world.clock.now().getTime() - Date.parse(created) <= 30_000)).toBe(true);
  }
  // The dead endpoint got its attempts too.
  expect(world.endpoint.received).toHaveLength(20);
});
