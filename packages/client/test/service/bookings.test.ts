import { expect } from 'vitest';
import { DeadlineError, EndedError, RefusedError } from '@booking-service/client';
import { newBooking } from '../support/open-client.ts';
import { it, preferring } from '../support/target.ts';

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
  const booking = await client.bookings.waitFor(id, { until: ['confirmed', 'failed'] });
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

it('finds venues and their slots', async ({ target: { client } }) => {
  const page = await client.venues.search({ city: 'Lisbon', limit: 2 });
  expect(page).toMatchObject({ object: 'list', has_more: expect.any(Boolean) });
  expect(page.data[0]).toMatchObject({ object: 'venue', city: 'Lisbon' });
  const slots = await client.availability.search({ venue_id: 'ven_harbour_table', date: '2026-11-21', party_size: 2 });
  expect(slots.data[0]).toMatchObject({ object: 'slot', venue_id: 'ven_harbour_table' });
});

it('iterates over the entries of one page', async ({ target: { client } }) => {
  const names: string[] = [];
  for await (const { name } of client.venues.search({ query: 'Harbour' })) names.push(name);
  expect(names).toEqual(['Harbour Table']);
});

it('iterates over the entries of all pages with one call for each page', async ({ target: { client, time } }) => {
  const all = await client.venues.search({ limit: 100 });
  const before = time.lines.length;
  const ids: string[] = [];
  for await (const { id } of client.venues.search({ limit: 7 })) ids.push(id);
  expect(ids).toEqual(all.data.map(({ id }) => id));
  const calls = time.lines.slice(before).filter(({ level }) => level === 'info');
  expect(calls).toHaveLength(Math.ceil(ids.length / 7));

  const slots: string[] = [];
  const query = { venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2, limit: 3 };
  for await (const { starts_at } of client.availability.search(query)) slots.push(starts_at);
  expect(slots).toHaveLength(7);
  expect(slots).toEqual(slots.toSorted());
});

it('requests no page after the iteration stops', async ({ target: { client, time } }) => {
  for await (const venue of client.venues.search({ limit: 1 })) {
    expect(venue.object).toBe('venue');
    break;
  }
  expect(time.lines.filter(({ level }) => level === 'info')).toHaveLength(1);
});

it('creates and verifies a session, and reads its card', async ({ target: { live } }) => {
  const session = await live.sessions.create({ channel: 'email', destination: 'ada@diner.test' });
  expect(session).toMatchObject({ object: 'session', status: 'pending', destination: 'a***@diner.test' });
  expect(await live.sessions.verify(session.id, { code: '424242' })).toMatchObject({ status: 'verified' });
  expect(await live.sessions.getCard(session.id)).toMatchObject({ object: 'card', last4: '4242' });
  expect(await live.sessions.getLatestCard()).toMatchObject({ object: 'card', session_id: session.id });
});

it('refuses a wrong code', async ({ target: { live } }) => {
  const { id } = await live.sessions.create({ channel: 'email', destination: 'ada@diner.test' });
  const { error } = await live.sessions.verify(id, { code: '111111' }, preferring(422, 'invalid_code')).result();
  expect(error).toMatchObject({ name: 'RefusedError', code: 'invalid_code', status: 422 });
});

it('refuses a test key for an operation that requires a live key', async ({ target: { client } }) => {
  const { error } = await client.sessions
    .create({ channel: 'email', destination: 'ada@diner.test' }, preferring(403, 'live_key_required'))
    .result();
  expect(error).toMatchObject({ code: 'live_key_required', status: 403 });
});
