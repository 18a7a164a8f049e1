import type { BundledContract } from '@booking-service/toolkit';
import { type BehaviorPage, code, durationText, limitSection, markdownTable } from '@booking-service/toolkit/docs';
import type { PublicContract, Runs } from '../../contract-files.ts';

/** The pages about the blocks that only this service has. Its limits have further values. */
export const ownPages: readonly BehaviorPage[] = [
  { name: 'limits', title: 'Limits', write: ownLimits },
  // The pages are those of the public contract.
  { name: 'runs', title: 'Retries at a provider', write: (contract) => runSection(contract as PublicContract) },
  { name: 'sandbox', title: 'Sandbox', write: (contract) => sandboxSection(contract as PublicContract) },
];

/** Limits and metering, with the limits that only this service has. */
function ownLimits(contract: BundledContract): string {
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

/** The retries of calls to a provider, and when the service gives up. */
function runSection({ 'x-runs': runs, 'x-limits': limits }: PublicContract): string {
  const { give_up_after_seconds, pending_for_at_most_seconds, release } = runs;
  return `
The service retries a call to a provider if the call fails or takes longer than ${durationText(limits.provider_timeout_seconds)}. Each
retry has the same reference, so the provider makes one booking. During the retries the booking stays ${code('processing')}, and a
request can cancel it.

## Retries at a provider

Each delay starts at the end of the failed call. After the last row, the delay stays the same.

${markdownTable(
  ['Retry', 'Delay after the failed call'],
  retryDelays(runs).map((seconds, index) => [String(index + 1), durationText(seconds)]),
)}

## When the service gives up

${markdownTable(
  ['Situation', 'The service retries for at most', 'What happens then'],
  [
    [
      'The provider fails every call for a booking',
      durationText(give_up_after_seconds),
      `the booking becomes ${code('failed')} with ${code('provider_failed')}, and the service releases it at the provider`,
    ],
    [
      'The provider reports that the booking is still pending',
      durationText(pending_for_at_most_seconds),
      `the booking becomes ${code('failed')} with ${code('provider_failed')}, and the service releases it at the provider`,
    ],
    [
      'The provider fails every call for a modification',
      durationText(give_up_after_seconds),
      'the booking does not change, and the service alerts its operator',
    ],
    [
      `The provider fails every call to release a booking that ended, at most ${durationText(release.longest_delay_seconds)} apart`,
      durationText(release.give_up_after_seconds),
      'the status of the booking does not change, and the service alerts its operator',
    ],
  ],
)}
`;
}

/** The delays until they stop growing. */
function retryDelays({ retry }: Pick<Runs, 'retry'>): number[] {
  const delays: number[] = [];
  for (let delay = retry.first_delay_seconds; delay < retry.longest_delay_seconds; delay *= retry.factor) {
    delays.push(delay);
  }
  return [...delays, retry.longest_delay_seconds];
}

/** The sandbox's magic values, and how to trigger each error code. */
function sandboxSection({
  'x-sandbox': sandbox,
  'x-access': { key_modes },
  'x-errors': errors,
}: PublicContract): string {
  const prefixes = Object.values(key_modes).map(({ prefix }) => prefix);
  return `
\`npm start\` runs a sandbox: the real server with a simulated provider that produces every outcome. The venue selects the outcome
of a booking, and the key selects the outcome of a request. Advance the sandbox clock to trigger retries and expiries without
waiting.

## Magic venues

${markdownTable(
  ['Venue', 'Id', 'City', 'What happens', 'Default final status'],
  sandbox.venues.map(({ id, name, city, meaning, ends, error_code }) => [
    name,
    code(id),
    city,
    meaning,
    error_code === undefined ? code(ends) : `${code(ends)}, ${code(error_code)}`,
  ]),
)}

## Magic keys

Each magic key belongs to its own organization. It begins with ${prefixes.map(code).join(' or ')}.

${markdownTable(
  ['API key', 'What its organization is'],
  sandbox.organizations.map(({ name, meaning }) => [
    code(`${prefixes[0]}${sandbox.public_key_prefix}${name}`),
    meaning,
  ]),
)}

## Other magic values

${markdownTable(
  ['Magic value', 'Effect'],
  [
    [code(sandbox.code), `the correct code; a booking fails after ${sandbox.max_wrong_codes} wrong codes`],
    [code(sandbox.dropped_destination), 'as the destination of a session: the card is no longer linked'],
    [code(`${sandbox.payment_url}<booking id>`), 'the page that approves a payment; a continue counts as approved'],
    ...Object.entries(sandbox.search_queries).map(([query, refusal]) => [
      code(query),
      `as the query of a venue search: refused with ${code(refusal)}`,
    ]),
  ],
)}

## How to trigger each error code

${markdownTable(
  ['Error code', 'How to trigger it'],
  Object.entries(errors).map(([name, entry]) => [`[${code(name)}](site:errors/${name})`, entry.sandbox]),
)}

## Slots and times

Every venue with slots offers one at ${sandbox.opening_hours_utc.map((hour) => `${hour}:00`).join(', ')} UTC, of
${sandbox.slot_minutes} minutes, from today to ${sandbox.days_ahead} days ahead. Unless the description of the venue differs, a slot costs
${sandbox.price.amount} in the minor unit of ${sandbox.price.currency} per ${sandbox.price.per}, and the provider takes
${durationText(sandbox.provider_seconds)}.
`;
}
