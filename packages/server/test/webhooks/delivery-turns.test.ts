/**
 * The receiver of one organization does not affect the deliveries of others (DLV-9). Attempts use real time, so these tests advance
 * the timers of the process.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Booking } from '@booking-service/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWebhookEndpoint, openWorld, type WebhookEndpoint, type World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { interceptStore, readDeliveries } from '../support/databases.ts';
import { newBooking } from '../support/new-booking.ts';

const timeout_ms = 10_000;
const realTimeout = setTimeout;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

async function create(world: World, key = 'test'): Promise<void> {
  const { status } = await world.call<Booking>('POST', '/v1/bookings', {
    key,
    body: newBooking({ venue: 'express_counter', date: '2026-11-22' }),
  });
  expect(status).toBe(201);
}

/**
 * Lets time pass in small steps until the condition holds, less than an attempt may take. On a busy machine a step takes longer.
 */
async function passUntil(holds: () => boolean): Promise<void> {
  for (let passed_ms = 0; !holds() && passed_ms < 9_000; passed_ms += 5) {
    await new Promise((done) => realTimeout(done, 5));
    await vi.advanceTimersByTimeAsync(5);
  }
}

/** Waits until the endpoint has received this many webhooks. */
async function untilReceived({ received }: Pick<WebhookEndpoint, 'received'>, count: number): Promise<void> {
  await passUntil(() => received.length >= count);
  expect(received).toHaveLength(count);
}

/** Waits, while no time passes, until at least this many webhooks have arrived and no more follow. */
async function untilQuiet({ received }: Pick<WebhookEndpoint, 'received'>, count: number): Promise<void> {
  let before = 0;
  for (let turns = 0; turns < 1_000 || received.length < count; turns += 1) {
    await new Promise((turn) => setImmediate(turn));
    if (received.length > before) turns = 0;
    before = received.length;
  }
}

it('DLV-9 DLV-4: sixty deliveries to a receiver that never responds delay no other organization and end with their turn', async () => {
  await using world = await openWorld();
  await using healthy = await openWebhookEndpoint();
  const other = await world.addOrganization({ webhook_url: healthy.url });
  world.endpoint.responses.push(...Array<'hang'>(60).fill('hang'));
  for (let count = 0; count < 30; count += 1) await create(world);
  for (let count = 0; count < 30; count += 1) await create(world, other.keys.test);

  const tick = { ended: false };
  void world.clock.advance(30_000).then(() => (tick.ended = true));
  // All deliveries to the healthy receiver arrive while the first attempts at the dead one are in progress.
  await untilReceived(healthy, 60);
  expect(tick.ended).toBe(false);
  expect(world.endpoint.received).toHaveLength(1);
  // An attempt that lasts a second makes room for the next one.
  await passUntil(() => world.endpoint.received.length === 2);
  while (!tick.ended) {
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise((done) => realTimeout(done, 5));
  }
  // The dead one had its turn. Its remaining deliveries wait for the next tick and count no attempt.
  const { length } = world.endpoint.received;
  expect(length).toBeGreaterThan(1);
  expect(length).toBeLessThanOrEqual(20);
  const deliveries = await readDeliveries(world.store);
  const dead = deliveries.filter(({ organization_id }) => organization_id === world.organization.organization_id);
  const attempted = dead.filter(({ attempts }) => attempts.length > 0);
  expect([dead.length, attempted.length]).toEqual([60, length]);
  expect(new Set(attempted.map(({ attempts }) => attempts[0]?.error))).toEqual(new Set(['timeout']));
});

it('DLV-9: delivers everything of one organization in one tick, ten at a time', async () => {
  await using world = await openWorld();
  for (let count = 0; count < 13; count += 1) await create(world);
  await world.clock.advance(30_000);
  expect(new Set(world.endpoint.received.map(({ event }) => event.id)).size).toBe(26);
});

it('DLV-9 DLV-13: 101 dead receivers at one host count as slow after one tick, and delay no one then or later', async () => {
  await using world = await openWorld({ organization: { webhook_url: null } });
  await using healthy = await openWebhookEndpoint();
  const dead = world.endpoint;
  dead.responses.push(...Array<'hang'>(1_000).fill('hang'));
  for (let count = 0; count < 101; count += 1) {
    const { keys } = await world.addOrganization({ webhook_url: dead.url });
    await create(world, keys.test);
  }
  const other = await world.addOrganization({ webhook_url: healthy.url });
  const same = await world.addOrganization({ webhook_url: dead.url });
  await create(world, other.keys.test);
  const first = world.clock.advance(30_000);
  await untilReceived(healthy, 2);
  await untilReceived(dead, 202);
  await vi.advanceTimersByTimeAsync(timeout_ms);
  await first;

  // Their retries are due now, before the next event of the healthy receiver.
  await world.clock.advance(29_999);
  await create(world, other.keys.test);
  const tick = world.clock.advance(30_001);
  await untilReceived(healthy, 4);
  // Fifty turns at one host.
  await untilReceived(dead, 302);
  // The next tick does not wait for the turns of the dead receivers either.
  await vi.advanceTimersByTimeAsync(1_000);
  const hanging = dead.responses.splice(0);
  await create(world, other.keys.test);
  await create(world, same.keys.test);
  const next = world.clock.advance(30_000);
  await untilReceived(healthy, 6);
  // A healthy receiver at their host gets its webhooks while they hang.
  await untilReceived(dead, 304);
  dead.responses.push(...hanging);
  await vi.advanceTimersByTimeAsync(timeout_ms);
  await untilReceived(dead, 404);
  await vi.advanceTimersByTimeAsync(timeout_ms);
  await Promise.all([tick, next]);
  expect(dead.received).toHaveLength(404);
});

