/** The promises of the store to operations and worker, on each engine: atomic changes, made only to the version that was read. */
import { describe, expect, it } from 'vitest';
import { engines, openWorldOn } from '../support/engines.ts';
import type { ClaimedRun, Store, StoredBooking } from '../../src/store/store.ts';
import { confirm, cancel, accepted, stored, change, claimOf, eventTypes, used } from './stored.ts';

type Ending = (store: Store, run: ClaimedRun, read: StoredBooking) => Promise<unknown>;

const start = new Date('2026-11-21T09:30:00.000Z');
const later = new Date('2026-11-21T19:30:00.000Z');

describe.each(engines)('%s', (engine) => {
  it('STA-12: changes nothing in a change whose event id is taken', async () => {
    await using world = await openWorldOn(engine);
    const { events } = accepted(world);
    const before = (await world.store.createBooking({ ...accepted(world), events })).stored;
    const [run] = await world.store.claimRuns(claimOf(world));
    if (!run) throw new Error('No run was claimed.');
    const wanted = { ...change(world, before, confirm), events, finished: run };
    await expect(world.store.changeBooking(wanted)).rejects.toThrow(/unique .*(?:events|deliveries)/i);

    expect(await world.store.findBooking({ ...before, id: before.booking.id })).toStrictEqual(before);
    expect(await used(world)).toBe(0);
    expect(await world.store.finishRun(run, run)).toBe('ended');
    expect(await eventTypes(world)).toEqual(['booking.created']);
  });

  it('STA-13: makes one of several changes of the same version, with its event', async () => {
    await using world = await openWorldOn(engine);
    const before = await stored(world);
    const moves = [cancel, confirm, cancel, cancel, confirm];
    const results = await Promise.all(moves.map((move) => world.store.changeBooking(change(world, before, move))));
    const made = results.filter((result) => result !== undefined);
    expect(made).toHaveLength(1);
    const [winner] = made;
    expect(winner).toMatchObject({ version: 2, step: 1 });
    expect(await world.store.findBooking({ ...before, id: before.booking.id })).toStrictEqual(winner);
    expect(await eventTypes(world)).toEqual(['booking.created', `booking.${winner?.booking.status}`]);
    expect(await used(world)).toBe(winner?.booking.status === 'confirmed' ? 1 : 0);
  });

  it('STA-13: raises the version with every change, even without a visible difference', async () => {
    await using world = await openWorldOn(engine);
    const before = await stored(world);
    const same = await world.store.changeBooking({ before, booking: before.booking, events: [] });
    expect(same).toStrictEqual({ ...before, version: 2 });
    expect(await world.store.changeBooking(change(world, before, cancel))).toBeUndefined();
    if (!same) throw new Error('The change was not made.');
    expect(await world.store.changeBooking(change(world, same, cancel))).toMatchObject({ version: 3 });
  });

  it('STA-13: makes no change of an unknown booking', async () => {
    await using world = await openWorldOn(engine);
    const { organization_id, booking } = accepted(world);
    const before = { organization_id, version: 1, step: 1, working: false, booking };
    expect(await world.store.changeBooking(change(world, before, cancel))).toBeUndefined();
    expect(await eventTypes(world)).toEqual([]);
  });

  it('STA-13: makes one of a concurrent completion and change of a booking, without a deadlock', async () => {
    await using world = await openWorldOn(engine);
    for (let round = 0; round < 20; round += 1) {
      const before = await stored(world);
      const [finished] = await world.store.claimRuns(claimOf(world, `lease_${round}`));
      if (!finished) throw new Error('No run was claimed.');
      const run = { step: 1, due_at: world.clock.now().toISOString() };
      const results = await Promise.all([
        world.store.changeBooking({ ...change(world, before, confirm), finished }),
        world.store.changeBooking({ ...change(world, before, cancel), run }),
        world.store.postponeRun(finished, world.clock.now()),
      ]);
      expect(results.slice(0, 2).filter((result) => result !== undefined)).toHaveLength(1);
      const [left] = await world.store.claimRuns(claimOf(world, `lease_${round}_left`));
      if (left) await world.store.finishRun(left, left);
    }
  });

  it.each<[string, Ending, unknown]>([
    ['finishRun', (store, run, read) => store.finishRun(run, read), 'due'],
    ['postponeRun', (store, run) => store.postponeRun(run, later), start],
  ])(
    'STA-13: leaves a run to its worker, and begins it anew if its %s has not read the change',
    async (_, end, ends) => {
      await using world = await openWorldOn(engine);
      const before = await stored(world);
      const [held] = await world.store.claimRuns(claimOf(world, 'lease_a'));
      const run = { step: 1, due_at: start.toISOString() };
      const changed = await world.store.changeBooking({ before, booking: before.booking, events: [], run });
      if (!held || !changed) throw new Error('No run was claimed, or the change was not made.');
      expect(await world.store.claimRuns(claimOf(world, 'lease_b'))).toEqual([]);
      expect(await end(world.store, held, before)).toEqual(ends);
      const [anew] = await world.store.claimRuns(claimOf(world, 'lease_c'));
      if (!anew) throw new Error('The run was not claimed again.');
      expect(anew).toMatchObject({ attempt: 1, version: changed.version, failing: undefined });
      expect(await world.store.finishRun(anew, changed)).toBe('ended');
    },
  );

  it('STA-13: replaces a completed run with the next one, and only brings forward a run of the same step', async () => {
    await using world = await openWorldOn(engine);
    const before = await stored(world);
    const [finished] = await world.store.claimRuns(claimOf(world, 'lease_first'));
    const due = new Date(world.clock.now().getTime() + 5_000);
    const changes = { party_size: 4 };
    const next = await world.store.changeBooking({
      before,
      booking: before.booking,
      events: [],
      finished,
      run: { step: 1, changes, due_at: due.toISOString() },
    });
    expect(next).toMatchObject({ version: 2, step: 1, working: true });
    expect(await world.store.claimRuns(claimOf(world))).toEqual([]);
    if (!next) throw new Error('The change was not made.');
    const run = { step: 1, due_at: world.clock.now().toISOString() };
    await world.store.changeBooking({ before: next, booking: next.booking, events: [], run });
    expect(await world.store.claimRuns(claimOf(world))).toMatchObject([{ step: 1, changes, attempt: 1 }]);
  });
});
