/** The attempts of deliveries: each in the history (DLV-7, DLV-8), and all in the statistics (DLV-6). */
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { delivery as contract } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import type { AdminError, DeliveryStatistics } from '@booking-service/contract/admin';
import { randomId } from '@booking-service/kernel/contract';
import { createOrganization, openSqliteStore, type Store } from '../../../src/index.ts';
import { openWorld, testSealing } from '../../../src/testing.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../../kernel/test/support/network/listen-on-loopback.ts';
import { newBooking } from '../../support/new-booking.ts';
import { pendingProvider } from '../../support/providers.ts';
import { readDeliveries } from '../../support/databases.ts';
import { openBooking, toEvents } from '../../../src/domain/booking.ts';
import type { AttemptOutcome, ClaimedDelivery } from '../../../src/store/store.ts';
import { engines, makeDatabase } from '../../support/engines.ts';
import { type AdminWorld, openAdminWorld } from '../../support/worlds/admin-world.ts';
import { attempt, start } from '../../store/queues/queued.ts';
import { daysAgo, now, removeAll } from '../../store/retention/old-events.ts';

const request = newBooking();

describe('the history', () => {
  it('DLV-7 DLV-8: keeps each attempt with its time, its status or error, and the first KiB of the response', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
    await using cleanup = new AsyncDisposableStack();
    cleanup.defer(() => rm(folder, { recursive: true }));
    const responses = [500, 'drop', 302, 200] as const;
    let received = 0;
    const server = createServer((req, res) => {
      const response = responses[received];
      received += 1;
      if (response === undefined || response === 'drop') req.socket.destroy();
      else res.writeHead(response, { Location: '/elsewhere' }).end(`${response} `.repeat(1000));
    });
    cleanup.defer(() => void server.close());
    const url = await listenOnLoopback(server);
    const store = cleanup.use(openSqliteStore(folder, { sealing: testSealing }));
    await using world = await openWorld({
      store,
      providers: [pendingProvider],
      organization: { webhook_url: `${url}/` },
    });
    await world.call('POST', '/v1/bookings', { body: request });
    await world.clock.advance(3_600_000);

    const [delivery] = await readDeliveries(store);
    const kept = (status: number) => `${status} `.repeat(256);
    const request_headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'booking-service',
      ...Object.fromEntries(
        Object.values(contract.headers)
          .filter(({ required }) => required)
          .map(({ name, schema }) => [name, expect.stringMatching(schema.pattern) as unknown]),
      ),
    };
    expect(delivery?.id).toMatch(/^dlv_[0-9a-f]{32}$/);
    expect(delivery?.attempts).toEqual(
      [
        { attempt: 1, started_at: '2026-11-21T09:30:30.000Z', status: 500, answer: kept(500) },
        {
          attempt: 2,
          started_at: '2026-11-21T09:31:00.000Z',
          status: null,
          error: 'connection',
          cause: 'connection_reset',
          answer: null,
        },
        { attempt: 3, started_at: '2026-11-21T09:33:00.000Z', status: 302, answer: kept(302) },
        { attempt: 4, started_at: '2026-11-21T09:43:00.000Z', status: 200, answer: kept(200) },
      ].map((attempted) => ({
        error: null,
        cause: null,
        ...attempted,
        request_headers,
        duration_ms: expect.any(Number) as unknown,
        answer_deleted_at: null,
      })),
    );
    expect(new Set(delivery?.attempts.map((each) => each.request_headers?.['Service-Signature'])).size).toBe(4);
    expect(delivery?.state).toBe('succeeded');
  });
});

const none = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, other: 0, no_response: 0 };
/** Each response took as long. */
const asLong = { mean_ms: attempt.duration_ms, slowest_ms: attempt.duration_ms };
const hour = { from: '2026-11-21T09:00:00.000Z', before: '2026-11-21T10:00:00.000Z' };
const lease = { now: start, lease_until: new Date(start.getTime() + 60_000), lease_token: 'lease_a', limit: 5_000 };

