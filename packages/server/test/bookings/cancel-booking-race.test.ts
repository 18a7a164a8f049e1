/** A cancel during a provider run: exactly one of the two decides how the booking ends (STA-13). */
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { createSandboxProvider, type Outcome, type Provider } from '../../src/index.ts';
import { createManualClock, type World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const sandbox = createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) });

interface Blocking {
  readonly provider: Provider;
  /** Resolves when the server has called book(). */
  readonly bookCalled: Promise<void>;
  readonly respondWith: (outcome: Outcome | Promise<never>) => void;
  readonly released: string[];
}

/** A provider whose first book() returns only after `respondWith`. */
function blocking(): Blocking {
  const bookCalled = Promise.withResolvers<void>();
  const outcome = Promise.withResolvers<Outcome>();
  const released: string[] = [];
  const provider: Provider = {
    ...sandbox,
    book: async () => {
      bookCalled.resolve();
      return outcome.promise;
    },
    release: async ({ id }) => {
      released.push(id);
    },
  };
  return { provider, bookCalled: bookCalled.promise, respondWith: outcome.resolve, released };
}

async function create(world: World): Promise<string> {
  const { body } = await world.call<Booking>('POST', '/v1/bookings', {
    body: newBooking(),
  });
  return body.id;
}

function sentTypes(world: World): string[] {
  return world.endpoint.received.map(({ event }) => event.type).toSorted();
}

const outcomes: Outcome[] = [
  { outcome: 'confirmed', confirmation_code: 'OWN-1' },
  { outcome: 'failed', error_code: 'provider_failed' },
  { outcome: 'requires_action', next_action: { type: 'enter_code', channel: 'sms', destination: '+3***00' } },
  { outcome: 'pending', retry_after_seconds: 86_400 },
];

describe.each(engines)('%s', (engine) => {
  it.each(outcomes)(
    'STA-13: a cancel during a provider run wins over its outcome $outcome, and the service releases the booking once',
    async (outcome) => {
      const { provider, bookCalled, respondWith, released } = blocking();
      await using world = await openWorldOn(engine, { providers: [provider] });
      const id = await create(world);
      const working = world.clock.advance(0);
      await bookCalled;
      const cancelled = await world.call<Booking>('POST', `/v1/bookings/${id}/cancel`);
      expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } });
      expect(released).toEqual([]);

      respondWith(outcome);
      await working;
      await world.clock.advance(60_000);
      expect((await world.call<Booking>('GET', `/v1/bookings/${id}`)).body).toStrictEqual(cancelled.body);
      expect(sentTypes(world)).toEqual(['booking.cancelled', 'booking.created']);
      expect(released).toEqual([id]);
      const organization = await world.store.findOrganization(world.organization.organization_id);
      expect(organization?.test_confirmed).toBe(0);
    },
  );

  it('STA-13: a cancel after the confirmation releases the booking at the provider, and sends both events', async () => {
    const { provider, bookCalled, respondWith, released } = blocking();
    await using world = await openWorldOn(engine, { providers: [provider] });
    const id = await create(world);
    const working = world.clock.advance(0);
    await bookCalled;
    respondWith({ outcome: 'confirmed', confirmation_code: 'OWN-1' });
    await working;
    expect(await world.call('POST', `/v1/bookings/${id}/cancel`)).toMatchObject({ status: 200 });
    await world.clock.advance(60_000);
    expect(sentTypes(world)).toEqual(['booking.cancelled', 'booking.confirmed', 'booking.created']);
    expect(released).toEqual([id]);
  });

  it('STA-13: releases a cancelled booking also if the call to the provider fails', async () => {
    const { provider, bookCalled, respondWith, released } = blocking();
    await using world = await openWorldOn(engine, { providers: [provider] });
    const id = await create(world);
    const working = world.clock.advance(0);
    await bookCalled;
    await world.call('POST', `/v1/bookings/${id}/cancel`);
    respondWith(Promise.reject(new Error('The line went dead.')));
    await working;
    await world.clock.advance(60_000);
    expect(await world.call('GET', `/v1/bookings/${id}`)).toMatchObject({ body: { status: 'cancelled' } });
    expect(sentTypes(world)).toEqual(['booking.cancelled', 'booking.created']);
    expect(released).toEqual([id]);
  });

  it('STA-13: retries a failed release until it succeeds', async () => {
    const tries: number[] = [];
    const provider: Provider = {
      ...sandbox,
      release: async () => {
        tries.push(world.clock.now().getTime() - start);
        if (tries.length < 3) throw new Error('The line is dead.');
      },
    };
    await using world = await openWorldOn(engine, { providers: [provider] });
    const id = await create(world);
    await world.clock.advance(2_000);
    const start = world.clock.now().getTime();
    expect(await world.call('POST', `/v1/bookings/${id}/cancel`)).toMatchObject({ status: 200 });
    await world.clock.advance(120_000);
    expect(tries).toEqual([0, 2_000, 6_000]);
  });
});
