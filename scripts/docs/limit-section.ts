import type { BundledContract } from '../contract/bundled-contract.ts';
import { durationText } from './duration-text.ts';
import { code, markdownTable } from './markdown-table.ts';

/** Limits and metering. */
export function limitSection({ 'x-limits': limits }: BundledContract): string {
  const { window_seconds, default_limit, default_test_allowance, headers, page, session } = limits;
  return `
An organization may make ${default_limit} metered calls in each window of ${durationText(window_seconds)}, all its keys together,
unless it has a limit of its own. Windows are aligned to the clock. Which calls are metered stands at each operation. Every
metered answer, a refusal too, says where the organization stands; the call after the last is answered 429.

New sessions for one destination have limits of their own, so that a code is not guessed by asking for new ones and nobody's inbox
is filled. One more is answered 429 too, and no code is sent; ${code(headers.retry_after)} then says when the next one is allowed.
Upper and lower case, and a tag after + in an address, make no difference.

## Headers

${markdownTable(
  ['Header', 'Says'],
  [
    [code(headers.limit), 'how many calls the window allows'],
    [code(headers.remaining), 'how many of them are left'],
    [code(headers.reset), 'seconds to the end of the window'],
    [code(headers.retry_after), 'of a 429 and of a 503: seconds to wait before the next try'],
  ],
)}

## Every limit

${markdownTable(
  ['Limit', 'Value'],
  [
    ['Metered calls in a window, by default', String(default_limit)],
    ['The window', durationText(window_seconds)],
    ['Confirmed test bookings of an organization, by default', String(default_test_allowance)],
    ['A request body', `${limits.max_body_bytes} bytes`],
    ['Entries of `details` in one refusal', String(limits.max_details)],
    ['Entries on a page of a search', `${page.default}, or up to ${page.max} when asked for`],
    ['One call to a provider or to the card service', durationText(limits.provider_timeout_seconds)],
    ['The billing check and the entitlement check, each', durationText(limits.check_timeout_seconds)],
    ['A session, from its creation', durationText(session.lifetime_seconds)],
    ['Wrong codes that a session takes', String(session.max_attempts)],
    ...Object.values(session.creations).map(({ max, window_seconds: span }) => [
      `New sessions of one organization for one destination, in any ${durationText(span)}`,
      String(max),
    ]),
    [`${code(headers.retry_after)} of a 503`, durationText(limits.retry_after_seconds)],
  ],
)}
`;
}
