/**
 * Random bookings, moves, backups and restores of one organization. MODEL_SEED=<seed> starts from another seed, and RESTORE_SEQUENCES=<number>
 * plays another number of sequences than 3: one takes ten seconds.
 *
 * @module-tag slow
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moveOrganization } from '../../../src/store/moves/move-organization.ts';
import { eventually } from '../../support/processes/server-process.ts';
import { startInstance, type Instance } from '../cells/open-cells.ts';
import { addOrganization, openRestores, untilReconnected } from './open-restores.ts';

const steps = fc.constantFrom('book', 'move', 'back up', 'restore the other cell', 'restore its cell');
const { MODEL_SEED: seed = 20_261_129, RESTORE_SEQUENCES: sequences = 3 } = process.env;

/**
 * Plays one sequence. After each step, every acknowledged booking is there or gets 503, and no
 * key books again. A contest ends with `org settle`, or with a newer backup if its cell was restored.
 */
async function play(sequence: readonly string[]): Promise<void> {
  await using restores = await openRestores(2);
  const { service, between, book, read, backUp, run, urls } = restores;
  const { id } = service.organizations.one;
  const otherKeys = { one: await addOrganization(restores, 'one'), two: service.organizations.two.key };
  const booked = new Map<string, string>();
  const backups: { readonly cell: 'one' | 'two'; readonly epoch: number; readonly restore: () => Promise<void> }[] = [];
  let [home, away, epoch] = ['one' as 'one' | 'two', 'two' as 'one' | 'two', 0];

  const requireBookings = async (instance: Instance) => {
    for (const [key, booking] of booked) {
      expect([200, 503]).toContain(await read(instance, booking));
      const { status, body } = await service.book('one', key);
      expect(status === 503 || body.id === booking).toBe(true);
    }
  };
  const restore = async (cell: 'one' | 'two') => {
    const backup = backups.findLast((each) => each.cell === cell && each.epoch < epoch);
    if (!backup) return false;
    await backup.restore();
    await untilReconnected(service, otherKeys[cell]);
    await using later = await startInstance(urls);
    await requireBookings(service);
    await requireBookings(later);
    return true;
  };
  const take: Readonly<Record<string, () => Promise<unknown>>> = {
    book: async () => {
      const key = `order-${booked.size}`;
      booked.set(key, await book(key));
    },
    move: async () => {
      await moveOrganization(between(home, away));
      [home, away, epoch] = [away, home, epoch + 1];
    },
    'back up': async () => {
      for (const cell of ['one', 'two'] as const) backups.push({ cell, epoch, restore: await backUp(cell) });
    },
    'restore the other cell': async () => {
      if (!(await restore(away))) return;
      await run(`org settle ${id} --go`);
      // The next move needs the room of the rows that the settlement left.
      await moveOrganization(between(away, home));
    },
    'restore its cell': async () => {
      const newer = await backUp(home);
      if (await restore(home)) await newer();
    },
  };
  for (const step of ['back up', 'book', ...sequence]) {
    await take[step]?.();
    for (const booking of booked.values())
      await eventually(
        () => read(service, booking),
        (status) => status === 200,
      );
  }
  await requireBookings(service);
  expect(await run('cell check')).toMatchObject({ exitCode: 0 });
}

it('random moves, backups and restores neither lose nor double a booking', { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 8 }), play),
    // A failure names the sequence, which a shrunk one would take minutes to find.
    { seed: Number(seed), numRuns: Number(sequences), endOnFailure: true },
  );
});
