/** A refund that the operator requests while a run of the booking is about to end without a change of the payment. */
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/ids';
import { createOutcomes } from '../../src/worker/runs/store-outcome.ts';
import { noObserver } from '../../src/log/observer.ts';
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

  // A late call of the provider is followed up by another release. Its run is claimed beside the worker of this world.
  const settled = await find();
  const later = new Date(clock.now().getTime() + 3_600_000);
  const run = { step: settled.step + 1, due_at: later.toISOString() };
  await store.changeBooking({ before: settled, booking: settled.booking, events: [], run });
  const lease = { lease_token: randomId('lease'), lease_until: new Date(later.getTime() + 60_000) };
  const claimed = await store.claimRun({ organization_id, booking_id: id, now: later, ...lease });
  if (!claimed) throw new Error('The run was not claimed.');

  const read = await find();
  const payment = { ...read.booking.payment, refund_requested: 1000 };
  await store.changeBooking({ before: read, booking: { ...read.booking, payment }, events: [], run });
  const { finishPaid } = createOutcomes({
    store,
    clock,
    newId: randomId,
    log: pino({ level: 'silent' }),
    observer: noObserver,
    reports: { ended: () => undefined },
    notes: { note: () => undefined, noteSuccess: () => undefined },
    onEvents: () => undefined,
  });
  await expect(finishPaid(claimed, read, read)).rejects.toThrow('The booking changed');
  expect(await store.findRun({ organization_id, booking_id: id })).toBeDefined();
  await clock.advance(3_700_000);
  expect(ledger.found.get(id)?.refunds).toEqual([1000]);
});
