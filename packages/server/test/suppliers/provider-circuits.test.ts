/** Circuits and places by organization: no organization takes a provider from the others. Counts, not times. */
import { describe, expect, it } from 'vitest';
import type { CallContext } from '../../src/providers/provider.ts';
import type { Provider } from '../../src/index.ts';
import { failuresToOpen } from '../../src/providers/health/circuit.ts';
import { maxRequestCalls } from '../../src/providers/health/provider-health.ts';
import { confirmed, createAt, statusOf } from '../support/providers.ts';
import { create, createMany, endPause, openWatched, realProvider, searchSlots } from './watched-world.ts';

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
