/** A world with providers whose failures count, and with the reports about them. */
import type { Booking } from '@booking-service/contract';
import { expect } from 'vitest';
import type { Provider, Reports } from '../../src/index.ts';
import { open_seconds } from '../../src/providers/health/circuit.ts';
import { openWorld, type TestResponse, type World, type WorldOptions } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';
import { ownProvider } from '../support/providers.ts';

export interface WatchedWorld extends World {
  /** Each change of a circuit: `one book open`, and `one book open for itself` if it is the circuit of one organization. */
  readonly circuits: string[];
  /** Each call: `one book failed`. */
  readonly outcomes: string[];
}

/** A provider whose failures count. Its creates are confirmed at once. */
export function realProvider(name: string, methods: Partial<Provider> = {}): Provider {
  return { ...ownProvider(name, { checkRequest: async () => ({ at_once: true }), ...methods }), simulated: false };
}

export async function openWatched(
  providers: Provider[],
  options: Pick<WorldOptions, 'log'> = {},
): Promise<WatchedWorld> {
  const circuits: string[] = [];
  const outcomes: string[] = [];
  const observer = {
    circuitChanged({ provider, call, organization_id, state, before }: Reports['circuitChanged']) {
      const suffix = organization_id === undefined ? '' : ' for itself';
      if (before !== undefined) circuits.push(`${provider} ${call} ${state}${suffix}`);
    },
    providerCalled: ({ provider, call, outcome }: Reports['providerCalled']) =>
      outcomes.push(`${provider} ${call} ${outcome}`),
  };
  const world = await openWorld({ providers, observer, ...options, organization: { rate_limit: 100_000 } });
  return Object.assign(world, { circuits, outcomes });
}

/** Searches the availability of a provider's venue. Returns the status. */
export async function searchSlots(world: World, venue: string, key = 'test'): Promise<number> {
  const body = { date: '2026-11-22', party_size: 2, venue_id: `ven_${venue}` };
  return (await world.call('POST', '/v1/availability/search', { body, key })).status;
}

/** Sends a create for a provider's venue. */
export function create(world: World, venue: string, key = 'test'): Promise<TestResponse<Booking>> {
  return world.call<Booking>('POST', '/v1/bookings', { body: newBooking({ venue }), key });
}

/** Returns the statuses of `count` creates, one after the other. */
export async function createMany(world: WatchedWorld, count: number, key?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let round = 0; round < count; round += 1) statuses.push((await create(world, 'one', key)).status);
  return statuses;
}

/** Ends the pause of the open circuits and waits for the probe. */
export async function endPause(world: WatchedWorld, seconds: number = open_seconds): Promise<void> {
  const count = () => world.outcomes.filter((each) => each.startsWith('one searchVenues')).length;
  const before = count();
  await world.clock.advance(seconds * 1000);
  await expect.poll(count).toBeGreaterThan(before);
}
