/** The metrics of the service's work, and their scrape while the database does not respond. */
import type { Booking } from '@booking-service/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLog, createMetrics } from '../../src/index.ts';
import { createSandboxProvider } from '../../src/providers/sandbox/sandbox-provider.ts';
import { createManualClock, openWorld, type World, type WorldOptions } from '../../src/testing.ts';
import { cancel, createCardLedger, pay, pricedProvider } from '../support/card-ledger.ts';
import { closedCircuit } from '../support/providers.ts';
import { emptyStore } from '../support/databases.ts';
import { type EngineName, engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const booking = newBooking({ date: '2026-11-22' });
const silent = createLog({ level: 'silent' });

/** Opens a world with metrics, and a reader for them. */
async function openMeasured({ engine = 'sqlite', ...options }: WorldOptions & { engine?: EngineName } = {}) {
  const opened = Promise.withResolvers<World>();
  let now = new Date(0);
  const stored = async () => (await opened.promise).store;
  const metrics = createMetrics({
    store: {
      readWorkload: async (at) => (await stored()).readWorkload(at),
      readRunAges: async (at) => (await stored()).readRunAges(at),
      readResources: async () => (await stored()).readResources(),
    },
    clock: { now: () => now },
    log: silent,
  });
  const world = await openWorldOn(engine, { observer: metrics.observer, ...options });
  opened.resolve(world);
  const text = async (): Promise<string> => {
    now = world.clock.now();
    return metrics.text();
  };
  return { world, metrics: { text }, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

/** Returns the samples with this prefix that are not 0, by name and labels. */
async function samples(metrics: { text(): Promise<string> }, name: string): Promise<Record<string, number>> {
  return Object.fromEntries(Object.entries(await allSamples(metrics, name)).filter(([, value]) => value !== 0));
}

/** Returns the samples with this prefix, by name and labels. */
async function allSamples(metrics: { text(): Promise<string> }, name: string): Promise<Record<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith(`booking_service_${name}`));
  return Object.fromEntries(
    lines.map((line) => [line.slice(16, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

it('counts requests by operation and status, not by path', async () => {
  await using measured = await openMeasured();
  const { world, metrics } = measured;
  await world.call('POST', '/v1/venues/search', { body: {} });
  await world.call('POST', '/v1/venues/search', { body: {} });
  await world.call('POST', '/v1/venues/search', { key: null, body: {} });
  for (const path of ['/v1/nothing', '/v1/nothing/else', '/']) await world.call('GET', path);
  await world.call('DELETE', '/v1/venues/search');
  expect(await samples(metrics, 'request_duration_seconds_count')).toEqual({
    'request_duration_seconds_count{operation_id="searchVenues",status="200"}': 2,
    'request_duration_seconds_count{operation_id="searchVenues",status="401"}': 1,
    'request_duration_seconds_count{operation_id="unrouted",status="404"}': 3,
    'request_duration_seconds_count{operation_id="unrouted",status="405"}': 1,
  });
});

it('IDM-1 DLV-5 STA-8: counts runs, replays, attempts, abandoned deliveries and expiries', async () => {
  await using measured = await openMeasured();
  const { world, metrics } = measured;
  const headers = { 'Idempotency-Key': 'order-1' };
  await world.call('POST', '/v1/bookings', { body: booking, headers });
  await world.call('POST', '/v1/bookings', { body: booking, headers });
  await world.call('POST', '/v1/bookings', {
    body: { ...booking, venue_id: 'ven_code_house', slot_id: 'slt_code_house_20261122T1900' },
  });
  // Two events for each of two bookings: one of the four is received, after a refusal, a dropped connection and a redirect.
  world.endpoint.responses.push(...Array.from({ length: 12 }, () => 500), 'drop', 204, 301, 'drop');
  for (let tick = 0; tick < 50; tick += 1) await world.clock.advance(30_000);
  expect(await samples(metrics, 'runs_total')).toEqual({
    'runs_total{outcome="confirmed"}': 1,
    'runs_total{outcome="pending"}': 2,
    'runs_total{outcome="released"}': 1,
    'runs_total{outcome="requires_action"}': 1,
  });
  expect(await samples(metrics, 'replays_total')).toEqual({ replays_total: 1 });
  expect(await samples(metrics, 'delivery_attempts_total')).toEqual({
    'delivery_attempts_total{outcome="connection"}': 2,
    'delivery_attempts_total{outcome="status"}': 13,
    'delivery_attempts_total{outcome="succeeded"}': 1,
  });
  expect(await samples(metrics, 'deliveries_abandoned_total')).toEqual({
    'deliveries_abandoned_total{after="failure"}': 3,
  });
  expect(await samples(metrics, 'event_delivery_seconds_count')).toEqual({ event_delivery_seconds_count: 1 });
  expect(await samples(metrics, 'bookings_expired_total')).toEqual({ bookings_expired_total: 1 });
});

it('STA-12: counts a run whose provider failed', async () => {
  const provider = createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) });
  const book = () => Promise.reject(new Error('The provider is away.'));
  await using measured = await openMeasured({ providers: [{ ...provider, book }] });
  const { world, metrics } = measured;
  await world.call('POST', '/v1/bookings', { body: booking });
  await world.clock.advance(0);
  expect(await samples(metrics, 'runs_total')).toEqual({ 'runs_total{outcome="error"}': 1 });
});

it('DLV-5: counts deliveries that a crash abandoned', async () => {
  await using measured = await openMeasured();
  const { world, metrics } = measured;
  const { store, clock, endpoint } = world;
  await world.call('POST', '/v1/bookings', { body: booking });
  // Four attempts are claimed and never recorded, as if the process crashed each time.
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const now = new Date(clock.now().getTime() + attempt);
    await store.claimDeliveries({ now, lease_until: now, lease_token: `lease_${attempt}`, limit: 1 });
  }
  await clock.advance(30_000);
  expect(await samples(metrics, 'deliveries_abandoned_total')).toEqual({
    'deliveries_abandoned_total{after="crash"}': 1,
  });
  expect(endpoint.received.map(({ event }) => event.type)).toEqual(['booking.confirmed']);
});

it('reports the due work and the age of the oldest due delivery', async () => {
  await using measured = await openMeasured();
  const { world, metrics } = measured;
  const due = async () => ({ ...(await allSamples(metrics, 'due_')), ...(await allSamples(metrics, 'oldest_due_')) });
  expect(await due()).toEqual({ due_deliveries: 0, due_runs: 0, oldest_due_delivery_age_seconds: 0 });
  const other = await world.addOrganization();
  await world.call('POST', '/v1/bookings', { body: booking, key: other.keys.test });
  await world.call<Booking>('POST', '/v1/bookings', { body: booking });
  expect(await due()).toEqual({ due_deliveries: 1, due_runs: 2, oldest_due_delivery_age_seconds: 0 });
  // Both runs are pending for two seconds; deliveries have not ticked yet.
  await world.clock.advance(1000);
  expect(await due()).toEqual({ due_deliveries: 1, due_runs: 0, oldest_due_delivery_age_seconds: 1 });
  world.endpoint.responses.push(500);
  await world.clock.advance(29_000);
  // One was refused and is due again in 30 seconds.
  expect(await due()).toEqual({ due_deliveries: 0, due_runs: 0, oldest_due_delivery_age_seconds: 0 });
});

it('reports its counters even if the store fails', async () => {
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  const readWorkload = () => Promise.reject(new Error('The disk is full.'));
  const metrics = createMetrics({ store: { ...emptyStore, readWorkload }, clock: { now: () => new Date(0) }, log });
  metrics.observer.replayed({ booking_id: 'bkg_1' });
  expect(await samples(metrics, 'replays_total')).toEqual({ replays_total: 1 });
  expect(await samples(metrics, 'due_')).toEqual({ due_deliveries: Number.NaN, due_runs: Number.NaN });
  expect(lines[0]).toContain('The disk is full.');
});

it('follows the naming conventions and includes the metrics of the process', async () => {
  const metrics = createMetrics({
    store: emptyStore,
    clock: { now: () => new Date(0) },
    log: silent,
  });
  const text = await metrics.text();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({ name, type }));
  expect(types.length).toBeGreaterThan(20);
  const wrong = types.filter(
    ({ name, type }) => !name.startsWith('booking_service_') || (type === 'counter') !== name.endsWith('_total'),
  );
  expect(wrong).toEqual([]);
  expect(text).toContain('booking_service_process_cpu_seconds_total');
});

it('ignores an observer that throws or is incomplete', async () => {
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  const ran = () => {
    throw new Error('The observer is broken.');
  };
  await using world = await openWorld({ observer: { ran }, log });
  const { body } = await world.call<Booking>('POST', '/v1/bookings', { body: booking });
  for (let tick = 0; tick < 3; tick += 1) await world.clock.advance(2000);
  expect(await world.call<Booking>('GET', `/v1/bookings/${body.id}`)).toMatchObject({ body: { status: 'confirmed' } });
  expect(lines.filter((line) => line.includes('the observer failed at ran')).length).toBeGreaterThan(0);
});

it('measures the calls of each provider by outcome, and shows its circuit', async () => {
  await using measured = await openMeasured();
  const { world, metrics } = measured;
  await world.call('POST', '/v1/venues/search', { body: {} });
  await world.call('POST', '/v1/venues/search', { body: { query: 'sandbox search failed' } });
  expect(await samples(metrics, 'provider_call_duration_seconds_count')).toEqual({
    'provider_call_duration_seconds_count{provider="sandbox",mode="test",call="searchVenues",outcome="succeeded"}': 1,
    'provider_call_duration_seconds_count{provider="sandbox",mode="test",call="searchVenues",outcome="refused"}': 1,
  });
  const circuits = await allSamples(metrics, 'provider_circuit');
  expect(Object.keys(circuits)).toHaveLength(2 * 8 * 3);
  expect(circuits).toMatchObject({
    'provider_circuit{provider="sandbox",mode="test",call="book",state="closed"}': 1,
    'provider_circuit{provider="sandbox",mode="test",call="book",state="half_open"}': 0,
    'provider_circuit{provider="sandbox",mode="test",call="book",state="open"}': 0,
  });
  expect(await allSamples(metrics, 'provider_paused_organizations')).toMatchObject({
    'provider_paused_organizations{provider="sandbox",mode="test",call="book"}': 0,
  });
});

it('has every series of a counter from the start, so that the first failure is an increase', async () => {
  const metrics = createMetrics({ store: emptyStore, clock: { now: () => new Date(0) }, log: silent });
  metrics.observer.circuitChanged(closedCircuit);
  const series = Object.keys(await allSamples(metrics, ''));
  expect(series).toEqual(
    expect.arrayContaining([
      'deliveries_abandoned_total{after="failure"}',
      'deliveries_abandoned_total{after="crash"}',
      'delivery_attempts_total{outcome="timeout"}',
      'organization_deliveries_abandoned_total{organization_id="other"}',
      'organization_delivery_failures_total{organization_id="other"}',
      'provider_call_errors_total{provider="harbour",mode="live",call="book"}',
      'runs_given_up_total{work="release"}',
    ]),
  );
});

it('counts failed and abandoned deliveries by organization, with a bounded number of series', async () => {
  const metrics = createMetrics({ store: emptyStore, clock: { now: () => new Date(0) }, log: silent });
  const { attempted, abandoned } = metrics.observer;
  const fail = (organization_id: string) => attempted({ organization_id, outcome: 'timeout', duration_ms: 1 });
  for (let number = 10; number < 40; number += 1) fail(`org_${number}`);
  attempted({ organization_id: 'org_works', outcome: 'succeeded', duration_ms: 1 });
  const failures = () => samples(metrics, 'organization_delivery_failures_total');
  const named = (id: string) => `organization_delivery_failures_total{organization_id="${id}"}`;
  expect(Object.keys(await failures())).toHaveLength(21);
  expect(await failures()).toMatchObject({ [named('org_10')]: 1, [named('org_29')]: 1, [named('other')]: 10 });
  // An organization with more failures than one that has a series gets its place. What it had as one of the others stays with them.
  fail('org_35');
  abandoned({ organization_id: 'org_35', after: 'failure' });
  const after = await failures();
  expect(Object.keys(after)).toHaveLength(21);
  expect(after).toMatchObject({ [named('org_35')]: 1, [named('other')]: 10 });
  expect(after).not.toHaveProperty([named('org_10')]);
  expect(await samples(metrics, 'organization_deliveries_abandoned_total')).toEqual({
    'organization_deliveries_abandoned_total{organization_id="org_35"}': 1,
  });
});

describe.each(engines)('%s', (engine) => {
  it('STA-14: shows how long a booking has been in processing, and when it is stuck', async () => {
    let outcome: 'pending' | 'fails' = 'pending';
    const sandbox = createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) });
    const book = async () => {
      if (outcome === 'fails') throw new Error('The provider is away.');
      return { outcome, retry_after_seconds: 300 } as const;
    };
    await using measured = await openMeasured({ engine, providers: [{ ...sandbox, book }] });
    const { world, metrics } = measured;
    const ages = async () => ({ ...(await samples(metrics, 'oldest_')), ...(await samples(metrics, 'stuck_')) });
    await world.call('POST', '/v1/bookings', { body: booking });
    await world.clock.advance(299_000);
    const waiting = { oldest_processing_booking_age_seconds: 299, oldest_run_age_seconds: 299 };
    expect(await ages()).toMatchObject(waiting);
    expect(await ages()).not.toHaveProperty('stuck_bookings_pending');
    await world.clock.advance(301_000);
    expect(await ages()).toMatchObject({ oldest_run_age_seconds: 600, stuck_bookings_pending: 1 });
    outcome = 'fails';
    await world.clock.advance(300_000);
    expect(await ages()).toMatchObject({ oldest_run_age_seconds: 900, stuck_bookings_failing: 1 });
  });
  it('CRD-9: shows for how long the card service has owed money', async () => {
    const ledger = createCardLedger({ approved: true });
    const { payments } = ledger;
    await using measured = await openMeasured({ engine, providers: [pricedProvider()], payments });
    const { world, metrics } = measured;
    const paid = await pay(world, 'own');
    ledger.fail('refund', 'before', 100);
    await cancel(world, paid);
    await world.clock.advance(2_000);
    expect(await samples(metrics, 'oldest_owed_payment')).toEqual({ oldest_owed_payment_age_seconds: 2 });
    await world.clock.advance(900_000);
    expect(await samples(metrics, 'oldest_owed_payment')).toEqual({ oldest_owed_payment_age_seconds: 902 });
    ledger.fail('refund', 'before', 0);
    await world.clock.advance(900_000);
    expect(await samples(metrics, 'oldest_owed_payment')).toEqual({});
  });
  it('shows what the database uses and how long its calls take', async () => {
    await using measured = await openMeasured({ engine });
    const { world, metrics } = measured;
    await world.call('POST', '/v1/bookings', { body: booking });
    expect(await samples(metrics, 'store_call_duration_seconds_count')).toMatchObject({
      'store_call_duration_seconds_count{method="createBooking",outcome="succeeded"}': 1,
    });
    const used = await allSamples(metrics, '');
    expect(used['database_size_bytes']).toBeGreaterThanOrEqual(4096);
    expect(used['database_wal_size_bytes']).toBeGreaterThan(0);
    const some: unknown = expect.toSatisfy((value: unknown) => Number(value) > 0);
    const own = {
      sqlite: { database_connections_maximum: 0, last_backup_timestamp_seconds: 0, disk_free_bytes: some },
      postgres: {
        database_connections_maximum: 16,
        'database_connections{state="idle"}': some,
        disk_free_bytes: Number.NaN,
      },
      // The sum of both cells, because these metrics have no list of them.
      cells: { database_connections_maximum: 32, disk_free_bytes: Number.NaN },
    };
    expect(used).toMatchObject(own[engine]);
  });
});

