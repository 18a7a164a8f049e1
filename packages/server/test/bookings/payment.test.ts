import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createSandboxProvider, sandboxPayments, type PaymentService, type Provider } from '../../src/index.ts';
import { createManualClock, openWorld, type World } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
const sandbox = createSandboxProvider({ clock: createManualClock(start) });

function create(world: World, place: string, { payment = true } = {}) {
  const body = {
    ...newBooking({ venue: place }),
    ...(payment && { payment_collection: 'cardservice_external' }),
  };
  return world.call<Booking>('POST', '/v1/bookings', { body, headers: { 'Idempotency-Key': 'order-1' } });
}

function approve(world: World, id: string) {
  return world.call<Booking>('POST', `/v1/bookings/${id}/continue`, { body: { type: 'authorize_payment' } });
}

async function expectNothingMade({ store, clock }: World): Promise<void> {
  const claim = { now: clock.now(), lease_until: new Date(0), lease_token: 'lease_test', limit: 10 };
  expect(await store.claimRuns(claim)).toEqual([]);
  expect(await store.claimDeliveries(claim)).toEqual([]);
}

it('BKG-4 CRD-3: an external payment requires approval, and a continue leads to confirmed', async () => {
  await using world = await openWorld();
  const { status, body } = await create(world, 'harbour_table');
  expect(status).toBe(201);
  const expires_at = '2026-11-21T09:50:00.000Z';
  expect(body).toMatchObject({ status: 'requires_action', payment_collection: 'cardservice_external', expires_at });
  const url = `https://pay.sandbox.test/approve/${body.id}`;
  expect(body.next_action).toStrictEqual({ type: 'authorize_payment', url, expires_at });

  expect(await approve(world, body.id)).toMatchObject({ status: 200, body: { status: 'processing' } });
  await world.clock.advance(2_000);
  const read = await world.call<Booking>('GET', `/v1/bookings/${body.id}`);
  expect(read.body).toMatchObject({ status: 'confirmed', payment_collection: 'cardservice_external' });
  await world.clock.advance(30_000);
  expect(world.endpoint.received.map(({ event }) => event.type).toSorted()).toEqual([
    'booking.confirmed',
    'booking.created',
    'booking.processing',
    'booking.requires_action',
  ]);
});

it('CRD-3: calls neither provider nor card service before the approval, then reads, books and captures', async () => {
  const calls: string[] = [];
  const provider: Provider = {
    ...sandbox,
    book: async ({ reference }) => {
      calls.push(`book ${reference.slice(36)}`);
      return { outcome: 'confirmed', confirmation_code: 'OWN-1' };
    },
  };
  const payments: PaymentService = {
    ...sandboxPayments,
    open: async ({ booking_id }) => {
      calls.push('open');
      return { url: `https://pay.test/${booking_id}`, reference: booking_id };
    },
    read: async ({ booking }) => {
      calls.push(`read ${booking.status}`);
      return { status: 'authorized' };
    },
    capture: async ({ booking }) => {
      calls.push(`capture ${booking.payment.status}`);
      return { status: 'captured', amount_refunded: 0 };
    },
  };
  await using world = await openWorld({ providers: [provider], payments });
  const { body } = await create(world, 'harbour_table');
  await world.clock.advance(60_000);
  expect(calls).toEqual(['open']);
  await approve(world, body.id);
  await world.clock.advance(0);
  expect(calls).toEqual(['open', 'read processing', 'book /1', 'capture authorized']);
});

it('CRD-3 STA-5: after an approved payment the third wrong code fails the booking', async () => {
  await using world = await openWorld();
  const { body } = await create(world, 'code_house');
  await approve(world, body.id);
  await world.clock.advance(2_000);
  const statuses: string[] = [];
  for (let tries = 0; tries < 3; tries += 1) {
    await world.call('POST', `/v1/bookings/${body.id}/continue`, { body: { type: 'enter_code', code: '111111' } });
    await world.clock.advance(2_000);
    statuses.push((await world.call<Booking>('GET', `/v1/bookings/${body.id}`)).body.status);
  }
  expect(statuses).toEqual(['requires_action', 'requires_action', 'failed']);
});

it('BKG-5: sets up no payment without payment_collection, at any venue', async () => {
  for (const place of ['no_card_service', 'vault_down', 'payment_setup', 'payment_declined']) {
    await using world = await openWorld();
    const { body } = await create(world, place, { payment: false });
    expect(body.status).toBe('processing');
    await world.clock.advance(2_000);
    const read = await world.call<Booking>('GET', `/v1/bookings/${body.id}`);
    expect(read.body.status).toBe('confirmed');
    expect(read.body).not.toHaveProperty('payment_collection');
  }
});

