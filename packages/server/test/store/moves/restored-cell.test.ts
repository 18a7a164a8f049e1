/**
 * A cell that is restored from a backup: no acknowledged booking is unknown, and no idempotency key books again.
 *
 * @module-tag slow
 */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { moveOrganization, type MoveStep } from '../../../src/store/moves/move-organization.ts';
import { eventually } from '../../support/processes/server-process.ts';
import { type Instance, startInstance } from '../cells/open-cells.ts';
import { addKey, addOrganization, get, openRestores, untilReconnected } from './open-moves.ts';

const longest = { timeout: 300_000 };
/** A key that no organization has, with the number of the first cell. */
const unknownKey = `sk_test_1_${'x'.repeat(32)}`;

/**
 * A cell is restored from a backup that is older than a move: two cells have the organization, or none. No acknowledged booking
 * is unknown, and no idempotency key books again.
 */
describe('a backup that is older than a move', () => {
  it(
    'STA-12 IDM-1: refuses an organization that its old cell has again, and settles it without a loss',
    longest,
    async () => {
      await using restores = await openRestores(2);
      const { service, databases, between, book, read, backUp, run, urls } = restores;
      const { id } = service.organizations.one;
      const other = await addOrganization(restores, 'one');
      const before = await book('order-1');
      const restore = await backUp('one');
      await eventually(
        () => read(service, before),
        (status) => status === 200,
      );
      // The restored cell lacks this key.
      const late = await addKey(service, id);
      await moveOrganization(between('one', 'two'));
      const after = await book('order-2');
      expect(await run('cell check')).toMatchObject({ exitCode: 0 });

      await restore();
      await untilReconnected(service, other);
      await using later = await startInstance(urls);
      for (const instance of [service, later]) {
        expect([await read(instance, before), await read(instance, after)]).toEqual([503, 503]);
        expect((await get(instance.url, late.key, '/v1/bookings')).status).toBe(503);
        expect((await get(instance.url, unknownKey, '/v1/bookings')).status).toBe(503);
        expect((await get(instance.url, other, '/v1/bookings')).status).toBe(200);
      }
      for (const order of ['order-1', 'order-2', 'order-3'])
        expect(await service.book('one', order)).toMatchObject({
          status: 503,
          body: { error_code: 'service_unavailable' },
        });
      expect(await service.book('two', 'order-1')).toMatchObject({ status: 201 });
      const contest = { organization_id: id, home_name: 'two', isHome: true };
      expect([service.contests, later.contests]).toEqual([
        [expect.objectContaining(contest)],
        [expect.objectContaining(contest)],
      ]);
      // No instance works for it in the restored cell.
      const held = `SELECT lease_token FROM delivery_queues WHERE organization_id = '${id}'`;
      expect(await databases[0]?.query(held)).toEqual([{ lease_token: 'move' }]);

      const line = `The organization ${id} is in the cell two, and again in one, which was restored from a backup older than its move. Settle it: booking-service org settle ${id}.`;
      expect(await run('cell check')).toEqual({ exitCode: 1, isReport: true, text: line });
      expect(await run(`org move ${id} --to two`)).toEqual({ exitCode: 1, text: `${line} Nothing was changed.` });
      await expect(moveOrganization(between('one', 'two'))).rejects.toThrow('The cell two has the organization');
      const plan = await run(`org settle ${id}`);
      expect(plan).toMatchObject({ exitCode: 0, text: expect.stringMatching(/\ntwo +yes +2 .*\none +no +1 /) });
      expect(await run('cell check')).toMatchObject({ exitCode: 1 });
      expect(await run(`org settle ${id} --go --as Ada`)).toMatchObject({
        exitCode: 0,
        text: expect.stringContaining(`The organization ${id} is in the cell two.\nThe rows in one stay.`),
      });
      expect(await run('cell check')).toMatchObject({ exitCode: 0 });
      expect(await run(`org settle ${id}`)).toMatchObject({
        exitCode: 0,
        text: expect.stringContaining('Nothing to do'),
      });

      for (const instance of [service, later])
        for (const booking of [before, after])
          await eventually(
            () => read(instance, booking),
            (status) => status === 200,
          );
      expect((await get(later.url, late.key, '/v1/bookings')).status).toBe(200);
      expect((await get(later.url, unknownKey, '/v1/bookings')).status).toBe(401);
      expect([await book('order-1'), await book('order-2')]).toEqual([before, after]);
      await run(`org move ${id} --to two`);
      expect(await restores.countBookings(id)).toEqual([0, 2]);
      // The booking of the organization in the second cell is the third.
      expect(new Set([...service.supplied, ...later.supplied]).size).toBe(3);
      expect((await run(`audit --org ${id} --action settleOrganization`)).text).toContain('Ada (command)');
    },
  );

  it(
    'refuses an organization whose cell lacks it, keeps the rows that it left, and serves it after a newer backup',
    longest,
    async () => {
      await using restores = await openRestores(2);
      const { service, between, book, read, backUp, run, urls } = restores;
      const { id } = service.organizations.one;
      const before = await book('order-1');
      const older = await backUp('two');
      await moveOrganization({ ...between('one', 'two'), keepRows: true });
      const after = await book('order-2');
      const newer = await backUp('two');
      await older();
      await untilReconnected(service, service.organizations.two.key);
      await using later = await startInstance(urls);
      for (const instance of [service, later])
        expect([await read(instance, before), await read(instance, after)]).toEqual([503, 503]);
      expect(await service.book('one', 'order-1')).toMatchObject({ status: 503 });
      const line = `The organization ${id} is in no cell: two was restored from a backup older than its move there. Restore a newer backup of two.`;
      expect(await run('cell check')).toEqual({ exitCode: 1, isReport: true, text: line });
      expect(await run(`org move ${id} --to two`)).toEqual({ exitCode: 1, text: `${line} Nothing was changed.` });
      expect(await run(`org settle ${id} --go`)).toEqual({
        exitCode: 1,
        text: expect.stringContaining('Restore a newer backup of two'),
      });
      await expect(moveOrganization(between('one', 'two'))).rejects.toThrow('Its rows in the cell one stay.');
      expect(await restores.countBookings(id)).toEqual([1, 0]);

      await newer();
      for (const booking of [before, after])
        await eventually(
          () => read(later, booking),
          (status) => status === 200,
        );
      expect([await book('order-1'), await book('order-2')]).toEqual([before, after]);
      await moveOrganization(between('one', 'two'));
      expect(await restores.countBookings(id)).toEqual([0, 2]);
      expect(await run('cell check')).toMatchObject({ exitCode: 0 });
    },
  );

  it('accepts the rows of an earlier stay only by a command', longest, async () => {
    await using restores = await openRestores(2);
    const { service, between, book, read, backUp, run } = restores;
    const { id } = service.organizations.one;
    const before = await book('order-1');
    const older = await backUp('one');
    await moveOrganization(between('one', 'two'));
    const after = await book('order-2');
    await moveOrganization(between('two', 'one'));
    await older();
    await untilReconnected(service, service.organizations.two.key);
    await eventually(
      async () => service.contests.length,
      (contests) => contests > 0,
    );
    expect([await read(service, before), await read(service, after)]).toEqual([503, 503]);
    expect(await run(`org settle ${id}`)).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('Restore a newer backup of one, or accept the older rows of one'),
    });
    expect(await run(`org settle ${id} --go`)).toEqual({ exitCode: 0, text: expect.any(String) });
    await eventually(
      () => read(service, before),
      (status) => status === 200,
    );
    // The operator has accepted this.
    expect(await read(service, after)).toBe(404);
  });

  it('keeps the rows of a cell with bookings that no other one has', longest, async () => {
    await using restores = await openRestores(2);
    const { service, databases, between, book, backUp, run } = restores;
    const { id } = service.organizations.one;
    await book('order-1');
    const restore = await backUp('one');
    await moveOrganization(between('one', 'two'));
    await restore();
    // As a version without the fence would accept it.
    await databases[0]?.query(
      `INSERT INTO bookings (organization_id, id, version, step, livemode, status, document)
     SELECT organization_id, 'bkg_only', version, step, livemode, status, document FROM bookings WHERE organization_id = '${id}'`,
    );
    expect((await run(`org settle ${id}`)).text).toContain('Bookings only in one, which stay there: bkg_only.');
    expect(await run(`org settle ${id} --go`)).toEqual({ exitCode: 0, text: expect.any(String) });
    await expect(moveOrganization(between('one', 'two'))).rejects.toThrow('so its rows stay: bkg_only');
    expect(await restores.countBookings(id)).toEqual([2, 1]);
  });

  it('copies everything again if one of the cells was restored during the move', longest, async () => {
    await using restores = await openRestores(2);
    const { service, databases, between, book, read, backUp } = restores;
    const { id } = service.organizations.one;
    const options = between('one', 'two');
    const until = async (last: MoveStep) => {
      const onStep = (step: MoveStep) => {
        if (step === last) throw new Error('interrupted');
      };
      await expect(moveOrganization({ ...options, onStep })).rejects.toThrow('interrupted');
    };
    const first = await book('order-1');
    await until('copied');
    const restore = await backUp('two');
    // The number of rows stays the same.
    const rename = `UPDATE organizations SET name = 'Harbour' WHERE id = '${id}'`;
    await eventually(
      () =>
        databases[0]?.execute(rename).then(
          () => true,
          () => false,
        ) ?? Promise.resolve(false),
      Boolean,
    );
    await until('copied');
    await restore();
    await eventually(
      async () => service.book('two', 'order-9'),
      ({ status }) => status !== 503,
    );
    await moveOrganization(options);
    const names = `SELECT name FROM organizations WHERE id = '${id}'`;
    expect(await databases[1]?.query(names)).toEqual([{ name: 'Harbour' }]);
    await eventually(
      () => read(service, first),
      (status) => status === 200,
    );
  });

  it(
    'finds names behind a cell that lost its directions, and refuses by the record of a third cell',
    longest,
    async () => {
      await using restores = await openRestores(3);
      const { service, between, book, read, backUp, run, urls } = restores;
      const { id } = service.organizations.one;
      const [restoreOne, restoreTwo] = [await backUp('one'), await backUp('two')];
      const first = await book('order-1');
      await moveOrganization(between('one', 'two'));
      const late = await addKey(service, id);
      expect(late.key).toMatch(/^sk_test_2_/);
      await moveOrganization(between('two', 'three'));
      await restoreTwo();
      await using later = await startInstance(urls);
      expect(later.contests).toEqual([]);
      expect((await get(later.url, late.key, '/v1/bookings')).status).toBe(200);
      expect(await read(later, first)).toBe(200);
      expect(await run('cell check')).toMatchObject({ exitCode: 0 });

      await restoreOne();
      await using down = await startInstance([urls[0] ?? '', urls[1] ?? '', 'postgres://booking@127.0.0.1:1/none']);
      expect(down.contests).toMatchObject([{ organization_id: id, home: { cell: 3 } }]);
      expect(await read(down, first)).toBe(503);
    },
  );
});

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

/**
 * Random bookings, moves, backups and restores of one organization. MODEL_SEED=<seed> starts from another seed, and
 * RESTORE_SEQUENCES=<number> plays another number of sequences than 3: one takes ten seconds.
 */
describe('random moves and restores', () => {
  it('random moves, backups and restores neither lose nor double a booking', { timeout: 900_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 8 }), play),
      // A failure names the sequence, which a shrunk one would take minutes to find.
      { seed: Number(seed), numRuns: Number(sequences), endOnFailure: true },
    );
  });
});
