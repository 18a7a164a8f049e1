/** Whatever the transition table does not allow is refused, and leaves the booking and its events as they were (STA-10). */
import { bookingStates, type Booking, type BookingStatus } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { openWorld, type World } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';

const requests = {
  continue: { type: 'enter_code', code: '424242' },
  cancel: {},
  modify: { party_size: 3 },
} as const;
type Asked = keyof typeof requests;

const statuses = Object.keys(bookingStates.states) as BookingStatus[];
const triggers = Object.keys(requests) as Asked[];
const refused = statuses.flatMap((status) =>
  triggers.filter((one) => !isAllowed(one, status)).map((asked) => ({ status, asked })),
);

it.each(refused)('STA-10: $asked on a booking that is $status is 409 invalid_state', async ({ status, asked }) => {
  await using world = await openWorld({ tick_seconds: 3600 });
  const id = await reach(world, status);
  const before = await world.call<Booking>('GET', `/v1/bookings/${id}`);
  expect(before.body.status).toBe(status);
  const events = await eventsSoFar(world);

  const answer = await world.call<{ error: string }>('POST', `/v1/bookings/${id}/${asked}`, { body: requests[asked] });
  expect(answer).toMatchObject({ status: 409, body: { error_code: 'invalid_state' } });
  expect(answer.body.error).toContain(status);
  expect((await world.call<Booking>('GET', `/v1/bookings/${id}`)).body).toStrictEqual(before.body);
  expect(await eventsSoFar(world)).toEqual(events);
});

it('STA-10: thirteen requests of eighteen are refused by the table', () => {
  expect(refused).toHaveLength(13);
});

it('STA-10: an answer to something else than what is asked is 409 and changes nothing', async () => {
  await using world = await openWorld({ tick_seconds: 3600 });
  const asked = await reach(world, 'requires_action');
  const paid = await create(world, 'harbour_table', { payment_collection: 'cardservice_external' });
  for (const [id, body] of [
    [asked, { type: 'authorize_payment' }],
    [paid, requests.continue],
  ] as const) {
    const before = await world.call<Booking>('GET', `/v1/bookings/${id}`);
    const events = await eventsSoFar(world);
    const answer = await world.call<{ error: string }>('POST', `/v1/bookings/${id}/continue`, { body });
    expect(answer).toMatchObject({ status: 409, body: { error_code: 'invalid_state' } });
    expect(answer.body.error).toContain('requires_action');
    await world.clock.advance(2_000);
    expect((await world.call<Booking>('GET', `/v1/bookings/${id}`)).body).toStrictEqual(before.body);
    expect(await eventsSoFar(world)).toEqual(events);
  }
});

function isAllowed(asked: Asked, status: BookingStatus): boolean {
  return bookingStates.transitions.some(({ trigger, from }) => trigger === asked && from === status);
}

/** A booking of this status. */
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

/** Every event so far, oldest first: each has a delivery that waits for a tick far away. */
async function eventsSoFar({ store, clock }: World): Promise<string[]> {
  const claim = { now: clock.now(), lease_until: new Date(0), lease_token: 'lease_test', limit: 100 };
  return (await store.claimDeliveries(claim)).map(({ payload }) => payload);
}
