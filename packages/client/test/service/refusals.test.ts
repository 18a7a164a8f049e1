import { expect } from 'vitest';
import { errorCatalogue } from '@booking-service/contract';
import type { Call, CallOptions, ErrorCode } from '@booking-service/client';
import { newBooking, noBooking } from '../support/fixtures.ts';
import { it, preferring } from '../support/service-test.ts';
import type { Target } from '../support/target.ts';

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
