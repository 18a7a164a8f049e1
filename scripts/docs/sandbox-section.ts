import type { BundledContract } from '../contract/bundled-contract.ts';
import { durationText } from './duration-text.ts';
import { code, markdownTable } from './markdown-table.ts';

/** The sandbox's magic values, and how to meet each error code with them. */
export function sandboxSection({
  'x-sandbox': sandbox,
  'x-access': { key_modes },
  'x-errors': errors,
}: BundledContract): string {
  const prefixes = Object.values(key_modes).map(({ prefix }) => prefix);
  return `
\`npm start\` runs a sandbox: a real server whose provider plays every outcome. The venue decides what becomes of a booking, the key
what becomes of a call. Its clock can be moved, so that nobody waits for a retry or an expiry.

## Magic venues

${markdownTable(
  ['Venue', 'Id', 'City', 'What happens', 'Otherwise ends'],
  sandbox.venues.map(({ id, name, city, meaning, ends, error_code }) => [
    name,
    code(id),
    city,
    meaning,
    error_code === undefined ? code(ends) : `${code(ends)}, ${code(error_code)}`,
  ]),
)}

## Magic keys

Each belongs to an organization of its own, and begins with ${prefixes.map(code).join(' or ')}.

${markdownTable(
  ['Key', 'Its organization'],
  sandbox.organizations.map(({ name, meaning }) => [
    code(`${prefixes[0]}${sandbox.public_key_prefix}${name}`),
    meaning,
  ]),
)}

## Other magic values

${markdownTable(
  ['Value', 'What it does'],
  [
    [code(sandbox.code), `is the code that is right; the ${sandbox.max_wrong_codes}. wrong one fails a booking`],
    [code(sandbox.dropped_destination), 'as the destination of a session: its card is linked no longer'],
    [code(`${sandbox.payment_url}<booking id>`), 'is where a payment is approved; a continue counts as approved'],
    ...Object.entries(sandbox.search_queries).map(([query, refusal]) => [
      code(query),
      `as the query of a venue search: is refused with ${code(refusal)}`,
    ]),
  ],
)}

## How to meet each error code

${markdownTable(
  ['Code', 'How'],
  Object.entries(errors).map(([name, entry]) => [code(name), entry.sandbox]),
)}

## Slots and times

Every venue that offers slots has one at ${sandbox.opening_hours_utc.map((hour) => `${hour}:00`).join(', ')} UTC, of
${sandbox.slot_minutes} minutes, from today to ${sandbox.days_ahead} days ahead. The provider takes
${durationText(sandbox.provider_seconds)}, unless its venue says otherwise.
`;
}
