import { eventTypes, type Booking, type BookingEvent } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { openWorld, type World } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';

async function create(world: World, place: string, more: object = {}): Promise<string> {
  const body = { ...newBooking({ venue: place }), ...more };
  return (await world.call<Booking>('POST', '/v1/bookings', { body })).body.id;
}

function continueBooking(world: World, id: string, body: unknown) {
  return world.call('POST', `/v1/bookings/${id}/continue`, { body });
}

/** Returns all events so far, oldest first. Their deliveries are due, because the next tick is far away. */
async function eventsSoFar({ store, clock }: World): Promise<BookingEvent[]> {
  const claim = { now: clock.now(), lease_until: new Date(0), lease_token: 'lease_test', limit: 100 };
  return (await store.claimDeliveries(claim)).map(({ payload }) => JSON.parse(payload) as BookingEvent);
}

const code = (text: string) => ({ type: 'enter_code', code: text });

const flows: { flow: string; rules: string; run: (world: World) => Promise<unknown>; events: string[] }[] = [
  {
    flow: 'confirmed',
    rules: 'STA-1 STA-4',
    run: async (world) => {
      await create(world, 'harbour_table');
      await world.clock.advance(2_000);
    },
    events: ['created processing', 'confirmed confirmed'],
  },
  {
    flow: 'failed',
    rules: 'STA-1 STA-5',
    run: async (world) => {
      await create(world, 'broken_bell');
      await world.clock.advance(2_000);
    },
    events: ['created processing', 'failed failed'],
  },
  {
    flow: 'a code, wrong and then right',
    rules: 'STA-2 STA-3 STA-4',
    run: async (world) => {
      const id = await create(world, 'code_house');
      await world.clock.advance(2_000);
      await continueBooking(world, id, code('1111'));
      await world.clock.advance(2_000);
      await continueBooking(world, id, code('424242'));
      await world.clock.advance(2_000);
    },
    events: [
      'created processing',
      'requires_action requires_action',
      'processing processing',
      'requires_action requires_action',
      'processing processing',
      'confirmed confirmed',
    ],
  },
  {
    flow: 'a payment approved',
    rules: 'STA-2 CRD-3',
    run: async (world) => {
      const id = await create(world, 'harbour_table', { payment_collection: 'cardservice_external' });
      await continueBooking(world, id, { type: 'authorize_payment' });
      await world.clock.advance(2_000);
    },
    events: [
      'created requires_action',
      'requires_action requires_action',
      'processing processing',
      'confirmed confirmed',
    ],
  },
  {
    flow: 'confirmed and cancelled',
    rules: 'STA-4 STA-6',
    run: async (world) => {
      const id = await create(world, 'harbour_table');
      await world.clock.advance(2_000);
      await world.call('POST', `/v1/bookings/${id}/cancel`);
    },
    events: ['created processing', 'confirmed confirmed', 'cancelled cancelled'],
  },
  {
    flow: 'expired, and read',
    rules: 'STA-8 EVT-1',
    run: async (world) => {
      const id = await create(world, 'code_house');
      await world.clock.advance(2_000 + 20 * 60_000 + 1);
      expect(await world.call('GET', `/v1/bookings/${id}`)).toMatchObject({ body: { status: 'expired' } });
    },
    events: ['created processing', 'requires_action requires_action'],
  },
  {
    flow: 'a modification refused',
    rules: 'STA-7 EVT-1',
    run: async (world) => {
      const id = await create(world, 'firm_hand');
      const refused = await world.call('POST', `/v1/bookings/${id}/modify`, { body: { party_size: 3 } });
      expect(refused.status).toBe(422);
    },
    events: ['created processing', 'confirmed confirmed'],
  },
];

it.each(flows)(
  '$rules EVT-3: creates the events of the flow "$flow" in order, each with its state at the time',
  async ({ run, events }) => {
    await using world = await openWorld({ tick_seconds: 86_400 });
    await run(world);
    const made = await eventsSoFar(world);
    expect(made.map(({ type, data }) => `${type.replace('booking.', '')} ${data.object.status}`)).toEqual(events);
    expect(new Set(made.map(({ id }) => id)).size).toBe(events.length);
  },
);

it('EVT-2: sets created to the time of the change', async () => {
  await using world = await openWorld({ tick_seconds: 86_400 });
  const id = await create(world, 'code_house');
  await world.clock.advance(2_000);
  await world.clock.advance(5_500);
  await world.call('POST', `/v1/bookings/${id}/cancel`);
  const made = await eventsSoFar(world);
  expect(made.map(({ type, created }) => [type, created])).toEqual([
    ['booking.created', '2026-11-21T09:30:00.000Z'],
    ['booking.requires_action', '2026-11-21T09:30:02.000Z'],
    ['booking.cancelled', '2026-11-21T09:30:07.500Z'],
  ]);
});

it('EVT-3: sends a late event with the state at the time of its change', async () => {
  await using world = await openWorld();
  world.endpoint.responses.push(500, 500, 500);
  const id = await create(world, 'code_house');
  await world.clock.advance(2_000);
  await continueBooking(world, id, code('424242'));
  await world.clock.advance(2_000);
  await world.call('POST', `/v1/bookings/${id}/cancel`);
  await world.clock.advance(3_600_000);

  const sent = new Map(world.endpoint.received.map(({ event }) => [event.type, event.data.object]));
  expect([...sent.keys()].toSorted()).toEqual([
    'booking.cancelled',
    'booking.confirmed',
    'booking.created',
    'booking.processing',
    'booking.requires_action',
  ]);
  const always = { id, object: 'booking', provider: 'sandbox' };
  const expires_at = '2026-11-21T09:50:02.000Z';
  const asked = { type: 'enter_code', channel: 'email', destination: 'a***@diner.test', test_code: '424242' };
  const next_action = { ...asked, expires_at };
  expect(sent.get('booking.created')).toStrictEqual({ ...always, status: 'processing' });
  expect(sent.get('booking.requires_action')).toStrictEqual({ ...always, status: 'requires_action', next_action });
  expect(sent.get('booking.processing')).toStrictEqual({ ...always, status: 'processing' });
  expect(sent.get('booking.confirmed')).toStrictEqual({ ...always, status: 'confirmed' });
  expect(sent.get('booking.cancelled')).toStrictEqual({ ...always, status: 'cancelled' });
});

it('EVT-1: the contract has the seven event types of the rule', () => {
  expect([...eventTypes].toSorted()).toEqual([
    'booking.cancelled',
    'booking.confirmed',
    'booking.created',
    'booking.failed',
    'booking.modified',
    'booking.processing',
    'booking.requires_action',
  ]);
});
