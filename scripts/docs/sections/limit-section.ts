import type { BundledContract } from '@booking-service/toolkit';
import { code, durationText, markdownTable } from '@booking-service/toolkit/docs';

/** Limits and metering. */
export function limitSection({ 'x-limits': limits }: BundledContract): string {
  const { window_seconds, default_limit, default_test_allowance, headers, page, session } = limits;
  return `
An organization may send ${default_limit} metered requests in each window of ${durationText(window_seconds)}, unless it has its own limit. All of
its keys share the limit. Windows are aligned to the clock. Each operation states whether its requests are metered. Every metered
response, including a refusal, reports the state of the limit in its headers. A request over the limit gets 429.

New sessions for one destination have their own limits. These prevent guessing a code with ever new sessions, and flooding an
inbox. A session over the limit also gets 429, and the service sends no code. ${code(headers.retry_after)} then states when the next
session is allowed. Upper and lower case, and a tag after + in an address, make no difference.

Test keys make at most a number of confirmed bookings: the test allowance. A test booking in progress reserves one of it until it
ends. If it is confirmed, it keeps it; if it fails, expires or is cancelled first, it gives it back. A create over the allowance gets
402 ${code('free_tier_exhausted')}.

## Headers

${markdownTable(
  ['Header', 'Value'],
  [
    [code(headers.limit), 'requests that the window allows'],
    [code(headers.remaining), 'requests that remain in the window'],
    [code(headers.reset), 'seconds until the window ends'],
    [code(headers.retry_after), 'on a 429 and a 503: seconds to wait before a retry'],
  ],
)}

## Every limit

${markdownTable(
  ['Limit', 'Value'],
  [
    ['Metered requests in a window, by default', String(default_limit)],
    ['Length of a window', durationText(window_seconds)],
    ['Confirmed test bookings of an organization, by default', String(default_test_allowance)],
    ['Size of a request body', `${limits.max_body_bytes} bytes`],
    ['Entries of `details` in one refusal', String(limits.max_details)],
    ['Entries on a page of a search', `${page.default} by default, ${page.max} at most`],
    ['Timeout of one call to a provider or to the card service', durationText(limits.provider_timeout_seconds)],
    ['Timeout of one provider in a venue search over several', durationText(limits.search_timeout_seconds)],
    ['Timeout of the billing check and of the entitlement check', durationText(limits.check_timeout_seconds)],
    ['Lifetime of a session', durationText(session.lifetime_seconds)],
    ['Wrong codes that a session accepts', String(session.max_attempts)],
    ...Object.values(session.creations).map(({ max, window_seconds: span }) => [
      `New sessions of one organization for one destination within ${durationText(span)}`,
      String(max),
    ]),
    [`${code(headers.retry_after)} on a 503`, durationText(limits.retry_after_seconds)],
  ],
)}
`;
}
