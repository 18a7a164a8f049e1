/**
 * A move that is cancelled: at each step, after kill -9 of the mover and of the cancellation, and with a database that is down.
 *
 * @module-tag slow
 */
import { fileURLToPath } from 'node:url';
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { cancelMove, type CancelStep } from '../../../src/store/moves/cancel-move.ts';
import { moveOrganization, type MoveStep } from '../../../src/store/moves/move-organization.ts';
import { startPostgresServer } from '../../support/postgres/postgres-server.ts';
import { eventually, startProgram } from '../../support/processes/server-process.ts';
import { listCells, openCellService } from '../cells/open-cells.ts';
import { openMoves, type OpenMoves, startLoad, untilDelivered } from './open-moves.ts';
import type { Mover } from './mover.ts';

const longest = { timeout: 600_000 };
const mover = fileURLToPath(new URL('mover.ts', import.meta.url));
const cancellable = ['prepared', 'copied', 'draining', 'drained', 'frozen', 'compared'] as const satisfies MoveStep[];
const cancelSteps = ['resumed', 'removed', 'ended'] as const satisfies CancelStep[];

async function runKilled(options: Mover): Promise<void> {
  await using killed = startProgram(mover, [JSON.stringify(options)]);
  expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
}

/**
 * Returns what a move has left: the tables of the target with rows of the organization, the records of the move, and triggers.
 */
async function listLeftovers({ databases, between }: OpenMoves): Promise<string[]> {
  const { organization_id } = between('one', 'two');
  const triggers = `SELECT tgname::text AS name FROM pg_trigger WHERE tgname LIKE 'move\\_%'`;
  const record = `SELECT 'organization_moves' AS name FROM organization_moves WHERE organization_id = '${organization_id}'`;
  const [, two] = databases;
  const owned = await two?.query(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace`,
  );
  const rows = (owned ?? []).map(
    ({ name }) =>
      `(SELECT '${String(name)}' FROM ${String(name)} WHERE organization_id = '${organization_id}' LIMIT 1)`,
  );
  const organization = `SELECT 'organizations' FROM organizations WHERE id = '${organization_id}'`;
  const found = [
    ...((await databases[0]?.query(`${triggers} UNION ALL ${record}`)) ?? []),
    ...((await two?.query([triggers, organization, ...rows].join(' UNION ALL '))) ?? []),
  ];
  return found.map(({ name }) => String(name));
}

it('a cancelled move leaves the organization in its cell, at each step and after kill -9', longest, async () => {
  await using moves = await openMoves(2);
  const { service, between } = moves;
  const { id, key } = service.organizations.one;
  const options = between('one', 'two');
  const load = startLoad(service);
  for (const [index, die_after] of cancellable.entries()) {
    await load.more(5);
    await runKilled({ ...options, die_after });
    expect(await listLeftovers(moves)).toContain('organization_moves');
    const died = cancelSteps[index % cancelSteps.length] ?? 'ended';
    await runKilled({ ...options, die_after: died });
    // A cancellation that ended its last step has nothing left to do.
    if (died !== 'ended') await cancelMove(options);
    expect(await listLeftovers(moves)).toEqual([]);
  }
  await load.more(10);
  // A move may begin again in place of a cancellation that was interrupted. It copies all rows.
  await runKilled({ ...options, die_after: 'frozen' });
  await runKilled({ ...options, die_after: 'removed' });
  await moveOrganization(options);
  await load.more(10);
  await load.end();
  await untilDelivered(service, key, load.created);
  expect(await moves.countBookings(id)).toEqual([0, load.created.size]);
});

it(
  'a move that has activated the organization is not cancelled, and the refusal names the way back',
  longest,
  async () => {
    await using moves = await openMoves(2);
    const { service, between } = moves;
    const { id, key } = service.organizations.one;
    const options = between('one', 'two');
    const { body: booking } = await service.book('one', 'order-1');
    const refused = `The organization ${id} is in the cell two already, so its move cannot be cancelled. Finish the move: booking-service org move ${id} --to two. Then move it back: booking-service org move ${id} --to one`;
    for (const die_after of ['activated', 'tombstoned'] as const) {
      await runKilled({ ...options, die_after });
      await expect(cancelMove(options)).rejects.toThrow(refused);
    }
    await moveOrganization(options);
    await moveOrganization(between('two', 'one'));
    expect(await moves.countBookings(id)).toEqual([1, 0]);
    expect(await service.call(key, `GET /v1/bookings/${booking.id}`)).toMatchObject({ status: 200 });
  },
);

it('a process that lost only the source still excludes a cancellation', longest, async () => {
  await using moves = await openMoves(2);
  const { service, databases, between } = moves;
  const { id } = service.organizations.one;
  const options = between('one', 'two');
  await service.book('one', 'order-1');
  const moved = moveOrganization({
    ...options,
    async onStep(step) {
      if (step !== 'compared') return;
      // The lock of the mover ends with its connection.
      const lock = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      await databases[0]?.query(lock);
      await expect(cancelMove(options)).rejects.toThrow(`Another process moves the organization ${id}.`);
    },
  });
  await expect(moved).rejects.toThrow('Run the command again: it continues.');
  await expect(cancelMove(options)).rejects.toThrow(`The organization ${id} is in the cell two already`);
  await moveOrganization(options);
  expect(await moves.countBookings(id)).toEqual([0, 1]);
});

it('a cancellation ends a drain while the target is down, and removes the copy later', longest, async () => {
  await using opened = new AsyncDisposableStack();
  const [one, two] = await Promise.all([startPostgresServer(), startPostgresServer()]);
  for (const server of [one, two]) opened.use(server);
  const urls = [one.url, two.url];
  const service = opened.use(await openCellService(urls));
  const [source, target] = listCells(urls);
  if (!source || !target) throw new Error('Two servers are two cells.');
  const { id, key } = service.organizations.one;
  const options = { organization_id: id, source, target };
  await runKilled({ ...options, die_after: 'drained' });
  const { body: booking } = await service.book('one', 'order-1');
  await two.crash();
  await expect(cancelMove(options)).rejects.toThrow('Check that it runs and can be reached from here');
  await eventually(
    () => service.call<Booking>(key, `GET /v1/bookings/${booking.id}`),
    ({ body }) => body.status === 'confirmed',
  );
  await two.start();
  await cancelMove(options);
  await untilDelivered(service, key, new Set([booking.id]));
});
