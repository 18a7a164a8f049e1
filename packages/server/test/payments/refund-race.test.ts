/** A refund that the operator requests while a run of an earlier request is about to end. */
import { expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import { createCardLedger } from '../support/card-ledger.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { cancel, pay, pricedProvider } from './pay.ts';

it.each(engines)('CRD-9: on %s, the run does not end with the request', async (engine) => {
  const ledger = createCardLedger({ approved: true });
  const provider = pricedProvider({ release: async () => ({ refund: 'none' }) });
  await using world = await openWorldOn(engine, { providers: [provider], payments: ledger.payments });
  const { store, clock, organization } = world;
  const booking = await pay(world, 'own');
  const { id } = booking;
  await cancel(world, booking);
  await clock.advance(4_000);
  const { organization_id } = organization;
  const find = async () => {
    const stored = await store.findBooking({ organization_id, id });
    if (!stored?.booking.payment) throw new Error('The booking has no payment.');
    return { ...stored, booking: { ...stored.booking, payment: stored.booking.payment } };
  };

  const request = async (refund_requested: number) => {
    const before = await find();
    const payment = { ...before.booking.payment, refund_requested };
    await store.changeBooking({ before, booking: { ...before.booking, payment }, events: [] });
    return find();
  };

  // The run of the first request is claimed beside the worker of this world, and has done its part when the second one arrives.
  const read = await request(1000);
  const lease = { lease_token: randomId('lease'), lease_until: new Date(clock.now().getTime() + 60_000) };
  const [claimed] = await store.claimRuns({ ...lease, now: clock.now(), limit: 1 });
  if (!claimed) throw new Error('The run was not claimed.');
  await request(2000);
  expect(await store.finishRun(claimed, read)).toBe('due');
  await clock.advance(4_000);
  expect(ledger.found.get(id)?.refunds).toEqual([2000]);
});
