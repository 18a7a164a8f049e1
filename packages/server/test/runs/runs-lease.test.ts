/** The lease of a run: its calls end within it, and a worker that lost it changes nothing (STA-12). */
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { moveBooking } from '../../src/domain/booking.ts';
import { createSandboxProvider, type Outcome, type PaymentService, type Provider } from '../../src/index.ts';
import type { ClaimedRun } from '../../src/store/store.ts';
import { createManualClock, openWorld, type World } from '../../src/testing.ts';
import { approve, create, createCardLedger, pricedProvider, read } from '../support/card-ledger.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { confirmed } from '../support/providers.ts';
import { eventually } from '../support/processes/server-process.ts';
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

it.each(engines)(
  'STA-12 CRD-8: the calls of a paid booking end before the lease of its run does (%s)',
  async (engine) => {
    const ledger = createCardLedger({ approved: true });
    const calls: string[] = [];
    /** Ends the call in progress. */
    let end = Promise.withResolvers<void>();
    const slowly = async (name: string): Promise<void> => {
      calls.push(name);
      end = Promise.withResolvers();
      await end.promise;
    };
    const payments: PaymentService = {
      ...ledger.payments,
      read: (payment, context) => slowly('read').then(() => ledger.payments.read(payment, context)),
      capture: (payment, context) => slowly('capture').then(() => ledger.payments.capture(payment, context)),
    };
    const provider = pricedProvider({ book: () => slowly('book').then(() => confirmed) });
    await using world = await openWorldOn(engine, { providers: [provider], payments, tick_seconds: 3600 });
    const until = (count: number) =>
      eventually(
        async () => calls.length,
        (length) => length === count,
      );
    const booking = await create(world, 'own');
    await approve(world, booking);
    const working = world.clock.advance(0);
    for (const count of [1, 2]) {
      await until(count);
      await world.clock.advance(27_000);
      end.resolve();
    }
    await until(3);
    expect(calls).toEqual(['read', 'book', 'capture']);
    // The lease ends 60 seconds after the claim. The capture has the rest of it, and not 30 seconds.
    await world.clock.advance(1000);
    await working;
    await eventually(
      () => world.query('SELECT lease_until FROM runs WHERE failures = 1'),
      ([run]) => run?.['lease_until'] === null,
    );

    // The late capture takes the money after all, and the repeated one finds that.
    end.resolve();
    const repeating = world.clock.advance(2000);
    for (const count of [4, 5]) {
      await until(count);
      end.resolve();
    }
    await repeating;
    expect(calls).toEqual(['read', 'book', 'capture', 'book', 'capture']);
    expect(await read(world, booking)).toMatchObject({ status: 'confirmed', payment: { status: 'captured' } });
    expect(ledger.found.get(booking.id)).toMatchObject({ state: 'taken', captures: 1, refunds: [] });
  },
);
