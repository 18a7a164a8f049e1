import { operationTable, type OperationId, type OperationRow } from '@booking-service/contract';
import { expect, it } from 'vitest';
import type { BilledCall, CallCheck } from '../../src/index.ts';
import { openWorld, type World } from '../../src/testing.ts';

const operations = Object.entries(operationTable) as [OperationId, OperationRow][];
const billed = operations.filter(([, { billing }]) => billing).map(([operationId, row]) => ({ operationId, ...row }));

/** A request that reaches billing. Its later result does not matter here. */
function call(world: World, { method, path }: OperationRow) {
  const id = path.startsWith('/v1/sessions') ? 'ses_5f0c1f2e3d4b4a5968778695a4b3c2d1' : unknownBooking;
  return world.call(method.toUpperCase(), path.replace('{id}', id), { key: 'live' });
}
const unknownBooking = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

/** A check that records its calls and returns the given verdict. */
function recording(response: () => Promise<'allowed' | 'refused'>): { check: CallCheck; calls: BilledCall[] } {
  const calls: BilledCall[] = [];
  const check: CallCheck = {
    check: (billedCall) => {
      calls.push(billedCall);
      return response();
    },
  };
  return { check, calls };
}

it('AUT-11: bills some operations, but not getBooking', () => {
  expect(billed.length).toBeGreaterThan(5);
  expect(operationTable.getBooking.billing).toBe(false);
});

it.each(billed)('AUT-11 ERR-5: checks billing of $operationId once, with the caller and the operation', async (row) => {
  const { check, calls } = recording(async () => 'refused');
  await using world = await openWorld({ billing: check });
  expect(await call(world, row)).toMatchObject({ status: 402, body: { error: 'billing_required' } });
  const { organization_id } = world.organization;
  expect(calls).toEqual([{ organization_id, mode: 'live', operationId: row.operationId }]);
});

it.each(billed)('AUT-11 ERR-5: refuses $operationId with 402 if the plan does not include it', async (row) => {
  const { check, calls } = recording(async () => 'refused');
  await using world = await openWorld({ entitlements: check });
  expect(await call(world, row)).toMatchObject({ status: 402, body: { error: 'billing_required' } });
  expect(calls).toHaveLength(1);
});

it.each([
  { port: 'billing', code: 'billing_check_unavailable' },
  { port: 'entitlements', code: 'entitlement_check_unavailable' },
] as const)('ERR-5: returns 503 $code if $port fails, or throws synchronously', async ({ port, code }) => {
  const failing: CallCheck[] = [
    { check: () => Promise.reject(new Error('The line is cut.')) },
    {
      check: () => {
        throw new Error('The line is cut.');
      },
    },
  ];
  for (const check of failing) {
    await using world = await openWorld({ [port]: check });
    const refused = await world.call('POST', '/v1/venues/search', { body: {} });
    expect(refused).toMatchObject({ status: 503, body: { error_code: code } });
    expect(refused.headers.get('retry-after')).toBe('5');
  }
});

it.each([
  { port: 'billing', code: 'billing_check_unavailable' },
  { port: 'entitlements', code: 'entitlement_check_unavailable' },
] as const)('ERR-5: returns 503 $code if $port does not respond within two seconds', async ({ port, code }) => {
  const calls = Promise.withResolvers<void>();
  const check: CallCheck = {
    check: () => {
      calls.resolve();
      return new Promise(() => undefined);
    },
  };
  await using world = await openWorld({ [port]: check });
  let isDone = false;
  const calling = world.call('POST', '/v1/venues/search', { body: {} }).finally(() => {
    isDone = true;
  });
  await calls.promise;
  await world.clock.advance(1_999);
  expect(isDone).toBe(false);
  await world.clock.advance(1);
  expect(await calling).toMatchObject({ status: 503, body: { error_code: code } });
});

it('AUT-10: does not check operations that are not billed, and allows everything without checks', async () => {
  const { check, calls } = recording(async () => 'refused');
  await using world = await openWorld({ billing: check, entitlements: check });
  expect((await world.call('GET', `/v1/bookings/${unknownBooking}`)).status).toBe(404);
  expect(calls).toEqual([]);
  await using open = await openWorld();
  expect((await open.call('POST', '/v1/venues/search', { body: {} })).status).toBe(200);
});

it('AUT-11: checks entitlements only after billing has allowed the request', async () => {
  const plan = recording(async () => 'allowed');
  await using world = await openWorld({ billing: { check: async () => 'refused' }, entitlements: plan.check });
  expect((await world.call('POST', '/v1/venues/search', { body: {} })).status).toBe(402);
  expect(plan.calls).toEqual([]);
});
