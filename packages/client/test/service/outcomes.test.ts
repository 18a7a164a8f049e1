import { expect } from 'vitest';
import { type Call, type CallOptions, type ErrorCode, matchError } from '@booking-service/client';
import { errorCatalogue } from '@booking-service/contract';
import { newBooking, noBooking } from '../support/open-client.ts';
import { it, preferring, type Target } from '../support/target.ts';

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
      attempts: [{ number: 1, status: 404, code: 'not_found', error: 'RefusedError' }],
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

/** Longer than any Retry-After of the contract's examples. */
const deadline = 3_600_000;

/** A call that produces each refusal in the sandbox. On the mock it requests the contract's example. */
const refusals: Partial<Record<ErrorCode, (target: Target, options: CallOptions) => Call<unknown>>> = {
  invalid_request: ({ client }, options) =>
    client.bookings.create(newBooking('express_counter', { party_size: 0 }), options),
  unauthorized: ({ open }, options) => open({ apiKey: 'sk_test_nobody' }).venues.search({}, options),
  billing_required: ({ open }, options) => open({ apiKey: 'sk_test_sandbox_unbilled' }).venues.search({}, options),
  free_tier_exhausted: ({ open }, options) => open({ apiKey: 'sk_test_sandbox_used_up' }).venues.search({}, options),
  insufficient_scope: ({ open }, options) => open({ apiKey: 'sk_test_sandbox_no_scopes' }).venues.search({}, options),
  org_suspended: ({ open }, options) => open({ apiKey: 'sk_test_sandbox_suspended' }).venues.search({}, options),
  not_found: ({ client }, options) => client.bookings.get(noBooking, options),
  slot_not_offered: ({ client }, options) => client.bookings.create(newBooking('fully_booked'), options),
  missing_last_name: ({ client }, options) =>
    client.bookings.create(
      newBooking('family_name', { guest: { first_name: 'Ada', email: 'ada@diner.test' } }),
      options,
    ),
  cardservice_disabled: ({ client }, options) =>
    client.bookings.create(newBooking('no_card_service', { payment_collection: 'cardservice_external' }), options),
  payment_setup_failed: ({ client }, options) =>
    client.bookings.create(newBooking('payment_setup', { payment_collection: 'cardservice_external' }), options),
  vault_unavailable: ({ client }, options) =>
    client.bookings.create(newBooking('vault_down', { payment_collection: 'cardservice_external' }), options),
  internal_error: ({ client }, options) => client.venues.search({ query: 'sandbox internal error' }, options),
  search_failed: ({ client }, options) => client.venues.search({ query: 'sandbox search failed' }, options),
  no_search_provider: ({ client }, options) => client.venues.search({ query: 'sandbox no provider' }, options),
  availability_failed: ({ client }, options) =>
    client.availability.search({ venue_id: 'ven_silent_phone', date: '2026-11-21', party_size: 2 }, options),
  service_unavailable: ({ client }, options) => client.bookings.create(newBooking('cut_line'), options),
  billing_check_unavailable: ({ open }, options) =>
    open({ apiKey: 'sk_test_sandbox_billing_down' }).venues.search({}, options),
  live_key_required: ({ client }, options) => client.sessions.getLatestCard(options),
};

for (const [code, refuse] of Object.entries(refusals)) {
  const { status, stands_in, retry } = errorCatalogue[code as keyof typeof refusals & keyof typeof errorCatalogue] as {
    status: number;
    stands_in: readonly string[];
    retry: string;
  };
  const place = stands_in.includes('error') ? 'error' : 'error_code';
  it(`reads ${code} in ${place}`, async ({ target }) => {
    if (target.hasWorld) await target.world.addMagicOrganizations();
    const { ok, error } = await refuse(target, {
      ...(code !== 'invalid_request' && preferring(status, code)),
      deadline,
    }).result();
    expect(ok).toBe(false);
    expect(error).toMatchObject({ name: 'RefusedError', status, code });
    expect(error?.is(code as ErrorCode)).toBe(true);
    expect(error?.attempts).toHaveLength(retry === 'never' ? 1 : 4);
  });
}

it('sends the calls of a raw client over the same transport', async ({ target: { raw, time } }) => {
  const { data, error, response } = await raw.POST('/v1/bookings', { body: newBooking(), ...preferring(201) });
  expect(error).toBeUndefined();
  expect([response.status, data?.object]).toEqual([201, 'booking']);
  const params = { path: { id: data?.id ?? '' } };
  expect((await raw.GET('/v1/bookings/{id}', { params })).data?.id).toBe(data?.id);
  expect(time.lines.filter(({ level }) => level === 'info').map(({ operation }) => operation)).toEqual([
    'createBooking',
    'getBooking',
  ]);
});

it('returns a refusal from a raw client as openapi-fetch does', async ({ target: { raw } }) => {
  const { data, error, response } = await raw.GET('/v1/bookings/{id}', {
    params: { path: { id: noBooking } },
    ...preferring(404),
  });
  expect(data).toBeUndefined();
  expect([response.status, error]).toEqual([404, expect.objectContaining({ error_code: 'not_found' })]);
});

it('sends a raw call to no other service', async ({ target: { raw } }) => {
  await expect(raw.GET('/v1/sessions/card', { baseUrl: 'http://127.0.0.1:9' })).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:9\/v1\/sessions\/card is not below /,
  );
});
