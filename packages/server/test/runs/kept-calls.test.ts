/** The calls that a run keeps for the timeline of its booking: which statements they cost, and a store that fails. */
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { openWorld } from '../../src/testing.ts';
import { engines, makeDatabase, type EngineName } from '../support/engines.ts';
import { interceptStore } from '../support/databases.ts';
import { newBooking } from '../support/new-booking.ts';
import { confirmed, createAt, ownProvider, statusOf } from '../support/providers.ts';

/** Opens a world that counts the calls of each method of its store. `fails`: the record of calls fails. */
async function openCounted(engine: EngineName, { fails = false } = {}) {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await makeDatabase(engine));
  const counts = new Map<string, number>();
  const store = interceptStore(opened.use(await database.open()), (name, target) => {
    const method: unknown = Reflect.get(target, name);
    if (typeof name !== 'string' || name === 'cells' || typeof method !== 'function') return undefined;
    return (...args: unknown[]): unknown => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (fails && name === 'recordBookingCalls') return Promise.reject(new Error('The disk is full.'));
      return Reflect.apply(method, target, args);
    };
  });
  const provider = { failures: 0 };
  const own = ownProvider('own', {
    checkRequest: async () => ({ at_once: false }),
    async book() {
      provider.failures -= 1;
      if (provider.failures >= 0) throw new Error('The provider is away.');
      return confirmed;
    },
    release: async () => undefined,
    modify: async () => ({ outcome: 'modified' }),
  });
  const world = opened.use(await openWorld({ store, providers: [own] }));
  const running = opened.move();
  return { world, counts, provider, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

describe.each(engines)('on %s', (engine) => {
  it('STA-12: a booking whose calls succeed at the first attempt costs no further call of the store', async () => {
    await using counted = await openCounted(engine);
    const { world, counts, provider } = counted;
    const { body } = await world.call<Booking>('POST', '/v1/bookings', { body: newBooking({ venue: 'own' }) });
    await world.clock.advance(5_000);
    expect(await statusOf(world, body.id)).toBe('confirmed');
    expect(await world.call('POST', `/v1/bookings/${body.id}/modify`, { body: { party_size: 3 } })).toMatchObject({
      status: 200,
    });
    expect(await world.call('POST', `/v1/bookings/${body.id}/cancel`)).toMatchObject({ status: 200 });
    await world.clock.advance(60_000);
    expect(counts.get('changeBooking')).toBeGreaterThan(2);
    expect(counts.get('recordBookingCalls')).toBeUndefined();

    // Two failures and the success after them: one call each.
    provider.failures = 2;
    const id = await createAt(world, 'own');
    await world.clock.advance(60_000);
    expect(await statusOf(world, id)).toBe('confirmed');
    expect(counts.get('recordBookingCalls')).toBe(3);
  });

  it('STA-12: a booking ends although its calls cannot be stored', async () => {
    await using counted = await openCounted(engine, { fails: true });
    const { world, counts, provider } = counted;
    provider.failures = 2;
    const id = await createAt(world, 'own');
    await world.clock.advance(60_000);
    expect(await statusOf(world, id)).toBe('confirmed');
    expect(counts.get('recordBookingCalls')).toBe(3);
    const of = { organization_id: world.organization.organization_id, booking_id: id };
    expect(await world.store.listBookingCalls(of)).toEqual({ calls: [], dropped: 0 });
  });
});
