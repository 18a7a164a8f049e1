/** Stuck bookings: listed, shown, retried and failed, and never settled twice. */
import type { AuditList, BookingState, StuckBookingList } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/index.ts';
import { openAdminWorld, type AdminWorld } from '../support/worlds/admin-world.ts';
import { engines } from '../support/engines.ts';
import { createAt, ownProvider, statusOf } from '../support/providers.ts';

/** Opens a world with a provider whose outcome the test decides. */
async function openHeldUp(engine: (typeof engines)[number]) {
  const released: string[] = [];
  const provider = { book: async (): Promise<Outcome> => ({ outcome: 'pending', retry_after_seconds: 300 }) };
  const own = ownProvider('harbour_table', {
    book: () => provider.book(),
    release: async ({ id }) => void released.push(id),
  });
  const world = await openAdminWorld(engine, { providers: [own] });
  return { world, provider, released, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

function pathOf(world: AdminWorld, booking_id: string) {
  return { path: { organization_id: world.organization_id, booking_id } };
}

async function eventTypes(world: AdminWorld, booking_id: string): Promise<string[]> {
  const of = { organization_id: world.organization_id, booking_id, cursor: undefined, limit: 20 };
  return (await world.store.listBookingEvents(of)).rows.map(({ type }) => type);
}

const away = async (): Promise<Outcome> => {
  throw new Error('The provider is away.');
};

describe.each(engines)('%s', (engine) => {
  it('STA-14: lists stuck bookings in pages, the longest first, and shows the run of a booking', async () => {
    await using held = await openHeldUp(engine);
    const { world, provider } = held;
    const pending = await createAt(world.service, 'harbour_table');
    await world.clock.advance(1000);
    provider.book = away;
    const failing = await createAt(world.service, 'harbour_table');
    await world.clock.advance(1000);
    const list = async (query = {}) => (await world.call<StuckBookingList>('listStuckBookings', { query })).body;
    expect((await list()).data).toEqual([]);

    provider.book = async () => ({ outcome: 'pending', retry_after_seconds: 300 });
    expect((await world.call<BookingState>('getBookingState', pathOf(world, failing))).body.run).toMatchObject({
      work: 'booking',
      reason: 'failing',
      failures: 1,
      stuck: false,
    });
    provider.book = away;
    await world.clock.advance(600_000);
    const both = await list();
    expect(both.data.map(({ booking_id, run }) => [booking_id, run.reason, run.stuck])).toEqual([
      [pending, 'failing', true],
      [failing, 'failing', true],
    ]);
    const first = await list({ limit: 1 });
    expect(first.data).toEqual(both.data.slice(0, 1));
    const second = await list({ limit: 1, cursor: first.next_cursor });
    expect([second.data, second.next_cursor]).toEqual([both.data.slice(1), null]);
    expect((await world.call('listStuckBookings', { query: { cursor: 'bkg_1' } })).status).toBe(400);
  });

  it('STA-14: shows the error of the last failed attempt, without data of the guest', async () => {
    await using held = await openHeldUp(engine);
    const { world, provider } = held;
    provider.book = async () => {
      throw new Error('The supplier refuses ada@diner.test.', { cause: new Error('connect ECONNREFUSED') });
    };
    const booking_id = await createAt(world.service, 'harbour_table');
    await world.clock.advance(600_000);
    const { data } = (await world.call<StuckBookingList>('listStuckBookings')).body;
    const last_error = 'The supplier refuses [masked]: connect ECONNREFUSED';
    expect(data).toMatchObject([{ booking_id, payment_status: null, last_error }]);
    provider.book = async () => ({ outcome: 'pending', retry_after_seconds: 300 });
    await world.clock.advance(120_000);
    expect((await world.call<StuckBookingList>('listStuckBookings')).body.data).toMatchObject([{ last_error: null }]);
  });

  it('STA-12: retries a run now, unless a worker has it, and records who did', async () => {
    await using held = await openHeldUp(engine);
    const { world, provider } = held;
    provider.book = away;
    const id = await createAt(world.service, 'harbour_table');
    await world.clock.advance(600_000);
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const called = Promise.withResolvers<void>();
    provider.book = () => {
      called.resolve();
      return promise;
    };
    const retried = await world.call<BookingState>('retryBooking', pathOf(world, id));
    expect(retried).toMatchObject({ status: 200, body: { run: { next_attempt_at: world.clock.now().toISOString() } } });
    const ticking = world.clock.advance(2000);
    await called.promise;
    const again = await world.call('retryBooking', pathOf(world, id));
    expect(again).toMatchObject({ status: 409, body: { error: expect.stringContaining('A worker has the run') } });
    resolve({ outcome: 'confirmed', confirmation_code: 'OWN-1' });
    await ticking;
    expect(await statusOf(world, id)).toBe('confirmed');
    const without = await world.call('retryBooking', pathOf(world, id));
    expect(without).toMatchObject({ status: 409, body: { error: expect.stringContaining('has no work') } });
    expect((await world.call('retryBooking', pathOf(world, 'bkg_none'))).status).toBe(404);
    const { data } = (await world.call<AuditList>('listAllAuditEntries')).body;
    expect(data.filter(({ action }) => action === 'retryBooking')).toMatchObject([{ target: id }]);
  });

  it('STA-5 STA-12: fails a stuck booking with its event, releases it, and refuses to fail one that has ended', async () => {
    await using held = await openHeldUp(engine);
    const { world, provider, released } = held;
    provider.book = away;
    const id = await createAt(world.service, 'harbour_table');
    await world.clock.advance(600_000);
    const failed = await world.call<BookingState>('failBooking', pathOf(world, id));
    expect(failed).toMatchObject({
      status: 200,
      body: { booking: { status: 'failed', error_code: 'provider_failed' }, run: { work: 'release' } },
    });
    await world.clock.advance(60_000);
    expect(released).toEqual([id]);
    expect(world.endpoint.received.map(({ event }) => event.type).toSorted()).toEqual([
      'booking.created',
      'booking.failed',
    ]);
    expect(await world.call('failBooking', pathOf(world, id))).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('is failed') },
    });
    const { data } = (await world.call<AuditList>('listAllAuditEntries')).body;
    expect(data.filter(({ action }) => action === 'failBooking')).toMatchObject([
      { target: id, details: { from: 'processing' } },
    ]);
  });

  it('STA-12 STA-13: a booking that is failed while its provider confirms it ends once, and is never left at the provider', async () => {
    await using held = await openHeldUp(engine);
    const { world, provider, released } = held;
    const ends: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      const called = Promise.withResolvers<void>();
      provider.book = () => {
        called.resolve();
        return promise;
      };
      const id = await createAt(world.service, 'harbour_table');
      // The tick ends when the provider responds.
      const ticking = world.clock.advance(0);
      await called.promise;
      // Both begin in the same moment: the change of the worker, and that of the operator.
      const confirm = () => resolve({ outcome: 'confirmed', confirmation_code: `OWN-${round}` });
      if (round % 2 === 0) confirm();
      const failing = world.call<BookingState>('failBooking', pathOf(world, id));
      if (round % 2 === 1) confirm();
      const { status } = await failing;
      await ticking;
      await world.clock.advance(2000);
      const end = await statusOf(world, id);
      ends.push(String(end));
      expect([round, end]).toEqual([round, status === 200 ? 'failed' : 'confirmed']);
      expect(await eventTypes(world, id)).toEqual(expect.arrayContaining(['booking.created', `booking.${end}`]));
      expect(await eventTypes(world, id)).toHaveLength(2);
      expect(released.includes(id)).toBe(end === 'failed');
    }
    expect(ends).toHaveLength(12);
  });
});