async function read(world: AdminWorld, query: Record<string, string> = {}) {
  const path = { organization_id: world.organization_id };
  return world.call<DeliveryStatistics & AdminError>('getDeliveryStatistics', { path, query }, world.tokens.viewer);
}

/** Stores a booking with this number of events, and claims their deliveries. */
async function claimMany(store: Store, organization_id: string, count: number): Promise<ClaimedDelivery[]> {
  const opening = { id: randomId('bkg'), provider: 'sandbox', livemode: true, request: newBooking() };
  const { booking, events } = openBooking(opening, start);
  const many = Array.from({ length: count }, () => events[0] ?? 'booking.created');
  const created = { organization_id, booking, idempotency_key: undefined };
  await store.createBooking({ ...created, events: toEvents(many, booking, { newId: randomId }) });
  return store.claimDeliveries({ ...lease, of: [organization_id] });
}

function succeed(delivery: ClaimedDelivery, started: Date = start): AttemptOutcome {
  return { delivery, attempt: { ...attempt, started_at: started.toISOString(), status: 204 }, state: 'succeeded' };
}

function fail(delivery: ClaimedDelivery, status: number | null = 500, started: Date = start): AttemptOutcome {
  return { delivery, attempt: { ...attempt, started_at: started.toISOString(), status }, due_at: lease.lease_until };
}

function inBatches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

