/** The calls of runs: which are kept for the timeline of their booking, and those that end after their deadline (STA-13). */
import { type Booking, runs } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { openWorld } from '../../src/testing.ts';
import { type EngineName, engines, type EngineWorld, makeDatabase, openWorldOn } from '../support/engines.ts';
import { interceptStore } from '../support/databases.ts';
import { newBooking } from '../support/new-booking.ts';
import { confirmed, createAt, ownProvider, statusOf } from '../support/providers.ts';
import type { ModificationOutcome, Outcome, Provider, Store } from '../../src/index.ts';
import { eventually } from '../support/processes/server-process.ts';

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

describe.each(engines)('kept calls, on %s', (engine) => {
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

/** Creates a provider whose first call ends when the test settles it. Later calls confirm. Releases are recorded. */
function createGate() {
  const called = Promise.withResolvers<void>();
  const first = Promise.withResolvers<Outcome>();
  const firstModified = Promise.withResolvers<ModificationOutcome>();
  const releases: string[] = [];
  const references: string[] = [];
  const provider = (methods: Partial<Provider> = {}) =>
    ownProvider('harbour_table', {
      book: async ({ reference }) => {
        references.push(reference);
        called.resolve();
        return references.length === 1 ? first.promise : confirmed;
      },
      release: async () => {
        releases.push('released');
      },
      ...methods,
    });
  return { called, first, firstModified, releases, references, provider };
}

/** Opens a world with a booking whose first call passed its deadline. Its worker has nothing else to do. */
async function openLate(engine: EngineName) {
  const gate = createGate();
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await makeDatabase(engine));
  /** The searches for a booking, such as those of a late call. */
  const searches: Promise<unknown>[] = [];
  const store = interceptStore(opened.use(await database.open()), (name, target) => {
    if (name !== 'findBooking') return undefined;
    return (place: Parameters<Store['findBooking']>[0]) => {
      const search = target.findBooking(place);
      searches.push(search);
      return search;
    };
  });
  const world = opened.use(await openWorld({ store, providers: [gate.provider()], tick_seconds: 3600 }));
  const id = await createAt(world, 'harbour_table');
  const working = world.clock.advance(0);
  await gate.called.promise;
  await world.clock.advance(30_000);
  await working;
  await untilPostponed(database);
  const running = opened.move();
  const late: EngineWorld = {
    ...world,
    query: (sql) => database.query(sql),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
  return { ...gate, world: late, id, untilSearched: () => Promise.all(searches) };
}

/** Waits until the call that passed its deadline is recorded. No tick waits for that. */
async function untilPostponed({ query }: Pick<EngineWorld, 'query'>): Promise<void> {
  await eventually(
    () => query('SELECT booking_id FROM runs WHERE failures > 0'),
    ({ length }) => length === 1,
  );
}

/** Waits until the store has no run left. */
async function untilIdle({ query, clock }: EngineWorld): Promise<void> {
  await eventually(
    async () => {
      await clock.advance(0);
      return query('SELECT booking_id FROM runs');
    },
    ({ length }) => length === 0,
  );
}

describe.each(engines)('late calls, on %s', (engine) => {
  it.each([
    { late: 'confirms', settle: (first: PromiseWithResolvers<Outcome>) => first.resolve(confirmed), releases: 2 },
    {
      late: 'requires a code',
      settle: (first: PromiseWithResolvers<Outcome>) =>
        first.resolve({
          outcome: 'requires_action',
          next_action: { type: 'enter_code', channel: 'email', destination: 'a***@diner.test' },
        }),
      releases: 2,
    },
    { late: 'breaks off', settle: (first: PromiseWithResolvers<Outcome>) => first.reject('cut'), releases: 2 },
    {
      late: 'refuses',
      settle: (first: PromiseWithResolvers<Outcome>) =>
        first.resolve({ outcome: 'failed', error_code: 'provider_failed' }),
      releases: 1,
    },
  ])('STA-13: makes $releases releases if a late call $late after the booking was cancelled', async (late) => {
    const { world: opened, id, first, releases } = await openLate(engine);
    await using world = opened;
    await world.call('POST', `/v1/bookings/${id}/cancel`);
    await untilIdle(world);
    expect(releases).toEqual(['released']);
    late.settle(first);
    await eventually(
      async () => {
        await world.clock.advance(0);
        return releases.length;
      },
      (length) => length === late.releases,
    );
    await untilIdle(world);
    await world.clock.advance(10_000);
    expect(releases).toHaveLength(late.releases);
    expect(await statusOf(world, id)).toBe('cancelled');
    expect((await world.store.findBooking({ ...world.organization, id }))?.working).toBe(false);
  });

  it('STA-12 STA-13: releases nothing after a late success while the run is retried with the same reference', async () => {
    const { world: opened, id, first, releases, references, untilSearched } = await openLate(engine);
    await using world = opened;
    await world.clock.advance(4_000);
    first.resolve(confirmed);
    await world.clock.advance(10_000);
    // The late success has seen the booking before the cancel.
    await untilSearched();
    expect(references).toEqual([`${id}/1`, `${id}/1`]);
    expect({ status: await statusOf(world, id), releases }).toEqual({ status: 'confirmed', releases: [] });
    // After a cancel, it is released once.
    await world.call('POST', `/v1/bookings/${id}/cancel`);
    await untilIdle(world);
    expect(releases).toEqual(['released']);
  });

  it('STA-13: leaves a late success before the retry to that retry', async () => {
    const { world: opened, id, first, releases } = await openLate(engine);
    await using world = opened;
    first.resolve(confirmed);
    await world.clock.advance(4_000);
    expect({ status: await statusOf(world, id), releases }).toEqual({ status: 'confirmed', releases: [] });
  });

  it.each(['cancelled', 'given up'])(
    'STA-13: follows up a modification that succeeds after it was %s',
    async (fate) => {
      const gate = createGate();
      let calls = 0;
      const book = async () => confirmed;
      const modify: Provider['modify'] = async () => {
        calls += 1;
        gate.called.resolve();
        if (calls === 1) return gate.firstModified.promise;
        if (calls === 2) throw new Error('The provider is unavailable.');
        return { outcome: 'modified' };
      };
      await using world = await openWorldOn(engine, {
        providers: [gate.provider({ book, modify })],
        tick_seconds: 3600,
      });
      const id = await createAt(world, 'harbour_table');
      await world.clock.advance(0);
      const modifying = world.call('POST', `/v1/bookings/${id}/modify`, { body: { party_size: 4 } });
      await gate.called.promise;
      await world.clock.advance(30_000);
      expect((await modifying).status).toBe(503);
      if (fate === 'cancelled') await world.call('POST', `/v1/bookings/${id}/cancel`);
      else {
        const since = new Date(world.clock.now().getTime() - runs.give_up_after_seconds * 1000).toISOString();
        await world.query(`UPDATE runs SET failing_since = '${since}', due_at = '${since}' RETURNING 1`);
        await world.clock.advance(2_000);
      }
      await untilIdle(world);
      const before = gate.releases.length;
      gate.firstModified.resolve({ outcome: 'modified' });
      await eventually(
        async () => {
          await world.clock.advance(0);
          return (
            (await world.store.findBooking({ ...world.organization, id }))?.booking.party_size === 4 ||
            gate.releases.length > before
          );
        },
        (isFollowedUp) => isFollowedUp,
      );
      await untilIdle(world);
      const booking = (await world.store.findBooking({ ...world.organization, id }))?.booking;
      expect({ status: booking?.status, party_size: booking?.party_size, releases: gate.releases.length }).toEqual(
        fate === 'cancelled'
          ? { status: 'cancelled', party_size: 2, releases: 2 }
          : { status: 'confirmed', party_size: 4, releases: 0 },
      );
    },
  );

  it('STA-13: the next process releases a call that was in progress when the process stopped', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    const gate = createGate();
    const stopped = await openWorld({ store, providers: [gate.provider()], tick_seconds: 3600 });
    const id = await createAt(stopped, 'harbour_table');
    const working = stopped.clock.advance(0);
    await gate.called.promise;
    await stopped.clock.advance(30_000);
    await working;
    await untilPostponed(database);
    await stopped.call('POST', `/v1/bookings/${id}/cancel`);
    await eventually(
      async () => {
        await stopped.clock.advance(0);
        return gate.releases.length;
      },
      (length) => length === 1,
    );
    const now = stopped.clock.now();
    await stopped[Symbol.asyncDispose]();

    const start = new Date(now.getTime() + runs.retry.longest_delay_seconds * 1000);
    await using next = await openWorld({ store, start, providers: [gate.provider()], tick_seconds: 3600 });
    await next.clock.advance(2_000);
    expect(gate.releases).toEqual(['released', 'released']);
    expect((await store.findBooking({ ...stopped.organization, id }))?.working).toBe(false);
    gate.first.resolve(confirmed);
  });
});
