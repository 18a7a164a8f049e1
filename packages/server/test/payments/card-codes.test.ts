/** Each of the eight codes of a payment, as a caller of the service gets it from a card service over HTTP (CRD-1, CRD-2). */
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createHttpPayments, systemClock } from '../../src/index.ts';
import { openWorld } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';
import { refusal, type Replaced, secret, startCardService } from './test-card-service.ts';

// This venue books at the first call, so no time has to pass.
const body = { ...newBooking({ venue: 'express_counter' }), payment_collection: 'cardservice_external' };

function connect({ url }: { readonly url: string }) {
  return createHttpPayments({ url, secret, clock: systemClock, timeout_seconds: 5 });
}

it.each([
  { code: 'cardservice_disabled', status: 403, response: refusal(403, 'cardservice_disabled') },
  { code: 'vault_unavailable', status: 503, response: refusal(503, 'vault_unavailable') },
  { code: 'payment_setup_failed', status: 502, response: refusal(422, 'payment_setup_failed') },
])('CRD-1 CRD-2: refuses the create with $code', async ({ code, status, response }) => {
  await using server = await startCardService({ operations: { openPayment: () => response } });
  await using world = await openWorld({ payments: connect(server) });
  const refused = await world.call('POST', '/v1/bookings', { body });
  expect(refused).toMatchObject({ status, body: { error_code: code } });
});

const voided = (error_code: string) => ({ status: 200, body: { status: 'voided', error_code } });
const authorized = { status: 200, body: { status: 'authorized', amount: 5000, currency: 'EUR' } };
const unknown = { status: 200, body: { status: 'unknown' } };

it.each<{ code: string; operations: NonNullable<Replaced['operations']>; ends?: string }>([
  { code: 'payment_declined', operations: { readPayment: () => voided('payment_declined') } },
  { code: 'payment_approval_expired', operations: { readPayment: () => voided('payment_approval_expired') } },
  { code: 'payment_outcome_unknown', operations: { readPayment: () => unknown }, ends: 'unknown' },
  {
    code: 'payment_replay_failed',
    operations: { readPayment: () => authorized, capturePayment: () => voided('payment_replay_failed') },
  },
  {
    code: 'card_declined',
    operations: { readPayment: () => authorized, capturePayment: () => voided('card_declined') },
  },
])('CRD-1 CRD-2: fails the booking with $code', async ({ code, operations, ends = 'voided' }) => {
  await using server = await startCardService({ operations });
  await using world = await openWorld({ payments: connect(server) });
  const { id } = (await world.call<Booking>('POST', '/v1/bookings', { body })).body;
  await world.call('POST', `/v1/bookings/${id}/continue`, { body: { type: 'authorize_payment' } });
  await world.clock.advance(4000);
  const read = async () => (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body;
  await expect.poll(read).toMatchObject({ status: 'failed', error_code: code, payment: { status: ends } });
});
