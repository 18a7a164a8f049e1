/** One provider that fails or hangs: its circuit, its places, and the others, which it does not affect. Counts, not times. */
import { expect, it } from 'vitest';
import {
  createBookingServer,
  createLog,
  createMetrics,
  Refusal,
  startAdminServer,
  type Provider,
  type Reports,
} from '../../src/index.ts';
import { failuresToOpen, maxRequestCalls, open_seconds } from '../../src/providers/provider-health.ts';
import { openWorld, type World } from '../../src/testing.ts';
import { callAdmin } from '../support/worlds/admin-call.ts';
import { newBooking } from '../support/new-booking.ts';
import { createAt, ownProvider, statusOf } from '../support/own-provider.ts';

const never = () => new Promise<never>(() => undefined);
const day = { date: '2026-11-22', party_size: 2 };

/** A provider whose failures count. */
function realProvider(name: string, methods: Partial<Provider>): Provider {
  return { ...ownProvider(name, { checkRequest: async () => ({ at_once: true }), ...methods }), simulated: false };
}

async function searchSlots(world: World, venue: string): Promise<number> {
  const body = { ...day, venue_id: `ven_${venue}` };
  return (await world.call('POST', '/v1/availability/search', { body })).status;
}

/** A world that keeps the reports about providers. */
async function openReporting(providers: Provider[]): Promise<World & { circuits: string[]; outcomes: string[] }> {
  const circuits: string[] = [];
  const outcomes: string[] = [];
  const observer = {
    circuitChanged: ({ provider, state }: Reports['circuitChanged']) => circuits.push(`${provider} ${state}`),
    providerCalled: ({ provider, call, outcome }: Reports['providerCalled']) =>
      outcomes.push(`${provider} ${call} ${outcome}`),
  };
  const world = await openWorld({ providers, observer, organization: { rate_limit: 100_000 } });
  return Object.assign(world, { circuits, outcomes });
}

it('a provider that keeps failing is not called for 30 seconds, then once, and closes its circuit when it works', async () => {
  let calls = 0;
  let isUp = false;
  const searchAvailability: Provider['searchAvailability'] = async () => {
    calls += 1;
    if (!isUp) throw new Error('The provider is down.');
    return { object: 'list', data: [], has_more: false, next_cursor: null };
  };
  await using world = await openReporting([realProvider('one', { searchAvailability })]);
  for (let round = 0; round < failuresToOpen + 5; round += 1) expect(await searchSlots(world, 'one')).toBe(502);
  expect(calls).toBe(failuresToOpen);
  expect(world.outcomes.slice(-6)).toEqual([
    'one searchAvailability failed',
    ...Array.from({ length: 5 }, () => 'one searchAvailability paused'),
  ]);

  await world.clock.advance(open_seconds * 1000 - 1);
  expect(await searchSlots(world, 'one')).toBe(502);
  expect(calls).toBe(failuresToOpen);
  await world.clock.advance(1);
  expect(await searchSlots(world, 'one')).toBe(502);
  expect(await searchSlots(world, 'one')).toBe(502);
  expect(calls).toBe(failuresToOpen + 1);

  isUp = true;
  await world.clock.advance(open_seconds * 1000);
  expect(await searchSlots(world, 'one')).toBe(200);
  expect(await searchSlots(world, 'one')).toBe(200);
  expect(world.circuits).toEqual(
    ['closed', 'open', 'half_open', 'open', 'half_open', 'closed'].map((state) => `one ${state}`),
  );
});

it('a success in between, and a refusal, keep the circuit closed', async () => {
  let calls = 0;
  const searchAvailability: Provider['searchAvailability'] = async () => {
    calls += 1;
    if (calls % failuresToOpen === 0) throw new Refusal('not_found');
    throw new Error('The provider is down.');
  };
  await using world = await openReporting([realProvider('one', { searchAvailability })]);
  for (let round = 0; round < 4 * failuresToOpen; round += 1) await searchSlots(world, 'one');
  expect(calls).toBe(4 * failuresToOpen);
  expect(world.circuits).toEqual(['one closed']);
});

it('a simulated provider has no circuit', async () => {
  let calls = 0;
  const searchAvailability = async () => {
    calls += 1;
    throw new Error('The venue is down.');
  };
  await using world = await openReporting([{ ...realProvider('one', { searchAvailability }), simulated: true }]);
  for (let round = 0; round < 3 * failuresToOpen; round += 1) await searchSlots(world, 'one');
  expect(calls).toBe(3 * failuresToOpen);
});

it('a create at a provider with an open circuit is 503, and makes no booking', async () => {
  const checkRequest = async () => {
    throw new Error('The provider is down.');
  };
  await using world = await openReporting([realProvider('one', { checkRequest })]);
  const create = () => world.call('POST', '/v1/bookings', { body: newBooking({ venue: 'one' }) });
  for (let round = 0; round < failuresToOpen + 1; round += 1) {
    expect(await create()).toMatchObject({ status: 503, body: { error_code: 'service_unavailable' } });
  }
  expect(world.outcomes.at(-1)).toBe('one checkRequest paused');
});

