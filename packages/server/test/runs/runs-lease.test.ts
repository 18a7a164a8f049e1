/** A run that another worker claims while the first worker still waits for the provider (STA-12). */
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { moveBooking } from '../../src/domain/booking.ts';
import { createSandboxProvider, type Outcome, type Provider } from '../../src/index.ts';
import type { ClaimedRun } from '../../src/store/store.ts';
import { createManualClock, openWorld, type World } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';

const sandbox = createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) });

/** Opens a world whose worker waits for the provider, and returns the run as another worker claimed it meanwhile. */
async function openTakenOver() {
  const called = Promise.withResolvers<void>();
  const outcome = Promise.withResolvers<Outcome>();
  const released: string[] = [];
  const provider: Provider = {
    ...sandbox,
    book: async () => {
      called.resolve();
      return outcome.promise;
    },
    release: async ({ id }) => {
      released.push(id);
    },
  };
  const world = await openWorld({ providers: [provider] });
  const { body } = await world.call<Booking>('POST', '/v1/bookings', {
    body: newBooking(),
  });
  const working = world.clock.advance(0);
  await called.promise;
  // After the first worker's lease, by the clock of another instance.
  const now = new Date(world.clock.now().getTime() + 60_001);
  const lease_until = new Date(now.getTime() + 60_000);
  const [run] = await world.store.claimRuns({ now, lease_until, lease_token: 'lease_other', limit: 10 });
  if (!run) throw new Error('The run could not be taken over.');
  return { world, id: body.id, run, released, working, respondWith: outcome.resolve };
}

/** Confirms the booking and ends its run, as the other worker does. */
async function confirm({ store, clock }: World, finished: ClaimedRun): Promise<Booking> {
  const before = await store.findBooking({ ...finished, id: finished.booking_id });
  const move = { trigger: 'provider', to: 'confirmed', confirmation_code: 'OTHER-1' } as const;
  const moved = before && moveBooking(before.booking, move, clock.now());
  if (!moved) throw new Error('The booking cannot be confirmed.');
  const changed = await store.changeBooking({ before, booking: moved.booking, events: [], finished });
  expect(changed).toBeDefined();
  return moved.booking;
}

const outcomes: Outcome[] = [
  { outcome: 'confirmed', confirmation_code: 'LATE-1' },
  { outcome: 'failed', error_code: 'provider_failed' },
  { outcome: 'pending', retry_after_seconds: 1 },
];

it.each(outcomes)(
  'STA-12: ignores $outcome from the worker that lost the run while the other still works',
  async (late) => {
    const { world: opened, id, run, released, working, respondWith } = await openTakenOver();
    await using world = opened;
    const before = await world.store.findBooking({ ...world.organization, id });
    respondWith(late);
    await working;
    expect(await world.store.findBooking({ ...world.organization, id })).toStrictEqual(before);

    const booking = await confirm(world, run);
    await world.clock.advance(60_000);
    expect((await world.call<Booking>('GET', `/v1/bookings/${id}`)).body).toStrictEqual(booking);
    expect(released).toEqual([]);
    expect(world.endpoint.received.map(({ event }) => event.type)).toEqual(['booking.created']);
  },
);

it.each(outcomes)(
  'STA-12: ignores $outcome from the worker that lost the run after the other confirmed',
  async (late) => {
    const { world: opened, id, run, released, working, respondWith } = await openTakenOver();
    await using world = opened;
    const booking = await confirm(world, run);
    respondWith(late);
    await working;
    await world.clock.advance(60_000);
    expect((await world.call<Booking>('GET', `/v1/bookings/${id}`)).body).toStrictEqual(booking);
    expect(released).toEqual([]);
    expect(world.endpoint.received.map(({ event }) => event.type)).toEqual(['booking.created']);
  },
);
