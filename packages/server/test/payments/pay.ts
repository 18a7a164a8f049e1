/** Bookings with an external payment, as a caller makes them. */
import type { Booking, CreateBooking } from '@booking-service/contract';
import { expect } from 'vitest';
import type { Provider } from '../../src/index.ts';
import type { TestResponse, World } from '../../src/testing.ts';
import type { EngineWorld } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { ownProvider } from '../support/providers.ts';

const external: Pick<CreateBooking, 'payment_collection'> = { payment_collection: 'cardservice_external' };

export async function create(world: World, venue = 'harbour_table'): Promise<Booking> {
  const { status, body } = await world.call<Booking>('POST', '/v1/bookings', {
    body: { ...newBooking({ venue }), ...external },
  });
  expect(status).toBe(201);
  return body;
}

export function approve(world: World, { id }: Booking): Promise<TestResponse<Booking>> {
  return world.call<Booking>('POST', `/v1/bookings/${id}/continue`, { body: { type: 'authorize_payment' } });
}

export async function read(world: World, { id }: Booking): Promise<Booking> {
  return (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body;
}

/** Creates a booking, approves it, and gives the provider its time. */
export async function pay(world: World, venue?: string): Promise<Booking> {
  const booking = await create(world, venue);
  await approve(world, booking);
  await world.clock.advance(4_000);
  return read(world, booking);
}

export async function cancel(world: World, { id }: Booking): Promise<void> {
  expect(await world.call('POST', `/v1/bookings/${id}/cancel`)).toMatchObject({ status: 200 });
}

/** Lets every failing run have failed for longer than any run is repeated. */
export async function ageFailures({ query }: EngineWorld): Promise<void> {
  const aged = await query(`UPDATE runs SET failing_since = '2026-11-01T00:00:00.000Z' WHERE failures > 0 RETURNING 1`);
  expect(aged).toHaveLength(1);
}

/** A provider of the venue ven_own whose bookings cost 5000. */
export function pricedProvider(methods: Partial<Provider> = {}): Provider {
  const price = { amount: 5000, currency: 'EUR' };
  return ownProvider('own', { checkRequest: async () => ({ at_once: false, price }), ...methods });
}
