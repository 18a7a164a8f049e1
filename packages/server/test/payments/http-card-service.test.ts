/** A card service over HTTP: its requests and results, the codes of a payment (CRD-1, CRD-2), and its circuit (SHR-2). */
import { createRequire } from 'node:module';
import { cardServiceRoutes } from '@booking-service/contract/card-service';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsModule from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Booking } from '@booking-service/contract';
import {
  createHttpCards,
  createHttpPayments,
  type PaidBooking,
  type PaymentService,
  systemClock,
} from '../../src/index.ts';
import { openWorld, testContext } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';
import { refusal, type Replaced, secret, startCardService } from './test-card-service.ts';
import { createCardLedger } from '../support/card-ledger.ts';

const ajv = new Ajv2020({ strict: false });
formatsModule.default(ajv, { mode: 'full' });
ajv.addSchema(createRequire(import.meta.url)('@booking-service/contract/card-service.json') as object, 'cards');

const booking_id = `bkg_${'5f'.repeat(16)}`;
const price = { amount: 6000, currency: 'EUR' };
const toOpen = { booking_id, request: newBooking(), price, expires_at: '2030-01-01T09:45:00.000Z' };
const person = { session_id: `ses_${'5f'.repeat(16)}`, channel: 'email', destination: 'ada@diner.test' } as const;

const connect = (url: string) => ({
  payments: createHttpPayments({ url, secret, clock: systemClock, timeout_seconds: 5 }),
  cards: createHttpCards({ url: `${url}/`, secret, clock: systemClock, timeout_seconds: 5 }),
});

/** The part of a booking that the calls read. */
function paid(reference: string, amounts: { amount: number; currency: string } = price): PaidBooking {
  const payment = { status: 'requires_approval', amount_refunded: 0, reference, ...amounts };
  return { id: booking_id, payment } as unknown as PaidBooking;
}

/** Returns the fault of a received request, or undefined. */
function faultOf(path: string, body: string): string | undefined {
  const pointer = `/paths/${path.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`;
  const validate = ajv.getSchema(`cards#${pointer}`);
  if (!validate) return `no operation at ${path}`;
  return validate(JSON.parse(body)) ? undefined : ajv.errorsText(validate.errors);
}

it('every request is signed and matches the contract, and each result is the port’s', async () => {
  await using server = await startCardService();
  const { payments, cards } = connect(server.url);
  const opened = await payments.open(toOpen, testContext);
  expect(opened).toEqual({ url: `${server.url}/pay/pay_1`, reference: 'pay_1' });
  expect(await payments.open(toOpen, testContext)).toEqual(opened);
  const booking = paid(opened.reference);
  expect(await payments.read({ booking }, testContext)).toEqual({ status: 'requires_approval', url: opened.url });
  Object.assign(server.payments.get('pay_1') ?? {}, { status: 'authorized' });
  expect(await payments.read({ booking }, testContext)).toEqual({ status: 'authorized' });
  expect(await payments.capture({ booking }, testContext)).toEqual({ status: 'captured', amount_refunded: 0 });
  const refunded = { status: 'captured', amount_refunded: 2000 };
  expect(await payments.refund({ booking, amount_refunded: 2000 }, testContext)).toEqual(refunded);
  expect(await payments.void({ booking }, testContext)).toEqual(refunded);
  const other = await payments.open({ ...toOpen, booking_id: `bkg_${'00'.repeat(16)}` }, testContext);
  const voided = { status: 'voided', error_code: 'payment_approval_expired' };
  expect(await payments.void({ booking: paid(other.reference) }, testContext)).toEqual(voided);
  expect(await cards.findCard(person, testContext)).toBe('card_1');
  expect(await cards.findCard({ ...person, destination: 'bob@diner.test' }, testContext)).toBeUndefined();
  const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 };
  expect(await cards.readCard('card_1', testContext)).toEqual(card);

  // The card service has verified each signature.
  for (const { path, body } of server.received) {
    expect(faultOf(path, body)).toBeUndefined();
    expect(JSON.parse(body)).toMatchObject({ livemode: false, organization_id: testContext.organization_id });
  }
  const simulation = 1;
  expect(new Set(server.received.map(({ path }) => path)).size).toBe(
    Object.keys(cardServiceRoutes).length - simulation,
  );
});

