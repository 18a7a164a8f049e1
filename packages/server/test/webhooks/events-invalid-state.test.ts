/** A request that the transition table does not allow is refused and changes neither the booking nor its events (STA-10). */
import { bookingStates, type Booking, type BookingStatus } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { openWorld, type World } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';

const requests = {
  continue: { type: 'enter_code', code: '424242' },
  cancel: {},
  modify: { party_size: 3 },
} as const;
type Trigger = keyof typeof requests;

const statuses = Object.keys(bookingStates.states) as BookingStatus[];
const triggers = Object.keys(requests) as Trigger[];
const refused = statuses.flatMap((status) =>
  triggers.filter((trigger) => !isAllowed(trigger, status)).map((trigger) => ({ status, trigger })),
);

it.each(refused)(
  'STA-10: refuses $trigger of a $status booking with 409 invalid_state',
  async ({ status, trigger }) => {
    await using world = await openWorld({ tick_seconds: 3600 });
    const id = await reach(world, status);
    const before = await world.call<Booking>('GET', `/v1/bookings/${id}`);
    expect(before.body.status).toBe(status);
    const events = await eventsSoFar(world);

    const response = await world.call<{ error: string }>('POST', `/v1/bookings/${id}/${trigger}`, {
      body: requests[trigger],
    });
    expect(response).toMatchObject({ status: 409, body: { error_code: 'invalid_state' } });
    expect(response.body.error).toContain(status);
    expect((await world.call<Booking>('GET', `/v1/bookings/${id}`)).body).toStrictEqual(before.body);
    expect(await eventsSoFar(world)).toEqual(events);
  },
);

it('STA-10: the table refuses thirteen of eighteen requests', () => {
  expect(refused).toHaveLength(13);
});

it('STA-10: refuses the input of another next action with 409 and changes nothing', async () => {
  await using world = await openWorld({ tick_seconds: 3600 });
  const waiting = await reach(world, 'requires_action');
  const paid = await create(world, 'harbour_table', { payment_collection: 'cardservice_external' });
  for (const [id, body] of [
    [waiting, { type: 'authorize_payment' }],
    [paid, requests.continue],
  ] as const) {
    const before = await world.call<Booking>('GET', `/v1/bookings/${id}`);
    const events = await eventsSoFar(world);
    const response = await world.call<{ error: string }>('POST', `/v1/bookings/${id}/continue`, { body });
    expect(response).toMatchObject({ status: 409, body: { error_code: 'invalid_state' } });
    expect(response.body.error).toContain('requires_action');
    await world.clock.advance(2_000);
    expect((await world.call<Booking>('GET', `/v1/bookings/${id}`)).body).toStrictEqual(before.body);
    expect(await eventsSoFar(world)).toEqual(events);
  }
});

function isAllowed(trigger: Trigger, status: BookingStatus): boolean {
  return bookingStates.transitions.some((transition) => transition.trigger === trigger && transition.from === status);
}

/** Creates a booking with this status. */
async function reach(world: World, status: BookingStatus): Promise<string> {
  const places = {
    processing: 'harbour_table',
    confirmed: 'harbour_table',
    failed: 'broken_bell',
    cancelled: 'harbour_table',
  };
  const id = await create(world, { requires_action: 'code_house', expired: 'code_house', ...places }[status]);
  if (status !== 'processing') await world.clock.advance(2_000);
  if (status === 'cancelled') await world.call('POST', `/v1/bookings/${id}/cancel`);
  if (status === 'expired') await world.clock.advance(20 * 60_000 + 1);
  return id;
}

async function create(world: World, place: string, more: object = {}): Promise<string> {
  const body = { ...newBooking({ venue: place }), ...more };
  return (await world.call<Booking>('POST', '/v1/bookings', { body })).body.id;
}

/** Returns all events so far, oldest first. Their deliveries are due, because the next tick is far away. */
async function eventsSoFar({ store, clock }: World): Promise<string[]> {
  const claim = { now: clock.now(), lease_until: new Date(0), lease_token: 'lease_test', limit: 100 };
  return (await store.claimDeliveries(claim)).map(({ payload }) => payload);
}
