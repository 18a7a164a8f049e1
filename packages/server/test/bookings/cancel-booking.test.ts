/** A cancel, alone and during a provider run, where exactly one of the two decides how the booking ends (STA-13). */
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { createSandboxProvider, type Outcome, type Provider, type Store } from '../../src/index.ts';
import { createManualClock, openWorld, type World } from '../../src/testing.ts';
import { engines, makeDatabase, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const sandbox = createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) });

/** The sandbox provider, which records the bookings that it releases. */
function remembering(): { provider: Provider; released: Booking[] } {
  const released: Booking[] = [];
  const release = async (booking: Booking) => {
    released.push(booking);
  };
  return { provider: { ...sandbox, release }, released };
}

async function create(world: World, place = 'harbour_table'): Promise<string> {
  const { body } = await world.call<Booking>('POST', '/v1/bookings', {
    body: newBooking({ venue: place }),
  });
  return body.id;
}

function cancel(world: World, id: string, body?: unknown) {
  return world.call<Booking>('POST', `/v1/bookings/${id}/cancel`, { body });
}

describe.each(engines)('a cancel, on %s', (engine) => {
  it.each([
    { status: 'processing', place: 'harbour_table', wait_ms: 0 },
    { status: 'requires_action', place: 'code_house', wait_ms: 2_000 },
    { status: 'confirmed', place: 'harbour_table', wait_ms: 2_000 },
  ])(
    'STA-6 END-6: cancels a booking in $status, sends one event and releases it once',
    async ({ status, place, wait_ms }) => {
      const { provider, released } = remembering();
      await using world = await openWorldOn(engine, { providers: [provider] });
      const id = await create(world, place);
      await world.clock.advance(wait_ms);
      const before = await world.call<Booking>('GET', `/v1/bookings/${id}`);
      expect(before.body.status).toBe(status);

      const response = await cancel(world, id);
      expect(response).toMatchObject({ status: 200, body: { id, status: 'cancelled' } });
      await world.clock.advance(60_000);
      expect((await world.call<Booking>('GET', `/v1/bookings/${id}`)).body).toStrictEqual(response.body);
      expect(world.endpoint.received.filter(({ event }) => event.type === 'booking.cancelled')).toHaveLength(1);
      expect(released).toEqual([response.body]);
    },
  );

  it('END-6: accepts only an empty object or no body', async () => {
    await using world = await openWorldOn(engine);
    expect((await cancel(world, await create(world, 'harbour_table'), {})).status).toBe(200);
    const id = await create(world, 'harbour_table');
    const refused = await cancel(world, id, { reason: 'rain' });
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
    expect(await world.call('GET', `/v1/bookings/${id}`)).toMatchObject({ body: { status: 'processing' } });
  });

  it('STA-10 STA-13: of 20 concurrent cancels one wins, 19 get 409, and one event is sent', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    const all = Promise.withResolvers<void>();
    let reading = 0;
    // No cancel writes before all twenty have read the booking as confirmed.
    const findBooking: Store['findBooking'] = async (booking_id) => {
      const found = await store.findBooking(booking_id);
      if (found?.booking.status !== 'confirmed') return found;
      reading += 1;
      if (reading === 20) all.resolve();
      await all.promise;
      return found;
    };
    const { provider, released } = remembering();
    await using world = await openWorld({ store: { ...store, findBooking }, providers: [provider] });
    const id = await create(world, 'harbour_table');
    await world.clock.advance(2_000);
    const responses = await Promise.all(Array.from({ length: 20 }, () => cancel(world, id)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    for (const { body } of responses.filter(({ status }) => status === 409)) {
      expect(body).toMatchObject({ error_code: 'invalid_state', error: expect.stringContaining('cancelled') });
    }
    expect(reading).toBe(20);
    await world.clock.advance(60_000);
    expect(world.endpoint.received.filter(({ event }) => event.type === 'booking.cancelled')).toHaveLength(1);
    expect(released).toHaveLength(1);
  });

  it('STA-10: of a concurrent cancel and continue one wins, and the events match it', async () => {
    await using world = await openWorldOn(engine);
    const ids = await Promise.all(Array.from({ length: 10 }, () => create(world, 'code_house')));
    await world.clock.advance(2_000);
    const answerBody = { type: 'enter_code', code: '424242' };
    const responses = await Promise.all(
      ids.map(async (id) => {
        const [continued, cancelled] = await Promise.all([
          world.call<Booking>('POST', `/v1/bookings/${id}/continue`, { body: answerBody }),
          cancel(world, id),
        ]);
        return { id, continued: continued.status, cancelled: cancelled.status };
      }),
    );
    await world.clock.advance(30_000);
    for (const { id, continued, cancelled } of responses) {
      // After the continue wins, the booking can still be cancelled. After the cancel wins, it cannot be continued.
      expect([continued, cancelled]).toEqual([continued === 200 ? 200 : 409, 200]);
      const types = world.endpoint.received
        .filter(({ event }) => event.data.object.id === id && event.type !== 'booking.created')
        .map(({ event }) => event.type)
        .toSorted();
      const expected = [
        'booking.cancelled',
        'booking.requires_action',
        ...(continued === 200 ? ['booking.processing'] : []),
      ];
      expect(types).toEqual(expected.toSorted());
    }
  });

  it('STA-13: releases a cancelled booking at the next run, regardless of retry_after_seconds', async () => {
    const released: string[] = [];
    let bookCalls = 0;
    const provider: Provider = {
      ...sandbox,
      checkRequest: async () => ({ at_once: false }),
      book: async () => {
        bookCalls += 1;
        return { outcome: 'pending', retry_after_seconds: bookCalls === 1 ? 0 : 3600 };
      },
      release: async ({ id }) => {
        released.push(id);
      },
    };
    await using world = await openWorldOn(engine, { providers: [provider] });
    const { body: created } = await world.call<Booking>('POST', '/v1/bookings', {
      body: newBooking({ date: '2026-11-22' }),
    });
    await world.clock.advance(0);
    expect(bookCalls).toBe(1);
    await world.clock.advance(4_000);
    expect(bookCalls).toBe(2);
    await world.call('POST', `/v1/bookings/${created.id}/cancel`);
    await world.clock.advance(0);
    expect(released).toEqual([created.id]);
  });
});

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

function sentTypes(world: World): string[] {
  return world.endpoint.received.map(({ event }) => event.type).toSorted();
}

const outcomes: Outcome[] = [
  { outcome: 'confirmed', confirmation_code: 'OWN-1' },
  { outcome: 'failed', error_code: 'provider_failed' },
  { outcome: 'requires_action', next_action: { type: 'enter_code', channel: 'sms', destination: '+3***00' } },
  { outcome: 'pending', retry_after_seconds: 86_400 },
];

describe.each(engines)('a cancel during a run, on %s', (engine) => {
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