it('a run whose provider is paused is postponed, and confirmed when the provider works again', async () => {
  let isUp = false;
  const book: Provider['book'] = async () => {
    if (!isUp) throw new Error('The provider is down.');
    return { outcome: 'confirmed', confirmation_code: 'OWN-1' };
  };
  await using world = await openReporting([
    realProvider('one', { book, checkRequest: async () => ({ at_once: false }) }),
  ]);
  const ids = await Promise.all(Array.from({ length: 3 }, () => createAt(world, 'one')));
  await world.clock.advance(60_000);
  expect(world.circuits.slice(0, 2)).toEqual(['one closed', 'one open']);
  isUp = true;
  await world.clock.advance(180_000);
  for (const id of ids) expect(await statusOf(world, id)).toBe('confirmed');
});

it('DLV-13 STA-14: a provider that hangs takes a bounded number of calls, and none of another provider', async () => {
  const started = { one: 0, two: 0 };
  const hanging = realProvider('one', {
    searchAvailability: () => {
      started.one += 1;
      return never();
    },
  });
  const working = realProvider('two', {
    searchAvailability: async () => {
      started.two += 1;
      return { object: 'list', data: [], has_more: false, next_cursor: null };
    },
  });
  await using world = await openReporting([hanging, working]);
  const excess = 20;
  const atHanging = Array.from({ length: maxRequestCalls + excess }, () => searchSlots(world, 'one'));
  await expect.poll(() => world.outcomes.filter((each) => each.endsWith('busy'))).toHaveLength(excess);
  expect(started.one).toBe(maxRequestCalls);

  // The clock stands still: no timeout has helped these requests.
  const atWorking = await Promise.all(Array.from({ length: 200 }, () => searchSlots(world, 'two')));
  expect(new Set(atWorking)).toEqual(new Set([200]));
  expect(started).toEqual({ one: maxRequestCalls, two: 200 });

  await world.clock.advance(30_000);
  expect(new Set(await Promise.all(atHanging))).toEqual(new Set([502]));
  expect(world.outcomes.filter((each) => each === 'one searchAvailability timeout')).toHaveLength(maxRequestCalls);
  // From now on a request does not wait for it.
  expect(await searchSlots(world, 'one')).toBe(502);
  expect(started.one).toBe(maxRequestCalls);
});

it('PRV-1: a search with a paused provider returns the others at once', async () => {
  const searchVenues = async () => {
    throw new Error('The provider is down.');
  };
  await using world = await openReporting([realProvider('one', { searchVenues }), realProvider('two', {})]);
  const search = () => world.call('POST', '/v1/venues/search', { body: { limit: 100 } });
  for (let round = 0; round < failuresToOpen + 2; round += 1) {
    expect((await search()).body).toMatchObject({ missing_providers: ['one'] });
  }
  expect(world.outcomes.at(-2)).toBe('one searchVenues paused');
});

it('/providers shows the circuit and the calls of each provider, and /readyz is ready although one fails, without their names', async () => {
  const searchAvailability = async () => {
    throw new Error('The provider is down.');
  };
  const asked = Promise.withResolvers<void>();
  const hanging = () => {
    asked.resolve();
    return never();
  };
  await using world = await openWorld();
  const { store, clock } = world;
  const log = createLog({ level: 'silent' });
  const metrics = createMetrics({ store, clock, log });
  const providers = [realProvider('one', { searchAvailability }), realProvider('two', { searchAvailability: hanging })];
  const server = createBookingServer({ store, clock, log, observer: metrics.observer, providers });
  await using admin = await startAdminServer({ port: 0, server, metrics, log });
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  try {
    const search = (venue: string) =>
      fetch(`${url}/v1/availability/search`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${world.organization.keys.test}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...day, venue_id: `ven_${venue}` }),
      });
    for (let round = 0; round < failuresToOpen; round += 1) expect((await search('one')).status).toBe(502);
    const waiting = search('two');
    await asked.promise;
    const readiness = { object: 'readiness', ready: true, not_ready: [] };
    expect((await callAdmin(admin.url, 'GET /readyz')).body).toStrictEqual(readiness);
    expect(await callAdmin(admin.url, 'GET /providers')).toMatchObject({
      status: 200,
      body: {
        data: [
          { name: 'one', circuit: 'open', calls_in_progress: 0 },
          { name: 'two', circuit: 'closed', calls_in_progress: 1 },
        ],
      },
    });
    await clock.advance(30_000);
    expect((await waiting).status).toBe(502);
  } finally {
    await server.close({ grace_seconds: 0 });
  }
});
