/**
 * Kills during moves, each at each step: of the process that moves, of the database that the organization leaves, and of the one that gets it.
 *
 * @module-tag slow
 */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import {
  moveOrganization,
  moveSteps,
  type MoveOptions,
  type MoveStep,
} from '../../../src/store/moves/move-organization.ts';
import { startPostgresServer, type PostgresServer } from '../../support/postgres/postgres-server.ts';
import { queryPostgres } from '../../support/postgres/query-postgres.ts';
import { startProgram } from '../../support/processes/server-process.ts';
import { listCells, openCellService } from '../cells/open-cells.ts';
import { startLoad, untilDelivered } from './load.ts';
import type { Mover } from './mover.ts';

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
