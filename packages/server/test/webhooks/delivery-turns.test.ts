/** The receiver of one organization does not affect the deliveries of others (DLV-9). */
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { openWebhookEndpoint, openWorld, type World } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';

async function create(world: World, key: string): Promise<void> {
  const { status } = await world.call<Booking>('POST', '/v1/bookings', {
    key,
    body: newBooking({ venue: 'express_counter', date: '2026-11-22' }),
  });
  expect(status).toBe(201);
}

it('DLV-9 DLV-4: sixty deliveries to a receiver that never responds delay no other organization and end with their turn', async () => {
  await using world = await openWorld();
  await using healthy = await openWebhookEndpoint();
  const other = await world.addOrganization({ webhook_url: healthy.url });
  world.endpoint.responses.push(...Array<'hang'>(60).fill('hang'));
  for (let count = 0; count < 30; count += 1) await create(world, 'test');
  for (let count = 0; count < 30; count += 1) await create(world, other.keys.test);

  let ticked = false;
  const tick = world.clock.advance(30_000).then(() => {
    ticked = true;
  });
  // All deliveries to the healthy receiver arrive while the first attempts at the dead one are in progress.
  await expect.poll(() => healthy.received.length, { timeout: 9_000 }).toBe(60);
  expect(ticked).toBe(false);
  expect(world.endpoint.received).toHaveLength(10);
  await tick;
  // The dead one had its turn. Its remaining deliveries wait for the next tick and count no attempt.
  expect(world.endpoint.received).toHaveLength(10);
  const deliveries = await world.store.listDeliveries({ limit: 200 });
  const dead = deliveries.filter(({ organization_id }) => organization_id === world.organization.organization_id);
  const attempted = dead.filter(({ attempts }) => attempts.length > 0);
  expect([dead.length, attempted.length]).toEqual([60, 10]);
  expect(new Set(attempted.map(({ attempts }) => attempts[0]?.error))).toEqual(new Set(['timeout']));
});

it('DLV-9: delivers everything of one organization in one tick, ten at a time', async () => {
  await using world = await openWorld();
  for (let count = 0; count < 13; count += 1) await create(world, 'test');
  await world.clock.advance(30_000);
  expect(new Set(world.endpoint.received.map(({ event }) => event.id)).size).toBe(26);
});

it(
  'DLV-9: 101 dead receivers count as slow after one tick, and delay no one in the next two',
  { timeout: 180_000 },
  async () => {
    await using world = await openWorld({ organization: { webhook_url: null } });
    await using healthy = await openWebhookEndpoint();
    const dead = world.endpoint;
    dead.responses.push(...Array<'hang'>(1_000).fill('hang'));
    for (let count = 0; count < 101; count += 1) {
      const { keys } = await world.addOrganization({ webhook_url: dead.url });
      await create(world, keys.test);
    }
    await world.clock.advance(30_000);
    expect(dead.received).toHaveLength(202);

    // Their retries are due now, before the first event of the healthy receiver.
    await world.clock.advance(29_999);
    const other = await world.addOrganization({ webhook_url: healthy.url });
    await create(world, other.keys.test);
    const tick = world.clock.advance(30_001);
    await expect.poll(() => healthy.received.length, { timeout: 9_000 }).toBe(2);
    await expect.poll(() => dead.received.length, { timeout: 9_000 }).toBe(302);
    // The next tick does not wait for the turns of the dead receivers either.
    await create(world, other.keys.test);
    const next = world.clock.advance(30_000);
    await expect.poll(() => healthy.received.length, { timeout: 9_000 }).toBe(4);
    expect(dead.received.length).toBeLessThan(404);
    await Promise.all([tick, next]);
    expect(dead.received).toHaveLength(404);
  },
);
