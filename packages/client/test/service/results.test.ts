import { expect } from 'vitest';
import { matchError } from '@booking-service/client';
import { newBooking, noBooking } from '../support/fixtures.ts';
import { it, preferring } from '../support/service-test.ts';

it('returns attempts, rate limit and request id from withResponse', async ({ target: { client } }) => {
  const call = client.bookings.create(newBooking(), preferring(201));
  const { data, response, attempts, rateLimit, requestId, operation, idempotencyKey } = await call.withResponse();
  expect(await call).toBe(data);
  expect(operation).toBe('createBooking');
  expect(requestId).toBe(response.headers.get('Request-Id'));
  expect(attempts).toEqual([
    { number: 1, duration_ms: 0, status: 201, error: undefined, code: undefined, requestId, wait_ms: undefined },
  ]);
  expect(rateLimit).toEqual({
    limit: Number(response.headers.get('RateLimit-Limit')),
    remaining: Number(response.headers.get('RateLimit-Remaining')),
    reset_seconds: Number(response.headers.get('RateLimit-Reset')),
  });
  expect(idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
});

it('returns data or an error from result', async ({ target: { client } }) => {
  const good = await client.bookings.create(newBooking(), preferring(201)).result();
  expect(good).toMatchObject({ ok: true, data: { object: 'booking' }, attempts: [{ status: 201 }] });
  const bad = await client.bookings.get(noBooking, preferring(404)).result();
  expect(bad).toMatchObject({
    ok: false,
    error: {
      name: 'RefusedError',
      operation: 'getBooking',
      status: 404,
      code: 'not_found',
      attempts: [
        {
          number: 1,
          status: 404,
          code: 'not_found',
          error: 'RefusedError',
        },
      ],
      rateLimit: { limit: 300 },
      requestId: expect.stringMatching(/^req_/),
    },
  });
  expect('data' in bad).toBe(false);
});

it('supports await, then, finally and withResponse on one call', async ({ target: { client } }) => {
  const call = client.bookings.create(newBooking());
  expect(call).toBeInstanceOf(Promise);
  const [booking, { data }] = await Promise.all([call, call.withResponse()]);
  expect(booking).toBe(data);
  expect(await call.then(({ id }) => id)).toBe(booking.id);
  let ended = false;
  await call.finally(() => {
    ended = true;
  });
  expect(ended).toBe(true);
});

it('matchError handles a caught error by its code', async ({ target: { client } }) => {
  const { error } = await client.bookings.get(noBooking, preferring(404)).result();
  if (!error) throw new Error('There is such a booking.');
  const matched = matchError(error, {
    not_found: ({ code, status }) => `${status} ${code}`,
    invalid_request: () => 0,
    unauthorized: () => 0,
    org_suspended: () => 0,
    wrong_key_environment: () => 0,
    insufficient_scope: () => 0,
    rate_limited: () => 0,
    internal_error: () => 0,
    service_unavailable: () => 0,
    otherwise: () => 0,
  });
  expect(matched).toBe('404 not_found');
});
