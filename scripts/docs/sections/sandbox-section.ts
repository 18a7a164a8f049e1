import type { BundledContract } from '@booking-service/toolkit';
import { code, durationText, markdownTable } from '@booking-service/toolkit/docs';

/** The sandbox's magic values, and how to trigger each error code. */
export function sandboxSection({
  'x-sandbox': sandbox,
  'x-access': { key_modes },
  'x-errors': errors,
}: BundledContract): string {
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
