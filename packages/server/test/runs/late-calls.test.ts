/** Calls to a provider that end after their deadline: what they made for a booking that no longer wants it is undone (STA-13). */
import { runs } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import type { ModificationOutcome, Outcome, Provider } from '../../src/index.ts';
import { openWorld } from '../../src/testing.ts';
import { engines, makeDatabase, openWorldOn, type EngineName, type EngineWorld } from '../support/engines.ts';
import { confirmed, createAt, ownProvider, statusOf } from '../support/own-provider.ts';
import { eventually } from '../support/server-process.ts';

/** A provider whose first call, to book or to modify, ends when the test says; later ones confirm. Releases are noted. */
function gated() {
  const asked = Promise.withResolvers<void>();
  const first = Promise.withResolvers<Outcome>();
  const firstModified = Promise.withResolvers<ModificationOutcome>();
  const noted: string[] = [];
  const references: string[] = [];
  const provider = (methods: Partial<Provider> = {}) =>
    ownProvider('harbour_table', {
      book: async ({ reference }) => {
        references.push(reference);
        asked.resolve();
        return references.length === 1 ? first.promise : confirmed;
      },
      release: async () => {
        noted.push('released');
      },
      ...methods,
    });
  return { asked, first, firstModified, noted, references, provider };
}

/** A booking whose first call passed its deadline, in a world whose worker waits for nothing. */
async function openLate(engine: EngineName) {
  const gate = gated();
  const world = await openWorldOn(engine, { providers: [gate.provider()], tick_seconds: 3600 });
  const id = await createAt(world, 'harbour_table');
  const working = world.clock.advance(0);
  await gate.asked.promise;
  await world.clock.advance(30_000);
  await working;
  await untilPutOff(world);
  return { ...gate, world, id };
}

/** Waits until the call that passed its deadline is recorded: no tick waits for that. */
async function untilPutOff({ query }: Pick<EngineWorld, 'query'>): Promise<void> {
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
      late: 'asks for a code',
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
  ])(
    'STA-13: a provider that $late after its time, when the booking was cancelled, has $releases releases',
    async (late) => {
      const { world: opened, id, first, noted } = await openLate(engine);
      await using world = opened;
      await world.call('POST', `/v1/bookings/${id}/cancel`);
      await untilIdle(world);
      expect(noted).toEqual(['released']);
      late.settle(first);
      await eventually(
        async () => {
          await world.clock.advance(0);
          return noted.length;
        },
        (length) => length === late.releases,
      );
      await untilIdle(world);
      await world.clock.advance(10_000);
      expect(noted).toHaveLength(late.releases);
      expect(await statusOf(world, id)).toBe('cancelled');
      expect((await world.store.findBooking(id))?.working).toBe(false);
    },
  );

  it('STA-12 STA-13: a late success while the run is tried again with the same reference releases nothing', async () => {
    const { world: opened, id, first, noted, references } = await openLate(engine);
    await using world = opened;
    await world.clock.advance(4_000);
    first.resolve(confirmed);
    await world.clock.advance(10_000);
    expect(references).toEqual([`${id}/1`, `${id}/1`]);
    expect({ status: await statusOf(world, id), noted }).toEqual({ status: 'confirmed', noted: [] });
    // Cancelled only now, it is released once.
    await world.call('POST', `/v1/bookings/${id}/cancel`);
    await untilIdle(world);
    expect(noted).toEqual(['released']);
  });

  it('STA-13: a late success before the run is tried again is left to that run', async () => {
    const { world: opened, id, first, noted } = await openLate(engine);
    await using world = opened;
    first.resolve(confirmed);
    await world.clock.advance(4_000);
    expect({ status: await statusOf(world, id), noted }).toEqual({ status: 'confirmed', noted: [] });
  });

  it.each(['cancelled', 'given up'])(
    'STA-13: a modification that succeeds late, when it was %s, is not lost',
    async (fate) => {
      const gate = gated();
      let calls = 0;
      const book = async () => confirmed;
      const modify: Provider['modify'] = async () => {
        calls += 1;
        gate.asked.resolve();
        if (calls === 1) return gate.firstModified.promise;
        if (calls === 2) throw new Error('The provider is away.');
        return { outcome: 'modified' };
      };
      await using world = await openWorldOn(engine, {
        providers: [gate.provider({ book, modify })],
        tick_seconds: 3600,
      });
      const id = await createAt(world, 'harbour_table');
      await world.clock.advance(0);
      const modifying = world.call('POST', `/v1/bookings/${id}/modify`, { body: { party_size: 4 } });
      await gate.asked.promise;
      await world.clock.advance(30_000);
      expect((await modifying).status).toBe(503);
      if (fate === 'cancelled') await world.call('POST', `/v1/bookings/${id}/cancel`);
      else {
        const since = new Date(world.clock.now().getTime() - runs.give_up_after_seconds * 1000).toISOString();
        await world.query(`UPDATE runs SET failing_since = '${since}', due_at = '${since}' RETURNING 1`);
        await world.clock.advance(2_000);
      }
      await untilIdle(world);
      const before = gate.noted.length;
      gate.firstModified.resolve({ outcome: 'modified' });
      await eventually(
        async () => {
          await world.clock.advance(0);
          return (await world.store.findBooking(id))?.booking.party_size === 4 || gate.noted.length > before;
        },
        (held) => held,
      );
      await untilIdle(world);
      const booking = (await world.store.findBooking(id))?.booking;
      expect({ status: booking?.status, party_size: booking?.party_size, releases: gate.noted.length }).toEqual(
        fate === 'cancelled'
          ? { status: 'cancelled', party_size: 2, releases: 2 }
          : { status: 'confirmed', party_size: 4, releases: 0 },
      );
    },
  );

  it('STA-13: a call that is still under way when the process stops is released by the next one', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    const gate = gated();
    const stopped = await openWorld({ store, providers: [gate.provider()], tick_seconds: 3600 });
    const id = await createAt(stopped, 'harbour_table');
    const working = stopped.clock.advance(0);
    await gate.asked.promise;
    await stopped.clock.advance(30_000);
    await working;
    await untilPutOff(database);
    await stopped.call('POST', `/v1/bookings/${id}/cancel`);
    await eventually(
      async () => {
        await stopped.clock.advance(0);
        return gate.noted.length;
      },
      (length) => length === 1,
    );
    const now = stopped.clock.now();
    await stopped[Symbol.asyncDispose]();

    const start = new Date(now.getTime() + runs.retry.longest_delay_seconds * 1000);
    await using next = await openWorld({ store, start, providers: [gate.provider()], tick_seconds: 3600 });
    await next.clock.advance(2_000);
    expect(gate.noted).toEqual(['released', 'released']);
    expect((await store.findBooking(id))?.working).toBe(false);
    gate.first.resolve(confirmed);
  });
});
