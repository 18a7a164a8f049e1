import { expect } from 'vitest';
import { EndedError, DeadlineError, RefusedError } from '@booking-service/client';
import { newBooking } from '../support/fixtures.ts';
import { it, preferring } from '../support/service-test.ts';

it('creates a booking and reads it', async ({ target: { client } }) => {
  const { data: created, response } = await client.bookings.create(newBooking(), preferring(201)).withResponse();
  expect(response.status).toBe(201);
  expect(created).toMatchObject({ object: 'booking', livemode: false, party_size: 2 });
  const read = await client.bookings.get(created.id);
  expect(read).toMatchObject({ id: created.id, object: 'booking', status: 'confirmed' });
});

it('returns the first booking for the same idempotencyKey', async ({ target: { client } }) => {
  const options = { idempotencyKey: 'order-1041' };
  const first = await client.bookings.create(newBooking(), options).withResponse();
  const second = await client.bookings.create(newBooking(), options).withResponse();
  expect([first.response.status, second.response.status]).toEqual([201, 200]);
  expect(second.data).toEqual(first.data);
  expect([first.idempotencyKey, second.idempotencyKey]).toEqual(['order-1041', 'order-1041']);
  expect(second.response.headers.get('Idempotent-Replayed')).toBe('true');
});

it('returns a booking from waitFor as soon as it has the status', async ({ target: { client, time } }) => {
  const { id } = await client.bookings.create(newBooking('harbour_table'));
  const booking = await client.bookings.waitFor(id, {
    until: ['confirmed', 'failed'],
  });
  expect(booking.status).toBe('confirmed');
  expect(time.waits.length).toBeGreaterThan(0);
  for (const [index, wait] of time.waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(500);
    expect(wait).toBeLessThanOrEqual(500 + Math.min(8_000, 500 * 2 ** index));
  }
});

it('rejects waitFor with the booking if it expires', async ({ target: { client } }) => {
  const { id } = await client.bookings.create(newBooking('code_house'));
  await client.bookings.waitFor(id, { until: 'requires_action' });
  const waiting = client.bookings.waitFor(id, { until: 'confirmed', deadline: 30 * 60_000 });
  const { error } = await waiting.result();
  expect(error).toBeInstanceOf(EndedError);
  expect(error).toMatchObject({ booking: { id, status: 'expired' }, operation: 'getBooking' });
  expect(String(error)).toBe(`EndedError: ${id} is expired, not confirmed.`);
});

it('ends waitFor immediately if the awaited status is impossible', async ({ target: { client, time } }) => {
  const { id } = await client.bookings.create(newBooking());
  await expect(client.bookings.waitFor(id, { until: 'failed' })).rejects.toMatchObject({ name: 'EndedError' });
  expect(time.waits).toEqual([]);
});

it('keeps the deadline of waitFor and uses nearly all of it', async ({ target: { client, time } }) => {
  const { id } = await client.bookings.create(newBooking('slow_service'));
  const began = time.clock.now().getTime();
  const { error } = await client.bookings.waitFor(id, { until: 'confirmed', deadline: 20_000 }).result();
  expect(error).toBeInstanceOf(DeadlineError);
  expect(error).toMatchObject({ booking: { id, status: 'processing' } });
  const took = time.clock.now().getTime() - began;
  expect(took).toBeLessThanOrEqual(20_000);
  expect(took).toBeGreaterThan(19_400);
});

it('continues a booking with its code', async ({ target: { client } }) => {
  const { id } = await client.bookings.create(newBooking('code_house'));
  const { next_action } = await client.bookings.waitFor(id, { until: 'requires_action' });
  expect(next_action).toMatchObject({ type: 'enter_code' });
  const continued = await client.bookings.continue(id, { type: 'enter_code', code: '424242' });
  expect(continued.status).toBe('processing');
  expect((await client.bookings.waitFor(id, { until: 'confirmed' })).confirmation_code).toMatch(/^SBX-/);
});

it('modifies a booking and cancels it', async ({ target: { client } }) => {
  const { id } = await client.bookings.create(newBooking());
  const modified = await client.bookings.modify(id, { party_size: 4 });
  expect(modified).toMatchObject({
    status: 'confirmed',
    party_size: 4,
    last_modification: { changes: { party_size: 4 } },
  });
  expect(await client.bookings.cancel(id)).toMatchObject({ status: 'cancelled' });
});

it('refuses to cancel a cancelled booking', async ({ target: { client } }) => {
  const { id } = await client.bookings.create(newBooking());
  await client.bookings.cancel(id);
  const call = client.bookings.cancel(id, preferring(409));
  await expect(call).rejects.toBeInstanceOf(RefusedError);
  await expect(call).rejects.toMatchObject({
    status: 409,
    code: 'invalid_state',
    effect: 'none',
    operation: 'cancelBooking',
  });
  const { error } = await call.result();
  expect(error?.is('invalid_state')).toBe(true);
  expect(error?.is('not_found', 'invalid_state')).toBe(true);
  expect(error?.is('not_found')).toBe(false);
});