describe('the statistics', () => {
  describe.each(engines)('%s', (engine) => {
    it('DLV-7: counts every attempt of more than 2,500 deliveries, of two organizations in the same batches', async () => {
      await using world = await openAdminWorld(engine);
      const { store, organization_id, foreign_id } = world;
      await store.setWebhookUrl(foreign_id, 'https://diner.test/');
      const own = await claimMany(store, organization_id, 2_600);
      const others = await claimMany(store, foreign_id, 400);
      const outcomes = own.map((delivery, index): AttemptOutcome => {
        if (index < 700) return { ...succeed(delivery), attempt: { ...attempt, status: 503 }, state: 'abandoned' };
        return index < 1_000 ? fail(delivery, null) : succeed(delivery);
      });
      const mixed = [...outcomes, ...others.map((delivery) => succeed(delivery))].toSorted((a, b) =>
        a.delivery.id.slice(-4) < b.delivery.id.slice(-4) ? -1 : 1,
      );
      for (const batch of inBatches(mixed, 100)) await store.recordAttempts(batch);
      // The leases are lost, so nothing is recorded and nothing is counted.
      await store.recordAttempts(mixed.slice(0, 100));
      const { data, failing_since } = (await read(world)).body;
      const status_classes = { ...none, '2xx': 1_600, '5xx': 700, no_response: 300 };
      expect(data.at(-1)).toEqual({
        ...hour,
        succeeded: 1_600,
        failed: 1_000,
        abandoned: 700,
        status_classes,
        ...asLong,
      });
      expect(data.slice(0, -1).every(({ succeeded, failed }) => succeeded + failed === 0)).toBe(true);
      // They began at the same time as the last success.
      expect(failing_since).toBeNull();
    });

    it('DLV-7: shows failures while the deliveries are pending, since when all fail, and ends that at a success', async () => {
      await using world = await openAdminWorld(engine);
      const { service, clock, endpoint } = world;
      const book = () => service.call('POST', '/v1/bookings', { body: newBooking({ venue: 'express_counter' }) });
      endpoint.responses.push(204, 204);
      await book();
      await clock.advance(30_000);
      const since = clock.now();
      endpoint.responses.push(...Array.from({ length: 100 }, () => 500));
      await book();
      await clock.advance(10 * 60_000);
      const { data, failing_since } = (await read(world)).body;
      const last = data.at(-1);
      expect(last).toMatchObject({ succeeded: 2, abandoned: 0 });
      expect(last?.failed).toBeGreaterThan(2);
      expect(Date.parse(failing_since ?? '')).toBeGreaterThanOrEqual(since.getTime());
      endpoint.responses.length = 0;
      await book();
      await clock.advance(30_000);
      expect((await read(world)).body.failing_since).toBeNull();
    });

    it('DLV-5 DLV-10: counts a delivery that a crash abandons, and the attempt of a resend', async () => {
      await using world = await openAdminWorld(engine);
      const { store, organization_id } = world;
      const [delivery] = await claimMany(store, organization_id, 1);
      if (!delivery) throw new Error('Nothing was claimed.');
      await store.recordAttempts([fail(delivery)]);
      await world.service.query('UPDATE deliveries SET attempts = attempts_allowed RETURNING id');
      const later = new Date(start.getTime() + 2 * 3_600_000);
      const turn = { now: later, lease_until: later, lease_token: 'turn_a', limit: 10 };
      await store.claimTurns({ ...turn, receivers: 'quick' });
      expect(await store.endTurns([{ ...turn, organization_id, receivers: 'quick' }])).toMatchObject([
        {
          abandoned: [delivery.event_id],
        },
      ]);
      await store.resendDelivery(delivery, later);
      const [again] = await store.claimDeliveries({ ...lease, now: later, lease_until: later, of: [organization_id] });
      if (!again) throw new Error('Nothing was claimed.');
      await store.recordAttempts([succeed(again, later)]);
      await world.clock.advance(2 * 3_600_000);
      const { data } = (await read(world)).body;
      expect(data.filter(({ succeeded, failed, abandoned }) => succeeded + failed + abandoned > 0)).toMatchObject([
        { ...hour, succeeded: 0, failed: 1, abandoned: 0 },
        { from: '2026-11-21T11:00:00.000Z', succeeded: 1, failed: 0, abandoned: 1 },
      ]);
    });

    it('DLV-7: counts the time until a response, and not that of an attempt without one', async () => {
      await using world = await openAdminWorld(engine);
      const { store, organization_id } = world;
      const claimed = await claimMany(store, organization_id, 5);
      const later = new Date(start.getTime() + 3_600_000);
      const outcomes = [
        [200, 100],
        [503, 501],
        [null, 10_000],
        [200, 200, later],
        [null, 9_000, new Date(later.getTime() + 3_600_000)],
      ] as const;
      for (const [index, [status, duration_ms, at = start]] of outcomes.entries()) {
        const delivery = claimed[index];
        if (!delivery) throw new Error('Too few were claimed.');
        const outcome = fail(delivery, status, at);
        await store.recordAttempts([{ ...outcome, attempt: { ...outcome.attempt, duration_ms } }]);
      }
      const created_before = new Date(later.getTime() + 2 * 3_600_000).toISOString();
      const query = { created_from: start.toISOString(), created_before };
      const shown = (await read(world, query)).body.data.map(({ mean_ms, slowest_ms }) => [mean_ms, slowest_ms]);
      expect(shown.slice(0, 3)).toEqual([
        [301, 501],
        [200, 200],
        [null, null],
      ]);
      const [day] = (await read(world, { bucket: 'day', created_from: start.toISOString() })).body.data;
      expect(day).toMatchObject({ mean_ms: 267, slowest_ms: 501 });
    });

    it('DLV-7: sums days, and refuses a time with too many parts', async () => {
      await using world = await openAdminWorld(engine);
      const { store, organization_id } = world;
      const [first, second, third] = await claimMany(store, organization_id, 3);
      if (!first || !second || !third) throw new Error('Too few were claimed.');
      const early = new Date('2026-11-20T23:59:59.999Z');
      await store.recordAttempts([
        fail(first, 404, early),
        succeed(second, new Date('2026-11-20T02:00:00.000Z')),
        succeed(third),
      ]);
      const days = (await read(world, { bucket: 'day', created_from: daysAgo(1).toISOString() })).body;
      expect(days.data).toEqual([
        {
          from: '2026-11-20T00:00:00.000Z',
          before: '2026-11-21T00:00:00.000Z',
          succeeded: 1,
          failed: 1,
          abandoned: 0,
          status_classes: { ...none, '2xx': 1, '4xx': 1 },
          ...asLong,
        },
        {
          from: '2026-11-21T00:00:00.000Z',
          before: '2026-11-22T00:00:00.000Z',
          succeeded: 1,
          failed: 0,
          abandoned: 0,
          status_classes: { ...none, '2xx': 1 },
          ...asLong,
        },
      ]);
      expect(await read(world, { created_from: daysAgo(3).toISOString() })).toMatchObject({
        status: 400,
        body: { error_code: 'invalid_request' },
      });
    });

    it('DLV-14: removes the counts of hours that are no longer kept', async () => {
      await using world = await openAdminWorld(engine);
      const { store, organization_id } = world;
      const times = [daysAgo(40), daysAgo(31), daysAgo(29), now];
      const claimed = await claimMany(store, organization_id, times.length);
      await store.recordAttempts(claimed.map((delivery, index) => succeed(delivery, times[index])));
      // More than one step removes.
      const old = Array.from({ length: 2_500 }, (_, index) => new Date(daysAgo(400).getTime() + index * 3_600_000));
      const values = old.map((time) => `('${organization_id}', '${time.toISOString().slice(0, 13)}')`).join(', ');
      await world.service.query(`INSERT INTO delivery_counts (organization_id, hour) VALUES ${values} RETURNING hour`);
      await removeAll(store);
      const kept = await store.readDeliveryCounts({ organization_id, from: new Date(0), before: daysAgo(-1) });
      expect(kept.map(({ at }) => at.toISOString().slice(0, 13))).toEqual(
        [daysAgo(29), now].map((time) => time.toISOString().slice(0, 13)),
      );
    });

    it('DLV-7: a success ends a failure, whichever is recorded first', async () => {
      await using world = await openAdminWorld(engine);
      const { store, organization_id } = world;
      const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
      const claimed = await claimMany(store, organization_id, 6);
      const record = async (index: number, judge: typeof succeed | typeof fail, seconds: number) => {
        const delivery = claimed[index];
        if (!delivery) throw new Error('Too few were claimed.');
        await store.recordAttempts([
          judge === succeed ? succeed(delivery, at(seconds)) : fail(delivery, 500, at(seconds)),
        ]);
        return store.readFailingSince(organization_id);
      };
      expect(await record(0, fail, 10)).toBe(at(10).toISOString());
      expect(await record(1, succeed, 20)).toBeNull();
      expect(await record(2, fail, 15)).toBeNull();
      expect(await record(3, fail, 40)).toBe(at(40).toISOString());
      expect(await record(4, fail, 30)).toBe(at(30).toISOString());
      expect(await record(5, succeed, 2 * 3_600)).toBeNull();
    });
  });

  it('DLV-6 DLV-7: two instances on PostgreSQL count every attempt once', async () => {
    await using database = await makeDatabase('postgres');
    await using first = await database.open();
    await using second = await database.open();
    const names = Array.from({ length: 8 }, (_, index) => ({
      name: `Diner ${index}`,
      webhook_url: 'https://diner.test/',
    }));
    const organizations: string[] = [];
    for (const named of names) organizations.push((await createOrganization(first, named, start)).organization_id);
    const claimed: ClaimedDelivery[] = [];
    for (const organization_id of organizations) claimed.push(...(await claimMany(first, organization_id, 50)));
    // Each batch has every organization, in the opposite order of the other instance.
    const interleaved = Array.from({ length: 50 }, (_, place) =>
      claimed.filter((_delivery, index) => index % 50 === place),
    );
    await Promise.all(
      interleaved.map((batch, index) => {
        const outcomes = batch.map((delivery) => (index % 5 === 0 ? fail(delivery) : succeed(delivery)));
        return index % 2 === 0 ? first.recordAttempts(outcomes) : second.recordAttempts(outcomes.toReversed());
      }),
    );
    for (const organization_id of organizations) {
      const counts = await first.readDeliveryCounts({
        organization_id,
        from: new Date(0),
        before: new Date('2027-01-01'),
      });
      expect(counts).toMatchObject([
        { succeeded: 40, failed: 10, abandoned: 0, status_classes: { '2xx': 40, '5xx': 10 } },
      ]);
    }
  });
});
