/** Circuits, places and trials: which calls a failing provider still gets, and when it is tried again. Counts, not times. */
import { describe, expect, it } from 'vitest';
import { pino } from 'pino';
import type { CallContext } from '../../src/providers/provider.ts';
import { createBookingServer, type Provider } from '../../src/index.ts';
import { failuresToOpen, open_seconds } from '../../src/providers/health/circuit.ts';
import { maxRequestCalls } from '../../src/providers/health/provider-health.ts';
import {
  confirmed,
  create,
  createAt,
  createMany,
  endPause,
  openWatched,
  realProvider,
  searchSlots,
  statusOf,
} from '../support/providers.ts';
import { openWorld } from '../../src/testing.ts';

const down = new Error('The provider is down.');
const never = () => new Promise<never>(() => undefined);
const noSlots = { object: 'list', data: [], has_more: false, next_cursor: null } as const;

/** A provider that fails for these organizations. */
function failsFor(ids: ReadonlySet<string>): Pick<Provider, 'checkRequest'> {
  return {
    async checkRequest(_request, { organization_id }: CallContext) {
      if (ids.has(organization_id)) throw down;
      return { at_once: true };
    },
  };
}

describe('an organization whose creates fail', () => {
  it('SHR-2: pauses the provider for itself, and no create of another organization fails', async () => {
    const failing = new Set<string>();
    await using world = await openWatched([realProvider('one', failsFor(failing))]);
    failing.add(world.organization.organization_id);
    const other = await world.addOrganization({ rate_limit: 100_000 });
    expect(await createMany(world, 6)).toEqual(Array(6).fill(503));
    expect(world.circuits).toEqual(['one checkRequest open for itself']);
    expect(world.outcomes.slice(-2)).toEqual(['one checkRequest failed', 'one checkRequest paused']);
    expect(await createMany(world, 40, other.keys.live)).toEqual(Array(40).fill(201));
  });

  it('SHR-2: with a test key, its live calls have circuits of their own', async () => {
    const checkRequest: Provider['checkRequest'] = async (_request, { livemode }) => {
      if (!livemode) throw down;
      return { at_once: true };
    };
    await using world = await openWatched([realProvider('one', { checkRequest })]);
    expect(await createMany(world, 6)).toEqual(Array(6).fill(503));
    expect(world.circuits).toEqual(['one checkRequest open for itself']);
    expect(await createMany(world, 6, 'live')).toEqual(Array(6).fill(201));
  });

  it('SHR-2: pauses it for everybody only together with another organization', async () => {
    const failing = new Set<string>();
    await using world = await openWatched([realProvider('one', failsFor(failing))]);
    const [second, third] = [await world.addOrganization(), await world.addOrganization()];
    failing.add(world.organization.organization_id).add(second.organization_id);
    await createMany(world, failuresToOpen + 5);
    // Its failures count up to three, so one failure of another organization is not enough.
    await createMany(world, 1, second.keys.test);
    expect(await createMany(world, 1, third.keys.test)).toEqual([201]);
    await createMany(world, 1, second.keys.test);
    expect(world.circuits).toEqual(['one checkRequest open for itself']);

    await createMany(world, 4, second.keys.test);
    expect(world.circuits.at(-1)).toBe('one checkRequest open for itself');
    expect(await createMany(world, 3, third.keys.test)).toEqual([201, 201, 201]);
  });

  it('SHR-2: with failures of two organizations and no success, the provider is paused for a third', async () => {
    const failing = new Set<string>();
    await using world = await openWatched([realProvider('one', failsFor(failing))]);
    const [second, third] = [await world.addOrganization(), await world.addOrganization()];
    failing.add(world.organization.organization_id).add(second.organization_id);
    await createMany(world, 3);
    await createMany(world, 2, second.keys.test);
    expect(world.circuits).toEqual(['one checkRequest open']);
    expect(await createMany(world, 1, third.keys.test)).toEqual([503]);
    // Other kinds of call have circuits of their own.
    expect((await world.call('POST', '/v1/venues/search', { body: {}, key: third.keys.test })).status).toBe(200);

    await endPause(world);
    // A failed trial of one organization decides nothing for the others.
    expect(await createMany(world, 2)).toEqual([503, 503]);
    expect(await createMany(world, 2, third.keys.test)).toEqual([201, 201]);
    expect(world.circuits.slice(1)).toEqual(['one checkRequest half_open', 'one checkRequest closed']);
  });
});

it('SHR-2: a booking that fails forever counts once', async () => {
  let poisoned = '';
  let failures = 0;
  const book: Provider['book'] = async ({ booking }) => {
    if (booking.id !== poisoned) return confirmed;
    failures += 1;
    throw down;
  };
  const checkRequest = async () => ({ at_once: false });
  await using world = await openWatched([realProvider('one', { book, checkRequest })]);
  const other = await world.addOrganization({ rate_limit: 100_000 });
  poisoned = await createAt(world, 'one');
  await world.clock.advance(120_000);
  expect(failures).toBeGreaterThanOrEqual(failuresToOpen);
  // Creates of another organization directly after each failure, for 25 minutes.
  const statuses: number[] = [];
  let seen = failures;
  for (let second = 0; second < 25 * 60; second += 1) {
    await world.clock.advance(1000);
    if (failures > seen) statuses.push((await create(world, 'one', other.keys.live)).status);
    seen = failures;
  }
  expect(statuses.length).toBeGreaterThan(20);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(world.circuits).toEqual([]);
  expect(await statusOf(world, poisoned)).toBe('processing');
});

