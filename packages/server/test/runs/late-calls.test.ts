/** Provider calls that end after their deadline: what they created for an ended booking is released (STA-13). */
import { runs } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import type { ModificationOutcome, Outcome, Provider, Store } from '../../src/index.ts';
import { openWorld } from '../../src/testing.ts';
import { engines, makeDatabase, openWorldOn, type EngineName, type EngineWorld } from '../support/engines.ts';
import { interceptStore } from '../support/databases.ts';
import { confirmed, createAt, ownProvider, statusOf } from '../support/providers.ts';
import { eventually } from '../support/processes/server-process.ts';

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

describe.each(engines)('%s', (engine) => {
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
