/**
 * Providers of tests, in addition to the sandbox's. Each handles the bookings of one venue with the methods of the test, or is
 * watched: its failures count and are reported.
 */
import type { Booking } from '@booking-service/contract';
import { randomId } from '@booking-service/kernel/contract';
import { expect } from 'vitest';
import { createSandboxProvider, type Outcome, type Provider, type Reports } from '../../src/index.ts';
import { openBooking } from '../../src/domain/booking.ts';
import { createManualClock, openWorld, type TestResponse, type World, type WorldOptions } from '../../src/testing.ts';
import { newBooking } from './new-booking.ts';
import { open_seconds } from '../../src/providers/health/circuit.ts';

const sandbox = createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) });

export const confirmed: Outcome = { outcome: 'confirmed', confirmation_code: 'OWN-1' };

/** A provider with the name of its venue: `harbour_table` handles ven_harbour_table. */
export function ownProvider(name: string, methods: Partial<Provider>): Provider {
  return {
    ...sandbox,
    book: async () => confirmed,
    ...methods,
    name,
    handlesVenue: (venue_id) => venue_id === `ven_${name}`,
  };
}

/** Creates a booking at this provider's venue, with the key of an organization of the world. */
export async function createAt(world: World, place: string, key?: string): Promise<string> {
  const options = { body: newBooking({ venue: place }), ...(key !== undefined && { key }) };
  return (await world.call<Booking>('POST', '/v1/bookings', options)).body.id;
}

/** Stores `count` bookings with due runs directly, without the rate limit and without waking the worker. */
export async function storeDue(
  { store, clock }: Pick<World, 'store' | 'clock'>,
  { organization_id, provider, count }: { organization_id: string; provider: string; count: number },
): Promise<string[]> {
  const now = clock.now();
  const run = { step: 1, due_at: now.toISOString() };
  const bookings = Array.from({ length: count }, () => {
    return openBooking(
      { id: randomId('bkg'), provider, livemode: false, request: newBooking({ venue: provider }) },
      now,
    ).booking;
  });
  const storeOne = (booking: Booking) =>
    store.createBooking({ organization_id, booking, idempotency_key: undefined, events: [], run });
  await Promise.all(bookings.map(storeOne));
  return bookings.map(({ id }) => id);
}

/** Returns the status of a booking of this organization. Default: the world's. */
export async function statusOf(
  world: Pick<World, 'store' | 'organization'>,
  id: string,
  { organization_id }: Pick<World['organization'], 'organization_id'> = world.organization,
): Promise<string | undefined> {
  return (await world.store.findBooking({ organization_id, id }))?.booking.status;
}

/** A provider whose bookings stay pending, so that each booking has one event. */
export const pendingProvider: Provider = {
  ...createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) }),
  book: async () => ({ outcome: 'pending', retry_after_seconds: 86_400 }),
};

/** The first report of a provider's circuit. */
export const closedCircuit: Reports['circuitChanged'] = {
  provider: 'harbour',
  mode: 'live',
  call: 'book',
  organization_id: undefined,
  state: 'closed',
  before: undefined,
  paused_organizations: 0,
};

interface WatchedWorld extends World {
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