it('SHR-2: the failures of few organizations are remembered, those of the last ones', async () => {
  const failing = new Set<string>();
  await using world = await openWatched([realProvider('one', failsFor(failing))]);
  const working = await world.addOrganization({ rate_limit: 100_000 });
  failing.add(world.organization.organization_id);
  await createMany(world, failuresToOpen - 1);
  for (let number = 0; number < 200; number += 1) {
    const { organization_id, keys } = await world.addOrganization();
    failing.add(organization_id);
    await createMany(world, 1, keys.test);
    if (number % 3 === 0) await createMany(world, 1, working.keys.test);
  }
  await createMany(world, 1);
  expect(world.circuits).toEqual([]);
});

it('SHR-2: an organization whose calls hang has half of the free places, and the others search and book', async () => {
  const hanging = new Set<string>();
  const started = new Map<string, number>();
  const searchAvailability: Provider['searchAvailability'] = async (_search, { organization_id }) => {
    started.set(organization_id, (started.get(organization_id) ?? 0) + 1);
    return hanging.has(organization_id) ? never() : noSlots;
  };
  await using world = await openWatched([realProvider('one', { searchAvailability })]);
  const [second, third] = [await world.addOrganization(), await world.addOrganization({ rate_limit: 100_000 })];
  const waiting: Promise<number>[] = [];
  for (const [{ organization_id, keys }, share] of [
    [world.organization, maxRequestCalls / 2],
    [second, maxRequestCalls / 4],
  ] as const) {
    hanging.add(organization_id);
    const searches = Array.from({ length: share + 10 }, () => searchSlots(world, 'one', keys.test));
    waiting.push(...searches);
    await expect.poll(() => started.get(organization_id)).toBe(share);
  }
  for (let round = 0; round < 20; round += 1) {
    expect(await searchSlots(world, 'one', third.keys.live)).toBe(200);
    expect((await create(world, 'one', third.keys.live)).status).toBe(201);
  }
  await world.clock.advance(30_000);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([502]));
});

describe('a provider whose book fails while its checks succeed', () => {
  it('SHR-2: gets few creates in 11 minutes, with 503 for the others, and makes them all when it works again', async () => {
    let isUp = false;
    const booked = new Set<string>();
    const book: Provider['book'] = async ({ booking }) => {
      booked.add(booking.id);
      if (!isUp) throw down;
      return confirmed;
    };
    const checkRequest = async () => ({ at_once: false });
    await using world = await openWatched([realProvider('one', { book, checkRequest })]);
    const responses: Awaited<ReturnType<typeof create>>[] = [];
    for (let second = 0; second < 660; second += 4) {
      responses.push(await create(world, 'one'));
      await world.clock.advance(4000);
    }
    const accepted = responses.filter(({ status }) => status === 201).map(({ body }) => body.id);
    const refused = responses.filter(({ status }) => status !== 201);
    expect(accepted.length).toBeLessThanOrEqual(failuresToOpen + 5);
    expect(booked).toEqual(new Set(accepted));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(refused[0]?.body).toMatchObject({ error_code: 'service_unavailable' });
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^[1-9]/);

    isUp = true;
    await world.clock.advance(300_000);
    expect(await createMany(world, 1)).toEqual([201]);
    await world.clock.advance(120_000);
    for (const id of accepted) expect(await statusOf(world, id)).toBe('confirmed');
    expect(world.circuits.at(-1)).toBe('one book closed for itself');
    expect(await createMany(world, 5)).toEqual(Array(5).fill(201));
  });

  it('SHR-2: a half-open circuit lets one create through, and is not opened again by a booking that failed before', async () => {
    const failing = new Set<string>();
    let isUp = false;
    const book: Provider['book'] = async ({ booking }) => {
      if (!isUp) failing.add(booking.id);
      if (failing.has(booking.id)) throw down;
      return confirmed;
    };
    const checkRequest = async () => ({ at_once: false });
    await using world = await openWatched([realProvider('one', { book, checkRequest })]);
    for (let round = 0; round < failuresToOpen; round += 1) {
      await createAt(world, 'one');
      await world.clock.advance(0);
    }
    expect(world.circuits).toEqual(['one book open for itself']);
    isUp = true;
    await endPause(world);
    // The five bookings are retried. They fail forever and decide nothing.
    await world.clock.advance(180_000);
    expect(world.circuits).toEqual(['one book open for itself', 'one book half_open for itself']);

    const statuses = await Promise.all(Array.from({ length: 4 }, async () => (await create(world, 'one')).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 503)).toHaveLength(3);
    await world.clock.advance(0);
    expect(world.circuits.at(-1)).toBe('one book closed for itself');
    expect(await createMany(world, 3)).toEqual([201, 201, 201]);
  });

  it('SHR-2: a create that is refused after its trial was reserved leaves the trial to the next', async () => {
    let isUp = false;
    const book: Provider['book'] = async () => {
      if (!isUp) throw down;
      return confirmed;
    };
    let isChecked = true;
    const checkRequest = async () => {
      if (!isChecked) throw down;
      return { at_once: true };
    };
    await using world = await openWatched([realProvider('one', { book, checkRequest })]);
    await createMany(world, failuresToOpen);
    isUp = true;
    await endPause(world);
    isChecked = false;
    expect(await createMany(world, 1)).toEqual([503]);
    isChecked = true;
    expect(await createMany(world, 2)).toEqual([201, 201]);
  });
});

