/**
 * An organization moves to another cell while its requests run and its webhooks arrive.
 *
 * @module-tag slow
 */
import { expect, it } from 'vitest';
import { createApiKey } from '../../../src/admin/organizations/create-organization.ts';
import { moveOrganization, moveSteps, type MoveStep } from '../../../src/store/moves/move-organization.ts';
import { startLoad, untilDelivered } from './load.ts';
import { openMoves } from './open-moves.ts';

const longest = { timeout: 900_000 };

it('moves an organization under load without losing or doubling a booking or a webhook', longest, async () => {
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
