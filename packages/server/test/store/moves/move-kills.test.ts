/**
 * Moves under load, while a cell goes down, and with kills at each step: of the mover, and of either database.
 *
 * @module-tag slow
 */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  type MoveOptions,
  moveOrganization,
  type MoveStep,
  moveSteps,
} from '../../../src/store/moves/move-organization.ts';
import { type PostgresServer, startPostgresServer } from '../../support/postgres/postgres-server.ts';
import { queryPostgres } from '../../support/postgres/query-postgres.ts';
import { startProgram } from '../../support/processes/server-process.ts';
import { listCells, openCellService } from '../cells/open-cells.ts';
import { openMoves, startLoad, untilDelivered } from './open-moves.ts';
import type { Mover } from './mover.ts';
import { createApiKey } from '../../../src/admin/organizations/create-organization.ts';

const longest = { timeout: 1_800_000, tags: ['nightly'] };
const mover = fileURLToPath(new URL('mover.ts', import.meta.url));

interface Kill {
  readonly options: Omit<MoveOptions, 'onStep'>;
  readonly step: MoveStep;
  readonly from: PostgresServer;
  readonly to: PostgresServer;
}

async function killMover({ options, step }: Kill): Promise<void> {
  await using killed = startProgram(mover, [JSON.stringify({ ...options, die_after: step } satisfies Mover)]);
  expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
}

async function killDatabase({ options, step }: Kill, database: PostgresServer): Promise<void> {
  const moved = moveOrganization({
    ...options,
    async onStep(passed) {
      if (passed === step) await database.crash();
    },
  });
  // The step after it fails, unless the move is over.
  await moved.catch(() => undefined);
  await database.start();
}

const kills = {
  'the mover': killMover,
  'the database that it leaves': (kill: Kill) => killDatabase(kill, kill.from),
  'the database that gets it': (kill: Kill) => killDatabase(kill, kill.to),
} as const;

/**
 * Kills during moves, each at each step: of the process that moves, of the database that the organization leaves, and of the one
 * that gets it.
 */
describe('kills', () => {
  // The keys of the table are the victims.
  it.each(Object.keys(kills) as (keyof typeof kills)[])(
    'STA-12 DLV-6: continues a move after kill -9 of %s at each step, and loses nothing',
    longest,
    async (victim) => {
      await using opened = new AsyncDisposableStack();
      const servers = await Promise.all([startPostgresServer(), startPostgresServer()]);
      for (const server of servers) opened.use(server);
      const urls = servers.map(({ url }) => url);
      const service = opened.use(await openCellService(urls));
      const [one, two] = listCells(urls);
      if (!one || !two) throw new Error('Two servers are two cells.');
      const { id, key } = service.organizations.one;
      const load = startLoad(service);
      for (const [index, step] of moveSteps.entries()) {
        await load.more(10);
        const [from, to] = index % 2 === 0 ? servers : servers.toReversed();
        const [source, target] = index % 2 === 0 ? [one, two] : [two, one];
        if (!from || !to) throw new Error('Two servers are two cells.');
        const options = { organization_id: id, source, target, delete_after_ms: 0 };
        await kills[victim]({ options, step, from, to });
        // A move that has ended its last step has nothing left to do.
        if (step !== 'deleted') await moveOrganization(options);
      }
      await load.more(10);
      await load.end();
      await untilDelivered(service, key, load.created, { repeats: victim !== 'the mover' });
      // Nine moves back and forth.
      const counted = `SELECT count(*)::integer AS n FROM bookings WHERE organization_id = '${id}'`;
      const counts = await Promise.all(urls.map((url) => queryPostgres(url, counted)));
      expect(counts).toEqual([[{ n: 0 }], [{ n: load.created.size }]]);
    },
  );
});

describe('an outage', () => {
  it(
    'an outage of the target leaves the organization in its cell, and one of the source ends the move later',
    { timeout: 300_000 },
    async () => {
      await using opened = new AsyncDisposableStack();
      const [one, two] = await Promise.all([startPostgresServer(), startPostgresServer()]);
      for (const server of [one, two]) opened.use(server);
      const service = opened.use(await openCellService([one.url, two.url]));
      const [source, target] = listCells([one.url, two.url]);
      if (!source || !target) throw new Error('Two servers are two cells.');
      const { id, key } = service.organizations.one;
      const load = startLoad(service);
      await load.more(20);
      const options = { organization_id: id, source, target, delete_after_ms: 0 };

      const lost = moveOrganization({
        ...options,
        async onStep(step) {
          if (step === 'frozen') await two.crash();
        },
      });
      await expect(lost).rejects.toThrow(
        /^The move of the organization org_\w+ from one to two stopped: .* Run the command again: it continues\.$/,
      );
      await load.more(20);
      await expect(moveOrganization(options)).rejects.toThrow('Check that it runs and can be reached from here');
      await two.start();

      const late = moveOrganization({
        ...options,
        async onStep(step) {
          if (step === 'activated') await one.crash();
        },
      });
      await expect(late).rejects.toThrow('Run the command again: it continues.');
      await one.start();
      await moveOrganization(options);
      await load.more(20);
      await load.end();
      await untilDelivered(service, key, load.created);
    },
  );
});

const patient = { timeout: 900_000 };

describe('load', () => {
  it('moves an organization under load without losing or doubling a booking or a webhook', patient, async () => {
    await using moves = await openMoves(2);
    const { service } = moves;
    const { id, key } = service.organizations.one;
    const load = startLoad(service);
    await load.more(40);
    const passed: MoveStep[] = [];
    const { rows, frozen_ms } = await moveOrganization({
      ...moves.between('one', 'two'),
      async onStep(step) {
        passed.push(step);
        // The clients may send nothing during the freeze.
        if (step === 'frozen')
          expect(await service.book('one', 'while-frozen')).toMatchObject({
            status: 503,
            body: { error_code: 'service_unavailable' },
          });
      },
    });
    await load.more(40);
    await load.end();
    expect(passed).toEqual(moveSteps);
    expect([rows, frozen_ms]).toEqual([expect.any(Number), expect.any(Number)]);
    expect([...load.refused.keys()].filter((code) => code !== 'service_unavailable')).toEqual([]);
    // Its id and its keys have the number of the first cell.
    expect([id, key]).toEqual([expect.stringMatching(/_1$/), expect.stringMatching(/^sk_test_1_/)]);
    await untilDelivered(service, key, load.created);
    expect(await moves.countBookings(id)).toEqual([0, load.created.size]);
    // A new key has the number of the cell that has the organization now.
    const created = await createApiKey(service.store, { organization_id: id, mode: 'test' }, new Date());
    expect(created.key).toMatch(/^sk_test_2_/);
    expect(await service.call(created.key, 'GET /v1/bookings')).toMatchObject({ status: 200 });
  });
});