describe('the probe of an open circuit', () => {
  it('SHR-2: is one venue search of the service for each pause, and nothing else, until it succeeds', async () => {
    const calls: string[] = [];
    let isUp = false;
    const record =
      (name: string, result: unknown) =>
      async (...input: readonly unknown[]): Promise<never> => {
        calls.push(name === 'searchVenues' ? `${name} ${JSON.stringify(input[0])}` : name);
        if (!isUp) throw down;
        // Each result is one that its method may return.
        return result as never;
      };
    const provider = realProvider('one', {
      searchVenues: record('searchVenues', noSlots),
      searchAvailability: record('searchAvailability', noSlots),
      checkRequest: record('checkRequest', { at_once: true }),
      book: record('book', confirmed),
      modify: record('modify', { outcome: 'modified' }),
      release: record('release', undefined),
    });
    await using world = await openWatched([provider]);
    await createMany(world, failuresToOpen);
    calls.length = 0;
    await world.clock.advance(open_seconds * 1000 - 1);
    expect(calls).toEqual([]);
    for (let pause = 1; pause <= 4; pause += 1) {
      await endPause(world);
      expect(calls).toEqual(Array(pause).fill('searchVenues {"limit":1}'));
      expect(await createMany(world, 2)).toEqual([503, 503]);
    }
    isUp = true;
    calls.length = 0;
    await endPause(world);
    expect(calls).toEqual(['searchVenues {"limit":1}']);
    expect(world.circuits).toEqual(['one checkRequest open for itself', 'one checkRequest half_open for itself']);
    expect(await createMany(world, 2)).toEqual([201, 201]);
    await world.clock.advance(600_000);
    expect(calls).toEqual(['searchVenues {"limit":1}', 'checkRequest', 'book', 'checkRequest', 'book']);
  });

  it('SHR-2: ends with the server', async () => {
    let searches = 0;
    const searchVenues = async () => {
      searches += 1;
      throw down;
    };
    await using world = await openWorld();
    const { store, clock } = world;
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const server = createBookingServer({
      store,
      clock,
      log,
      suppliers: [{ live: realProvider('one', { searchVenues }) }],
    });
    const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
    const headers = { Authorization: `Bearer ${world.organization.keys.live}`, 'Content-Type': 'application/json' };
    for (let round = 0; round < failuresToOpen; round += 1) {
      await fetch(`${url}/v1/venues/search`, { method: 'POST', headers, body: '{}' });
    }
    await clock.advance(open_seconds * 1000);
    const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const failed = () => parsed().filter(({ code }) => code === 'provider_search_failed');
    await expect.poll(failed).toHaveLength(failuresToOpen + 1);
    const { organization_id } = world.organization;
    const opened = parsed().find(({ code }) => code === 'provider_circuit_open');
    const probed = failed().at(-1);
    const fields = { provider: 'one', mode: 'live', call: 'searchVenues', paused_for: 'organization', organization_id };
    expect(opened).toMatchObject(fields);
    expect(failed()[0]).toHaveProperty('request_id');
    expect(probed).toMatchObject({ provider: 'one', mode: 'live' });
    // The probe belongs to no request.
    expect(probed).not.toHaveProperty('request_id');

    await server.close({ grace_seconds: 0 });
    await clock.advance(600_000);
    expect(searches).toBe(failuresToOpen + 1);
  });

  it('SHR-2: a trial that fails doubles the pause, up to four minutes', async () => {
    let calls = 0;
    const searchAvailability = async () => {
      calls += 1;
      throw down;
    };
    await using world = await openWatched([realProvider('one', { searchAvailability })]);
    for (let round = 0; round < failuresToOpen; round += 1) await searchSlots(world, 'one');
    for (const seconds of [30, 60, 120, 240, 240]) {
      await world.clock.advance(seconds * 1000 - 1);
      const before = calls;
      await searchSlots(world, 'one');
      expect(calls).toBe(before);
      await endPause(world, 0.001);
      await searchSlots(world, 'one');
      await searchSlots(world, 'one');
      expect(calls).toBe(before + 1);
    }
  });
});
