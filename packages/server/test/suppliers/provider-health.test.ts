/** One provider that fails or hangs: its circuit, its places, and the others, which it does not affect. Counts, not times. */
import { expect, it } from 'vitest';
import {
  createBookingServer,
  createLog,
  createMetrics,
  Refusal,
  startAdminServer,
  type Provider,
} from '../../src/index.ts';
import { failuresToOpen, open_seconds } from '../../src/providers/health/circuit.ts';
import { callNames } from '../../src/providers/provider.ts';
import { watchProvider } from '../../src/providers/health/provider-health.ts';
import { noObserver } from '../../src/log/observer.ts';
import { openBooking } from '../../src/domain/booking.ts';
import { maxRequestCalls } from '../../src/providers/health/provider-health.ts';
import { bothSides, createManualClock, openWorld } from '../../src/testing.ts';
import { callAdmin } from '../support/worlds/admin-world.ts';
import { newBooking } from '../support/new-booking.ts';
import { confirmed, create, createAt, openWatched, realProvider, searchSlots, statusOf } from '../support/providers.ts';

/** The kinds of call of a provider, where only searchAvailability has this state. */
function kindsWith(state: Readonly<Record<string, unknown>>): unknown[] {
  return callNames.map((call) => ({
    call,
    circuit: 'closed',
    open_since: null,
    paused_organizations: 0,
    last_error: null,
    ...(call === 'searchAvailability' && state),
  }));
}

const never = () => new Promise<never>(() => undefined);
it('a provider that keeps failing is not called for 30 seconds, then once the service has reached it, and closes its circuit when it works', async () => {
  let calls = 0;
  let isUp = false;
  const searchAvailability: Provider['searchAvailability'] = async () => {
    calls += 1;
    if (!isUp) throw new Error('The provider is down.');
    return { object: 'list', data: [], has_more: false, next_cursor: null };
  };
  await using world = await openWatched([realProvider('one', { searchAvailability })]);
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
  await expect.poll(() => world.circuits).toHaveLength(2);
  expect(await searchSlots(world, 'one')).toBe(502);
  expect(await searchSlots(world, 'one')).toBe(502);
  expect(calls).toBe(failuresToOpen + 1);

  isUp = true;
  await world.clock.advance(2 * open_seconds * 1000);
  await expect.poll(() => world.circuits).toHaveLength(4);
  expect(await searchSlots(world, 'one')).toBe(200);
  expect(await searchSlots(world, 'one')).toBe(200);
  expect(world.circuits).toEqual(
    ['open', 'half_open', 'open', 'half_open', 'closed'].map((state) => `one searchAvailability ${state} for itself`),
  );
});

it('a success in between, and a refusal, keep the circuit closed', async () => {
  let calls = 0;
  const searchAvailability: Provider['searchAvailability'] = async () => {
    calls += 1;
    if (calls % failuresToOpen === 0) throw new Refusal('not_found');
    throw new Error('The provider is down.');
  };
  await using world = await openWatched([realProvider('one', { searchAvailability })]);
  for (let round = 0; round < 4 * failuresToOpen; round += 1) await searchSlots(world, 'one');
  expect(calls).toBe(4 * failuresToOpen);
  expect(world.circuits).toEqual([]);
});

it('a simulated provider has no circuit', async () => {
  let calls = 0;
  const searchAvailability = async () => {
    calls += 1;
    throw new Error('The venue is down.');
  };
  await using world = await openWatched([{ ...realProvider('one', { searchAvailability }), simulated: true }]);
  for (let round = 0; round < 3 * failuresToOpen; round += 1) await searchSlots(world, 'one');
  expect(calls).toBe(3 * failuresToOpen);
});

it('a create at a provider with an open circuit is 503, and makes no booking', async () => {
  const checkRequest = async () => {
    throw new Error('The provider is down.');
  };
  await using world = await openWatched([realProvider('one', { checkRequest })]);
  for (let round = 0; round < failuresToOpen + 1; round += 1) {
    expect(await create(world, 'one')).toMatchObject({ status: 503, body: { error_code: 'service_unavailable' } });
  }
  expect(world.outcomes.at(-1)).toBe('one checkRequest paused');
});