it('a request of open has the guest, and not the metadata of the caller', async () => {
  await using server = await startCardService();
  await connect(server.url).payments.open(
    { ...toOpen, request: { ...newBooking(), metadata: { table: '7' } } },
    testContext,
  );
  const body = JSON.parse(server.received[0]?.body ?? '') as object;
  expect(body).toMatchObject({ reference: `${booking_id}/open`, amount: 6000, description: 'Booking for 2 people' });
  expect(body).not.toHaveProperty('metadata');
  expect(JSON.stringify(body)).not.toContain('table');
});

describe('a documented refusal', () => {
  it.each([
    { status: 403, code: 'cardservice_disabled' },
    { status: 422, code: 'payment_setup_failed' },
    { status: 503, code: 'vault_unavailable' },
  ])('CRD-2: $status $code of an open is a Refusal', async ({ status, code }) => {
    await using server = await startCardService({ operations: { openPayment: () => refusal(status, code) } });
    await expect(connect(server.url).payments.open(toOpen, testContext)).rejects.toMatchObject({ code });
  });

  it('SES-3: 409 reconnect_required of a card is a Refusal', async () => {
    await using server = await startCardService();
    const reading = connect(server.url).cards.readCard('card_2', testContext);
    await expect(reading).rejects.toMatchObject({ code: 'reconnect_required' });
  });

  it.each([
    { what: 'another status', status: 500, code: 'vault_unavailable', says: 'status 500' },
    { what: 'the code of another operation', status: 409, code: 'reconnect_required', says: 'status 409' },
    { what: 'a code that every object has', status: 403, code: 'toString', says: 'status 403' },
  ])('is a failure with $what', async ({ status, code, says }) => {
    await using server = await startCardService({ operations: { openPayment: () => refusal(status, code) } });
    const opening = connect(server.url).payments.open(toOpen, testContext);
    await expect(opening).rejects.toThrow(`The card service failed at openPayment: ${says}.`);
  });
});

const readings: Readonly<Record<string, (payments: PaymentService) => Promise<unknown>>> = {
  read: (payments) => payments.read({ booking: paid('pay_1') }, testContext),
  capture: (payments) => payments.capture({ booking: paid('pay_1') }, testContext),
  void: (payments) => payments.void({ booking: paid('pay_1') }, testContext),
  refund: (payments) => payments.refund({ booking: paid('pay_1'), amount_refunded: 1 }, testContext),
};

describe.each(Object.entries(readings))('the result of %s', (name, call) => {
  const operation = `${name}Payment`;
  const responding = (body: object | string): Replaced => ({
    operations: { [operation]: () => ({ status: 200, body }) },
  });
  const euros = { amount: 6000, currency: 'EUR' };

  it.each([
    { what: 'an unknown status', body: { status: 'lost' }, says: 'does not match the contract' },
    { what: 'no code', body: { status: 'voided' }, says: 'does not match the contract' },
    { what: 'another code', body: { status: 'voided', error_code: 'internal_error' }, says: 'does not match' },
    { what: 'a page', body: '<html>', says: 'does not match the contract' },
    { what: 'less held', body: { status: 'authorized', ...euros, amount: 1 }, says: 'holds 1 EUR, not the 6000 EUR' },
    {
      what: 'twice the amount taken',
      body: { status: 'captured', ...euros, amount: 12_000, amount_refunded: 0 },
      says: 'took 12000 EUR, not the 6000 EUR of the booking',
    },
    {
      what: 'another currency',
      body: { status: 'captured', ...euros, currency: 'USD', amount_refunded: 0 },
      says: 'took 6000 USD, not the 6000 EUR of the booking',
    },
  ])('CRD-8: is refused with $what', async ({ body, says }) => {
    await using server = await startCardService(responding(body));
    await expect(call(connect(server.url).payments)).rejects.toThrow(says);
  });

  it('CRD-8: may be unknown', async () => {
    await using server = await startCardService(responding({ status: 'unknown', later: 'ignored' }));
    expect(await call(connect(server.url).payments)).toEqual({ status: 'unknown' });
  });
});

it.each([
  { says: 'unknown_reference', payment: undefined },
  { says: 'amount_differs', payment: { amount: 6000, taken: 12_000 } },
])('CRD-8: a read finds the difference $says', async ({ says, payment }) => {
  await using server = await startCardService();
  const { payments } = connect(server.url);
  const { reference } = await payments.open(toOpen, testContext);
  if (payment) Object.assign(server.payments.get(reference) ?? {}, { status: 'captured', ...payment });
  else server.payments.delete(reference);
  const reading = payments.read({ booking: paid(reference) }, testContext);
  await expect(reading).rejects.toMatchObject({ name: 'PaymentMismatch', difference: says });
});

