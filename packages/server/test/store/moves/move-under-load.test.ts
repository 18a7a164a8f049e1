/**
 * An organization moves to another cell while its requests run and its webhooks arrive.
 *
 * @module-tag slow
 */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createApiKey } from '../../../src/admin/organizations/create-api-key.ts';
import { moveOrganization, type MoveStep } from '../../../src/store/moves/move-organization.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { startProgram } from '../../support/processes/server-process.ts';
import { listCells, openCellService } from '../cells/open-cells.ts';
import { startLoad, untilDelivered } from './load.ts';
import type { Mover } from './mover.ts';

const longest = { timeout: 900_000 };
const mover = fileURLToPath(new URL('mover.ts', import.meta.url));
const steps = [
  'prepared',
  'copied',
  'draining',
  'drained',
  'frozen',
  'compared',
  'activated',
  'tombstoned',
  'deleted',
] as const satisfies readonly MoveStep[];

async function openTwo() {
  await using opened = new AsyncDisposableStack();
  const one = opened.use(await makePostgresDatabase({ tables: true }));
  const two = opened.use(await makePostgresDatabase({ tables: true }));
  const service = opened.use(await openCellService([one.url, two.url]));
  const [first, second] = listCells([one.url, two.url]);
  if (!first || !second) throw new Error('Two databases are two cells.');
  const { id, key } = service.organizations.one;
  const running = opened.move();
  return {
    service,
    first,
    second,
    id,
    key,
    /** Returns the number of bookings of the organization in each cell. */
    async countBookings() {
      const counted = `SELECT count(*) AS n FROM bookings WHERE organization_id = '${id}'`;
      return [Number((await one.query(counted))[0]?.['n']), Number((await two.query(counted))[0]?.['n'])];
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

it('moves an organization under load without losing or doubling a booking or a webhook', longest, async () => {
  await using cells = await openTwo();
  const { service, first, second, id, key } = cells;
  const load = startLoad(service);
  await load.more(40);
  const passed: MoveStep[] = [];
  const { rows, frozen_ms } = await moveOrganization({
    organization_id: id,
    source: first,
    target: second,
    onStep: (step) => void passed.push(step),
    delete_after_ms: 0,
  });
  await load.more(40);
  await load.end();
  expect(passed).toEqual(steps);
  expect([rows, frozen_ms]).toEqual([expect.any(Number), expect.any(Number)]);
  expect([...load.refused.keys()]).toEqual(['service_unavailable']);
  // Its id and its keys have the number of the first cell.
  expect([id, key]).toEqual([expect.stringMatching(/_1$/), expect.stringMatching(/^sk_test_1_/)]);
  await untilDelivered(service, key, load.created);
  expect(await cells.countBookings()).toEqual([0, load.created.size]);
  // A new key has the number of the cell that has the organization now.
  const created = await createApiKey(service.store, { organization_id: id, mode: 'test' }, new Date());
  expect(created.key).toMatch(/^sk_test_2_/);
  expect(await service.call(created.key, 'GET /v1/bookings')).toMatchObject({ status: 200 });
});

it('continues a move after kill -9 of its process at each step', { ...longest, tags: ['nightly'] }, async () => {
  await using cells = await openTwo();
  const { service, id, key } = cells;
  const load = startLoad(service);
  let [source, target] = [cells.first, cells.second];
  for (const die_after of steps) {
    await load.more(10);
    const options = { organization_id: id, source, target, delete_after_ms: 0 };
    await using killed = startProgram(mover, [JSON.stringify({ ...options, die_after } satisfies Mover)]);
    expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
    // A process that has ended its last step has nothing left to do.
    if (die_after !== 'deleted') await moveOrganization(options);
    [source, target] = [target, source];
  }
  await load.more(10);
  await load.end();
  await untilDelivered(service, key, load.created);
  // Nine moves back and forth.
  expect(await cells.countBookings()).toEqual([0, load.created.size]);
});