it('a run whose provider is paused is postponed, and confirmed when the provider works again', async () => {
  let isUp = false;
  const book: Provider['book'] = async () => {
    if (!isUp) throw new Error('The provider is down.');
    return { outcome: 'confirmed', confirmation_code: 'OWN-1' };
  };
  await using world = await openWatched([
    realProvider('one', { book, checkRequest: async () => ({ at_once: false }) }),
  ]);
  const ids = await Promise.all(Array.from({ length: failuresToOpen }, () => createAt(world, 'one')));
  await world.clock.advance(60_000);
  expect(world.circuits[0]).toBe('one book open for itself');
  expect(world.outcomes).toContain('one book paused');
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
  await using world = await openWatched([hanging, working]);
  const [excess, share] = [20, maxRequestCalls / 2];
  const atHanging = Array.from({ length: share + excess }, () => searchSlots(world, 'one'));
  await expect.poll(() => world.outcomes.filter((each) => each.endsWith('busy'))).toHaveLength(excess);
  expect(started.one).toBe(share);

  // The clock stands still: no timeout has helped these requests.
  const atWorking = await Promise.all(Array.from({ length: 200 }, () => searchSlots(world, 'two')));
  expect(new Set(atWorking)).toEqual(new Set([200]));
  expect(started).toEqual({ one: share, two: 200 });

  await world.clock.advance(30_000);
  expect(new Set(await Promise.all(atHanging))).toEqual(new Set([502]));
  expect(world.outcomes.filter((each) => each === 'one searchAvailability timeout')).toHaveLength(share);
  // From now on a request does not wait for it.
  expect(await searchSlots(world, 'one')).toBe(502);
  expect(started.one).toBe(share);
});

it('PRV-1: a search with a paused provider returns the others at once', async () => {
  const searchVenues = async () => {
    throw new Error('The provider is down.');
  };
  await using world = await openWatched([realProvider('one', { searchVenues }), realProvider('two', {})]);
  const search = () => world.call('POST', '/v1/venues/search', { body: { limit: 100 } });
  for (let round = 0; round < failuresToOpen + 2; round += 1) {
    expect((await search()).body).toMatchObject({ missing_providers: ['one'] });
  }
  expect(world.outcomes.at(-2)).toBe('one searchVenues paused');
});

it('SHR-2: /providers shows the circuits and the calls of each provider, and /readyz is ready although one fails, without their names', async () => {
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
  const server = createBookingServer({
    store,
    clock,
    log,
    observer: metrics.observer,
    suppliers: providers.map(bothSides),
  });
  await using admin = await startAdminServer({ port: 0, server, metrics, log });
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  try {
    const search = (venue: string) =>
      fetch(`${url}/v1/availability/search`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${world.organization.keys.test}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ date: '2026-11-22', party_size: 2, venue_id: `ven_${venue}` }),
      });
    for (let round = 0; round < failuresToOpen; round += 1) expect((await search('one')).status).toBe(502);
    const waiting = search('two');
    await asked.promise;
    const last_error = { at: clock.now().toISOString(), message: 'The provider is down.' };
    const readiness = { object: 'readiness', ready: true, not_ready: [] };
    expect((await callAdmin(admin.url, 'GET /readyz')).body).toStrictEqual(readiness);
    expect(await callAdmin(admin.url, 'GET /providers')).toMatchObject({
      status: 200,
      body: {
        data: [
          { name: 'one', mode: 'live', kinds: kindsWith({}), calls_in_progress: 0 },
          { name: 'two', mode: 'live', kinds: kindsWith({}), calls_in_progress: 0 },
          {
            name: 'one',
            mode: 'test',
            kinds: kindsWith({ paused_organizations: 1, last_error }),
            calls_in_progress: 0,
          },
          { name: 'two', mode: 'test', kinds: kindsWith({}), calls_in_progress: 1 },
        ],
      },
    });
    await clock.advance(30_000);
    expect((await waiting).status).toBe(502);
  } finally {
    await server.close({ grace_seconds: 0 });
  }
});

it('SHR-2: shows since when a circuit is not closed, and the latest error without data of the guest', async () => {
  let isUp = false;
  const book: Provider['book'] = async ({ booking }) => {
    if (isUp) return confirmed;
    throw new Error(`The supplier refuses ${booking.guest.email}.`);
  };
  const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
  const given = realProvider('one', { book });
  const log = createLog({ level: 'silent' });
  const watched = watchProvider(given, { mode: 'live', clock, observer: noObserver, log });
  const tryBooking = (id: string, organization_id: string) => {
    const request = { id, provider: 'one', livemode: true, request: newBooking({ venue: 'one' }) };
    const { booking } = openBooking(request, clock.now());
    return watched.provider
      .book({ booking, reference: id, step: 1, attempt: 1, answer: undefined }, { organization_id, livemode: true })
      .then(
        ({ outcome }) => outcome,
        () => 'error',
      );
  };
  const bookState = () => watched.health().kinds.find(({ call }) => call === 'book');
  expect(bookState()).toMatchObject({ circuit: 'closed', open_since: null, last_error: null });
  for (let round = 0; round < failuresToOpen; round += 1) await tryBooking(`bkg_${round}`, `org_${round % 2}`);
  const at = clock.now().toISOString();
  const last_error = { at, message: 'The supplier refuses [masked].' };
  expect(bookState()).toMatchObject({ circuit: 'open', open_since: at, last_error });
  await clock.advance(open_seconds * 1000);
  await expect.poll(bookState).toMatchObject({ circuit: 'half_open', open_since: at, last_error });
  isUp = true;
  expect(await tryBooking('bkg_up', 'org_2')).toBe('confirmed');
  expect(bookState()).toMatchObject({ circuit: 'closed', open_since: null, last_error });
  watched.stop();
});