it.each([
  { place: 'no_card_service', status: 403, code: 'cardservice_disabled' },
  { place: 'vault_down', status: 503, code: 'vault_unavailable' },
  { place: 'payment_setup', status: 502, code: 'payment_setup_failed' },
])('CRD-1 CRD-2: refuses the create with $code and makes no booking', async ({ place, status, code }) => {
  await using world = await openWorld();
  const refused = await create(world, place);
  expect(refused).toMatchObject({ status, body: { error_code: code } });
  await expectNothingMade(world);
  expect(await create(world, 'harbour_table')).toMatchObject({ status: 201 });
});

it.each([
  { place: 'payment_declined', code: 'payment_declined' },
  { place: 'approval_expired', code: 'payment_approval_expired' },
  { place: 'outcome_unknown', code: 'payment_outcome_unknown' },
  { place: 'replay_failed', code: 'payment_replay_failed' },
  { place: 'card_declined', code: 'card_declined', calls: ['book', 'book', 'release'] },
])(
  'CRD-1 CRD-2: fails the booking with $code, and calls the provider only if $calls',
  async ({ place, code, calls = [] }) => {
    const called: string[] = [];
    const provider: Provider = {
      ...sandbox,
      book: async (step, context) => {
        called.push('book');
        return sandbox.book(step, context);
      },
      release: async (booking, context) => {
        called.push('release');
        return sandbox.release(booking, context);
      },
    };
    await using world = await openWorld({ providers: [provider] });
    const { status, body } = await create(world, place);
    expect([status, body.status]).toEqual([201, 'requires_action']);
    expect(await approve(world, body.id)).toMatchObject({ status: 200 });
    await world.clock.advance(30_000);
    const read = await world.call<Booking>('GET', `/v1/bookings/${body.id}`);
    expect(read).toMatchObject({ status: 200, body: { status: 'failed', error_code: code } });
    expect(read.body.error_message).toMatch(/^The .+\.$/);
    const failed = world.endpoint.received.filter(({ event }) => event.type === 'booking.failed');
    expect(failed.map(({ event }) => event.data.object.error_code)).toEqual([code]);
    expect(called).toEqual(calls);
  },
);

it('CRD-2: without a card service, refuses an external payment and accepts any other booking', async () => {
  // An explicit undefined configures no card service. By default the world uses the sandbox's.
  const without = { integrations: { payments: undefined } };
  await using world = await openWorld(without);
  const refused = await create(world, 'harbour_table');
  expect(refused).toMatchObject({ status: 403, body: { error_code: 'cardservice_disabled' } });
  await expectNothingMade(world);
  expect(await create(world, 'harbour_table', { payment: false })).toMatchObject({ status: 201 });
});

it('CRD-2: returns payment_setup_failed if the card service fails without a code', async () => {
  const open = async () => {
    throw new Error('connect ECONNREFUSED 10.1.2.3:443');
  };
  await using world = await openWorld({ payments: { ...sandboxPayments, open } });
  const refused = await create(world, 'harbour_table');
  expect(refused).toMatchObject({ status: 502, body: { error_code: 'payment_setup_failed' } });
  expect(JSON.stringify(refused.body)).not.toContain('ECONNREFUSED');
  await expectNothingMade(world);
});

it('CRD-2 STA-12: retries the reading if the card service cannot be reached', async () => {
  const times: number[] = [];
  const payments: PaymentService = {
    ...sandboxPayments,
    read: async (payment, context) => {
      times.push(world.clock.now().getTime() - start.getTime());
      if (times.length < 3) throw new Error('The card service is away.');
      return sandboxPayments.read(payment, context);
    },
  };
  await using world = await openWorld({ payments });
  const { body } = await create(world, 'payment_declined');
  await approve(world, body.id);
  await world.clock.advance(60_000);
  expect(times).toEqual([0, 2_000, 6_000]);
  const read = await world.call<Booking>('GET', `/v1/bookings/${body.id}`);
  expect(read.body).toMatchObject({ status: 'failed', error_code: 'payment_declined' });
});

it('CRD-3 STA-9: a payment without approval within 20 minutes leaves the booking expired', async () => {
  await using world = await openWorld();
  const { body } = await create(world, 'harbour_table');
  await world.clock.advance(20 * 60_000 + 1);
  expect(await approve(world, body.id)).toMatchObject({ status: 409, body: { error_code: 'invalid_state' } });
  expect(await world.call('GET', `/v1/bookings/${body.id}`)).toMatchObject({ body: { status: 'expired' } });
});

it('EVT-5 CRD-10: a booking and its events begin when its payment is open, however long that took', async () => {
  const payments: PaymentService = {
    ...sandboxPayments,
    async open(payment, context) {
      await world.clock.advance(20_000);
      return sandboxPayments.open(payment, context);
    },
  };
  await using world = await openWorld({ payments });
  const { body } = await create(world, 'harbour_table');
  expect(body).toMatchObject({ created: '2026-11-21T09:30:20.000Z', expires_at: '2026-11-21T09:50:20.000Z' });
  await approve(world, body.id);
  await world.clock.advance(2_000);
  expect((await world.call<Booking>('GET', `/v1/bookings/${body.id}`)).body.status).toBe('confirmed');
});