it('names the versions of the service and of Node.js', async () => {
  const metrics = createMetrics({
    store: emptyStore,
    clock: { now: () => new Date(0) },
    log: silent,
    version: '1.2.3',
  });
  expect(await samples(metrics, 'build_info')).toEqual({
    [`build_info{version="1.2.3",node="${process.version}"}`]: 1,
  });
});

it('returns within 4 seconds if the store does not respond, and reads the store once for all scrapes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  const response = Promise.withResolvers<void>();
  let reads = 0;
  const store = {
    ...emptyStore,
    async readRunAges() {
      reads += 1;
      await response.promise;
      return emptyStore.readRunAges({ now: new Date(0), stuck_before: new Date(0) });
    },
  };
  const metrics = createMetrics({ store, clock: { now: () => new Date(0) }, log });
  const scrape = async () => {
    const text = metrics.text();
    await vi.advanceTimersByTimeAsync(4000);
    const value = async (name: string) => new RegExp(`^booking_service_${name} (.*)$`, 'm').exec(await text)?.[1];
    return [await value('due_runs'), await value('oldest_run_age_seconds'), await value('database_size_bytes')];
  };
  expect(await scrape()).toEqual(['0', 'Nan', 'Nan']);
  expect(await scrape()).toEqual(['0', 'Nan', 'Nan']);
  expect(lines[0]).toContain('No response within 4 s.');
  expect(reads).toBe(1);
  response.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(await scrape()).toEqual(['0', '0', '4096']);
});
