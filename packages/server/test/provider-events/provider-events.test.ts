/** A provider over HTTP that cancels or changes bookings by itself, and reports it with signed events (PRV-4). */
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { createHttpProvider, systemClock, type Provider } from '../../src/index.ts';
import { approve, read } from '../payments/pay.ts';
import { createCardLedger } from '../support/card-ledger.ts';
import { engines, openWorldOn, type EngineName, type EngineWorld } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { sendEvent } from './send-event.ts';
import {
  refusal,
  secret,
  startHttpProvider,
  type Replaced,
  type TestHttpProvider,
} from '../suppliers/test-http-provider.ts';

interface Opened extends AsyncDisposable {
  readonly world: EngineWorld;
  readonly server: TestHttpProvider;
  readonly booking: Booking;
  /** Returns the types of the webhooks after the first two, which are those of the creation. */
  readonly later: () => string[];
  /** Returns how often the provider was asked for the booking. */
  readonly reads: () => number;
}

interface OpenOptions {
  readonly replaced?: Replaced;
  readonly read_after_seconds?: number;
  readonly ledger?: ReturnType<typeof createCardLedger>;
}

/** Opens a world with a confirmed booking. */
async function openConfirmed(
  engine: EngineName,
  { replaced = {}, read_after_seconds, ledger }: OpenOptions = {},
): Promise<Opened> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startHttpProvider(replaced));
  // The clock of the world signs nothing here: the provider compares with the time of the computer.
  const options = { name: 'corner', url: server.url, secret, sends_events: true, read_after_seconds };
  const calls = createHttpProvider({ ...options, clock: systemClock });
  const events = createHttpProvider({ ...options, clock: { now: () => world.clock.now() } });
  const provider: Provider = { ...calls, readEvent: async (request) => events.readEvent?.(request) };
  const world: EngineWorld = opened.use(
    await openWorldOn(engine, { providers: [provider], ...(ledger && { payments: ledger.payments }) }),
  );
  const slot = { venue_id: 'ven_corner_cafe', slot_id: 'slt_corner_cafe_20300101T1900' };
  const collection = ledger && { payment_collection: 'cardservice_external' };
  const { body: booking } = await world.call<Booking>('POST', '/v1/bookings', {
    body: { ...newBooking(), ...slot, ...collection },
  });
  if (ledger) await approve(world, booking);
  await world.clock.advance(4_000);
  expect((await read(world, booking)).status).toBe('confirmed');
  await world.clock.advance(60_000);
  const before = world.endpoint.received.length;
  const running = opened.move();
  return {
    world,
    server,
    booking,
    later: () => world.endpoint.received.slice(before).map(({ event }) => event.type),
    reads: () => server.received.filter(({ path }) => path === '/bookings/read').length,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

describe.each(engines)('on %s', (engine) => {
  it('PRV-4: cancels a booking that the provider cancelled, once, although its event is repeated', async () => {
    await using opened = await openConfirmed(engine);
    const { world, server, booking } = opened;
    server.bookings.set(booking.id, undefined);
    const responses = await Promise.all([1, 2, 3].map(() => sendEvent(world, booking)));
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204]);
    await world.clock.advance(60_000);
    expect(await read(world, booking)).toMatchObject({ status: 'cancelled' });
    expect((await sendEvent(world, booking)).status).toBe(204);
    await world.clock.advance(60_000);
    expect(opened.later()).toEqual(['booking.cancelled']);
    expect(server.received.filter(({ path }) => path === '/bookings/release')).toHaveLength(1);
  });

  it('PRV-4: refunds a paid booking that the provider cancelled, as after a cancel', async () => {
    const ledger = createCardLedger({ approved: true });
    await using opened = await openConfirmed(engine, { ledger });
    const { world, server, booking } = opened;
    server.bookings.set(booking.id, undefined);
    await sendEvent(world, booking);
    await world.clock.advance(60_000);
    // The provider states that half of the price is returned.
    expect(ledger.found.get(booking.id)?.refunds).toEqual([3000]);
    expect(await read(world, booking)).toMatchObject({ status: 'cancelled', payment: { amount_refunded: 3000 } });
    expect(opened.later()).toEqual(['booking.cancelled']);
  });

  it('PRV-4: takes over the values of a booking that the provider changed', async () => {
    await using opened = await openConfirmed(engine);
    const { world, server, booking } = opened;
    server.bookings.set(booking.id, 'slt_corner_cafe_20300101T2000');
    await sendEvent(world, booking);
    await sendEvent(world, booking);
    await world.clock.advance(60_000);
    const changes = { slot_id: 'slt_corner_cafe_20300101T2000' };
    expect(await read(world, booking)).toMatchObject({
      status: 'confirmed',
      ...changes,
      last_modification: { changes },
    });
    expect(opened.later()).toEqual(['booking.modified']);
  });

  it('PRV-4: changes nothing if the provider states what the service has', async () => {
    await using opened = await openConfirmed(engine);
    const { world, booking } = opened;
    const before = await read(world, booking);
    await sendEvent(world, booking);
    await world.clock.advance(60_000);
    expect([opened.reads(), opened.later(), await read(world, booking)]).toEqual([1, [], before]);
    expect(await world.store.findNextRead()).toBeNull();
  });

  it('PRV-4: repeats a failed read, and cancels nothing until the provider states it', async () => {
    let isDown = true;
    const replaced: Replaced = {
      operations: {
        '/bookings/read': () => (isDown ? refusal(404, 'not_found') : { status: 200, body: { state: 'cancelled' } }),
      },
    };
    await using opened = await openConfirmed(engine, { replaced });
    const { world, booking } = opened;
    await sendEvent(world, booking);
    await world.clock.advance(100_000);
    expect(opened.reads()).toBe(3);
    expect((await read(world, booking)).status).toBe('confirmed');
    isDown = false;
    await world.clock.advance(300_000);
    expect((await read(world, booking)).status).toBe('cancelled');
    expect(opened.later()).toEqual(['booking.cancelled']);
    // The timeline of the booking has what the provider stated, at the time of the change.
    const of = { organization_id: world.organization.organization_id, booking_id: booking.id };
    const { calls } = await world.store.listBookingCalls(of);
    const { rows } = await world.store.listBookingEvents({ ...of, limit: 20 });
    expect(calls.map(({ call, attempt, outcome }) => [call, attempt, outcome])).toEqual([
      ...[1, 2, 3].map((attempt) => ['read', attempt, 'failed']),
      ['read', 4, 'succeeded'],
    ]);
    expect(calls[0]?.error).toContain('404');
    expect(calls.at(-1)?.at).toBe(rows.at(-1)?.created);
  });

  it('PRV-4: a cancel of the caller and one of the provider end in one cancellation', async () => {
    await using opened = await openConfirmed(engine);
    const { world, server, booking } = opened;
    server.bookings.set(booking.id, undefined);
    await Promise.all([sendEvent(world, booking), world.call('POST', `/v1/bookings/${booking.id}/cancel`)]);
    await world.clock.advance(60_000);
    expect((await read(world, booking)).status).toBe('cancelled');
    expect(opened.later()).toEqual(['booking.cancelled']);
  });

  it('PRV-4: the sweep reads a confirmed booking regularly, until its visit is over', async () => {
    let state = 'confirmed';
    const replaced: Replaced = { operations: { '/bookings/read': () => ({ status: 200, body: { state } }) } };
    await using opened = await openConfirmed(engine, { replaced, read_after_seconds: 600 });
    const { world, booking } = opened;
    await world.clock.advance(3 * 600_000);
    expect(opened.reads()).toBe(3);
    state = 'completed';
    await world.clock.advance(5 * 600_000);
    expect(opened.reads()).toBe(4);
    expect((await read(world, booking)).status).toBe('confirmed');
    expect(await world.store.findNextRead()).toBeNull();
  });

  it('PRV-4: the sweep finds a cancellation of the provider', async () => {
    await using opened = await openConfirmed(engine, { read_after_seconds: 600 });
    const { world, server, booking } = opened;
    server.bookings.set(booking.id, undefined);
    await world.clock.advance(700_000);
    expect((await read(world, booking)).status).toBe('cancelled');
    expect(opened.later()).toEqual(['booking.cancelled']);
  });
});