it('CRD-8: a read returns what a person captured, if that is less than the amount', async () => {
  await using server = await startCardService();
  const { payments } = connect(server.url);
  const { reference } = await payments.open(toOpen, testContext);
  Object.assign(server.payments.get(reference) ?? {}, { status: 'captured', taken: 3000 });
  const reading = { status: 'captured', amount: 3000, amount_refunded: 0 };
  expect(await payments.read({ booking: paid(reference) }, testContext)).toEqual(reading);
});

it('no error contains the secret or the guest', async () => {
  await using server = await startCardService({ operations: { openPayment: () => refusal(500, 'internal_error') } });
  const error: unknown = await connect(server.url)
    .payments.open(toOpen, testContext)
    .catch((each: unknown) => each);
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/secret of|ada@/);
});

// This venue books at the first call, so no time has to pass.
const order = { ...newBooking({ venue: 'express_counter' }), payment_collection: 'cardservice_external' };

function connectService({ url }: { readonly url: string }) {
  return createHttpPayments({ url, secret, clock: systemClock, timeout_seconds: 5 });
}

describe('the codes of a payment', () => {
  it.each([
    { code: 'cardservice_disabled', status: 403, response: refusal(403, 'cardservice_disabled') },
    { code: 'vault_unavailable', status: 503, response: refusal(503, 'vault_unavailable') },
    { code: 'payment_setup_failed', status: 502, response: refusal(422, 'payment_setup_failed') },
  ])('CRD-1 CRD-2: refuses the create with $code', async ({ code, status, response }) => {
    await using server = await startCardService({ operations: { openPayment: () => response } });
    await using world = await openWorld({ payments: connectService(server) });
    const refused = await world.call('POST', '/v1/bookings', { body: order });
    expect(refused).toMatchObject({ status, body: { error_code: code } });
  });

  it.each<{ code: string; operations: NonNullable<Replaced['operations']>; ends?: string }>([
    { code: 'payment_declined', operations: { readPayment: () => voidedPayment('payment_declined') } },
    { code: 'payment_approval_expired', operations: { readPayment: () => voidedPayment('payment_approval_expired') } },
    { code: 'payment_outcome_unknown', operations: { readPayment: () => unknown }, ends: 'unknown' },
    {
      code: 'payment_replay_failed',
      operations: { readPayment: () => authorized, capturePayment: () => voidedPayment('payment_replay_failed') },
    },
    {
      code: 'card_declined',
      operations: { readPayment: () => authorized, capturePayment: () => voidedPayment('card_declined') },
    },
  ])('CRD-1 CRD-2: fails the booking with $code', async ({ code, operations, ends = 'voided' }) => {
    await using server = await startCardService({ operations });
    await using world = await openWorld({ payments: connectService(server) });
    const { id } = (await world.call<Booking>('POST', '/v1/bookings', { body: order })).body;
    await world.call('POST', `/v1/bookings/${id}/continue`, { body: { type: 'authorize_payment' } });
    await world.clock.advance(4000);
    const read = async () => (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body;
    await expect.poll(read).toMatchObject({ status: 'failed', error_code: code, payment: { status: ends } });
  });
});

const voidedPayment = (error_code: string) => ({ status: 200, body: { status: 'voided', error_code } });
const authorized = { status: 200, body: { status: 'authorized', amount: 5000, currency: 'EUR' } };
const unknown = { status: 200, body: { status: 'unknown' } };

const newOrder = { ...newBooking(), payment_collection: 'cardservice_external' };

describe('the circuit', () => {
  it('SHR-2 CRD-2: after five failures in a row creates get vault_unavailable at once, and the service tries again later', async () => {
    const ledger = createCardLedger({ approved: true });
    await using world = await openWorld({ payments: ledger.payments });
    ledger.fail('open', 'before', 6);
    const create = async () => {
      const { status, body: made } = await world.call<Booking>('POST', '/v1/bookings', { body: newOrder });
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
      const { id } = (await world.call<Booking>('POST', '/v1/bookings', { body: newOrder })).body;
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
      const { body: booking } = await world.call<PaidBooking>('POST', '/v1/bookings', { body: newOrder });
      ledger.found.delete(booking.id);
      const reading = world.readPayment({ booking, organization_id });
      await expect(reading).rejects.toMatchObject({ difference: 'unknown_reference' });
    }
  });
});
