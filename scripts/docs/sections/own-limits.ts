import type { BundledContract } from '@booking-service/toolkit';
import { code, durationText, limitSection } from '@booking-service/toolkit/docs';

/** Limits and metering, with the limits that only this service has. */
export function ownLimits(contract: BundledContract): string {
  const { 'x-limits': limits } = contract;
  const { headers, session } = limits;
  return limitSection(contract, {
    about: `New sessions for one destination have their own limits. These prevent guessing a code with ever new sessions, and flooding an
inbox. A session over the limit also gets 429, and the service sends no code. ${code(headers.retry_after)} then states when the next
session is allowed. Upper and lower case, and a tag after + in an address, make no difference.

Test keys make at most a number of confirmed bookings: the test allowance. A test booking in progress reserves one of it until it
ends. If it is confirmed, it keeps it; if it fails, expires or is cancelled first, it gives it back. A create over the allowance gets
402 ${code('free_tier_exhausted')}.`,
    rows: [
      ['Confirmed test bookings of an organization, by default', String(limits.default_test_allowance)],
      ['Timeout of one call to a provider or to the card service', durationText(limits.provider_timeout_seconds)],
      ['Timeout of one provider in a venue search over several', durationText(limits.search_timeout_seconds)],
      ['Timeout of the billing check and of the entitlement check', durationText(limits.check_timeout_seconds)],
      ['Lifetime of a session', durationText(session.lifetime_seconds)],
      ['Wrong codes that a session accepts', String(session.max_attempts)],
      ...Object.values(session.creations).map(({ max, window_seconds: span }): [string, string] => [
        `New sessions of one organization for one destination within ${durationText(span)}`,
        String(max),
      ]),
    ],
  });
}