describe.each(engines)('%s', (engine) => {
  it('DLV-9 DLV-13: once twenty attempts at a host hang, its other organizations make one at a time', async () => {
    await using world = await openWorldOn(engine, { tick_seconds: 1, organization: { webhook_url: null } });
    // Closed before the world: then the attempts end.
    await using hanging = await openWebhookEndpoint();
    hanging.responses.push(...Array<'hang'>(21).fill('hang'));
    const organizations = await Promise.all(
      Array.from({ length: 12 }, () => world.addOrganization({ webhook_url: hanging.url })),
    );
    const [third, fourth, ...first] = organizations.map(({ keys }) => keys.test);
    for (const key of first) await create(world, key);
    void world.clock.advance(0);
    await untilReceived(hanging, 20);
    await vi.advanceTimersByTimeAsync(1_000);
    await create(world, third);
    await untilReceived(hanging, 21);
    await vi.advanceTimersByTimeAsync(500);
    await untilQuiet(hanging, 21);
    expect(hanging.received).toHaveLength(21);
    // A healthy one continues when its first response has come.
    await create(world, fourth);
    await untilReceived(hanging, 23);
  });

  it('DLV-9: a receiver that responds after a second is slow until it responds sooner', async () => {
    await using world = await openWorldOn(engine);
    const { organization_id } = world.organization;
    const waiting: ServerResponse[] = [];
    const server = createServer((_req, res) => void waiting.push(res));
    await using closing = new AsyncDisposableStack();
    closing.defer(() => void server.close());
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    // A server that listens on a port has an AddressInfo.
    const { port } = server.address() as AddressInfo;
    await world.store.setWebhookUrl(organization_id, `http://127.0.0.1:${port}/`);
    for (const { passed_ms, slow } of [
      { passed_ms: 900, slow: false },
      { passed_ms: 1_001, slow: true },
      { passed_ms: 0, slow: false },
    ]) {
      await create(world);
      const tick = world.clock.advance(30_000);
      // One attempt after the other.
      for (let responses = 0; responses < 2; responses += 1) {
        await passUntil(() => waiting.length === 1);
        await vi.advanceTimersByTimeAsync(responses === 0 ? passed_ms : 0);
        for (const res of waiting.splice(0)) res.writeHead(204).end();
      }
      await tick;
      const [queue] = await world.query('SELECT slow FROM delivery_queues');
      expect({ passed_ms, slow: Boolean(queue?.['slow']) }).toEqual({ passed_ms, slow });
    }
    expect(await world.store.readWorkload(world.clock.now())).toMatchObject({ due_deliveries: 0 });
  });

  it('DLV-6: attempts no more at once than it can record, and sends each webhook once, however late they are recorded', async () => {
    await using database = await openWorldOn(engine, { organization: { webhook_url: null } });
    const gate = Promise.withResolvers<void>();
    let failures = 3;
    const store = interceptStore(database.store, (name, target) => {
      if (name !== 'recordAttempts') return undefined;
      return async (...args: Parameters<typeof target.recordAttempts>) => {
        await gate.promise;
        failures -= 1;
        if (failures >= 0) throw new Error('timeout exceeded when trying to connect');
        return target.recordAttempts(...args);
      };
    });
    await using world = await openWorld({ store, organization: { webhook_url: null } });
    await using ended = new AsyncDisposableStack();
    ended.defer(() => {
      gate.resolve();
      vi.useRealTimers();
    });
    for (let count = 0; count < 50; count += 1) {
      const { keys } = await world.addOrganization({ webhook_url: world.endpoint.url });
      await create(world, keys.test);
    }
    const tick = world.clock.advance(30_000);
    // Without a record, no place becomes free.
    await untilQuiet(world.endpoint, 30);
    expect(world.endpoint.received.length).toBeLessThanOrEqual(50);
    gate.resolve();
    let hasEnded = false;
    void tick.then(() => (hasEnded = true));
    await passUntil(() => hasEnded);
    expect(hasEnded).toBe(true);
    expect(world.endpoint.received).toHaveLength(100);
    expect(new Set(world.endpoint.received.map(({ event }) => event.id)).size).toBe(100);
    const deliveries = await readDeliveries(world.store);
    expect(deliveries.map(({ state, attempts }) => [state, attempts.length])).toEqual(
      Array.from({ length: 100 }, () => ['succeeded', 1]),
    );
  });
});
