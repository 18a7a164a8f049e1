import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createBookingClient } from '@booking-service/client';
import { exampleHandler, exampleHandlers } from '@booking-service/testing/msw';

const baseUrl = 'https://booking.test';
const server = setupServer(...exampleHandlers({ baseUrl }));
const client = createBookingClient({ baseUrl, apiKey: 'sk_test_any', retries: 0 });

beforeAll(() => server.listen());
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const create = {
  venue_id: 'ven_harbour_table',
  slot_id: 'slt_1',
  party_size: 2,
  guest: { first_name: 'Ada', email: 'ada@diner.test' },
};

it('responds to each kind of operation with an example that the client accepts', async () => {
  const booking = await client.bookings.create(create);
  expect(booking).toMatchObject({ object: 'booking', livemode: false });
  expect((await client.bookings.get(booking.id)).object).toBe('booking');
  expect((await client.bookings.cancel(booking.id)).object).toBe('booking');
  const { data, rateLimit } = await client.availability
    .search({ venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2 })
    .withResponse();
  expect(data.data[0]?.object).toBe('slot');
  expect(rateLimit?.limit).toBeGreaterThan(0);
});

it('replaces a response: a refusal, or another example by its name', async () => {
  server.use(exampleHandler('createBooking', { baseUrl, status: 429 }));
  const { error } = await client.bookings.create(create).result();
  expect(error).toMatchObject({ code: 'rate_limited', retry_after_seconds: expect.any(Number) as number });
});

it('names the examples if the contract has no such one', () => {
  expect(() => exampleHandler('createBooking', { baseUrl, example: 'unheard' })).toThrow(
    /no example "unheard" for createBooking with the status 201\. It has: \w+/,
  );
  expect(() => exampleHandler('createBooking', { baseUrl, status: 418 })).toThrow('with the status 418');
});
