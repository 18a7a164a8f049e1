/** A card service that keeps failing is not called for a while, for one organization or for everybody. */
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import type { PaidBooking, PaymentService } from '../../src/index.ts';
import { openWorld } from '../../src/testing.ts';
import { createCardLedger } from '../support/card-ledger.ts';
import { newBooking } from '../support/new-booking.ts';

const body = { ...newBooking(), payment_collection: 'cardservice_external' };

it('SHR-2 CRD-2: after five failures in a row creates get vault_unavailable at once, and the service tries again later', async () => {
  const ledger = createCardLedger({ approved: true });
  await using world = await openWorld({ payments: ledger.payments });
  ledger.fail('open', 'before', 6);
  const create = async () => {
    const { status, body: made } = await world.call<Booking>('POST', '/v1/bookings', { body });
    return `${status} ${made.error_code}`;
  };
  const failed: string[] = [];
  for (let times = 0; times < 6; times += 1) failed.push(await create());
  expect(failed).toEqual([...Array(5).fill('502 payment_setup_failed'), '503 vault_unavailable']);
  expect(ledger.calls).toHaveLength(5);
  await world.clock.advance(30_000);
  // The trial fails, so the next pause is twice as long.
  expect([await create(), await create()]).toEqual(['502 payment_setup_failed', '503 vault_unavailable']);
  await world.clock.advance(60_000);
  expect([await create(), await create()]).toEqual(['201 undefined', '201 undefined']);
  expect(ledger.calls.filter((each) => each === 'open')).toHaveLength(8);
});

it('SHR-2 CRD-8: bookings whose captures fail wait without a call, and are all captured in the end', async () => {
  const ledger = createCardLedger({ approved: true });
  const captures: string[] = [];
  const payments: PaymentService = {
    ...ledger.payments,
    capture(call, context) {
      captures.push(call.booking.id);
      return ledger.payments.capture(call, context);
    },
  };
  await using world = await openWorld({ payments });
  const ids: string[] = [];
  for (let count = 0; count < 8; count += 1) {
    const { id } = (await world.call<Booking>('POST', '/v1/bookings', { body })).body;
    ids.push(id);
    await world.call('POST', `/v1/bookings/${id}/continue`, { body: { type: 'authorize_payment' } });
  }
  ledger.fail('capture', 'before', 1000);
  await world.clock.advance(20_000);
  // Five open the circuit. The first capture of the others may be under way then. No capture is retried.
  expect(captures.length).toBeGreaterThanOrEqual(5);
  expect(captures).toEqual([...new Set(captures)]);
  ledger.fail('capture', 'before', 0);
  await world.clock.advance(180_000);
  const bookings = await Promise.all(ids.map((id) => world.call<Booking>('GET', `/v1/bookings/${id}`)));
  expect(bookings.map((each) => each.body.payment?.status)).toEqual(Array(8).fill('captured'));
});

it('CRD-8: a payment that the card service does not have is not a failure of it', async () => {
  const ledger = createCardLedger({ approved: true });
  await using world = await openWorld({ payments: ledger.payments });
  const { organization_id } = world.organization;
  for (let count = 0; count < 7; count += 1) {
    const { body: booking } = await world.call<PaidBooking>('POST', '/v1/bookings', { body });
    ledger.found.delete(booking.id);
    const reading = world.readPayment({ booking, organization_id });
    await expect(reading).rejects.toMatchObject({ difference: 'unknown_reference' });
  }
});
