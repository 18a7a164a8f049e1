/**
 * An organization moves to another cell while its requests run and its webhooks arrive.
 *
 * @module-tag slow
 */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createApiKey } from '../../../src/admin/organizations/create-api-key.ts';
import { moveOrganization, type MoveStep } from '../../../src/store/moves/move-organization.ts';
import { startProgram } from '../../support/processes/server-process.ts';
import type { CellName } from '../cells/open-cells.ts';
import { startLoad, untilDelivered } from './load.ts';
import type { Mover } from './mover.ts';
import { openMoves } from './open-moves.ts';

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

it('moves an organization under load without losing or doubling a booking or a webhook', longest, async () => {
  await using moves = await openMoves(2);
  const { service } = moves;
  const { id, key } = service.organizations.one;
  const load = startLoad(service);
  await load.more(40);
  const passed: MoveStep[] = [];
  const { rows, frozen_ms } = await moveOrganization({
    ...moves.between('one', 'two'),
    onStep: (step) => void passed.push(step),
  });
  await load.more(40);
  await load.end();
  expect(passed).toEqual(steps);
  expect([rows, frozen_ms]).toEqual([expect.any(Number), expect.any(Number)]);
  expect([...load.refused.keys()]).toEqual(['service_unavailable']);
  // Its id and its keys have the number of the first cell.
  expect([id, key]).toEqual([expect.stringMatching(/_1$/), expect.stringMatching(/^sk_test_1_/)]);
  await untilDelivered(service, key, load.created);
  expect(await moves.countBookings(id)).toEqual([0, load.created.size]);
  // A new key has the number of the cell that has the organization now.
  const created = await createApiKey(service.store, { organization_id: id, mode: 'test' }, new Date());
  expect(created.key).toMatch(/^sk_test_2_/);
  expect(await service.call(created.key, 'GET /v1/bookings')).toMatchObject({ status: 200 });
});

it('continues a move after kill -9 of its process at each step', { ...longest, tags: ['nightly'] }, async () => {
  await using moves = await openMoves(2);
  const { service } = moves;
  const { id, key } = service.organizations.one;
  const load = startLoad(service);
  let [from, to]: [CellName, CellName] = ['one', 'two'];
  for (const die_after of steps) {
    await load.more(10);
    const options = moves.between(from, to);
    await using killed = startProgram(mover, [JSON.stringify({ ...options, die_after } satisfies Mover)]);
    expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
    // A process that has ended its last step has nothing left to do.
    if (die_after !== 'deleted') await moveOrganization(options);
    [from, to] = [to, from];
  }
  await load.more(10);
  await load.end();
  await untilDelivered(service, key, load.created);
  // Nine moves back and forth.
  expect(await moves.countBookings(id)).toEqual([0, load.created.size]);
});
