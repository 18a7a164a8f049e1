import type { BundledContract } from '../contract/bundled-contract.ts';
import { code, markdownTable } from './markdown-table.ts';

/** API keys: their modes and scopes, what each operation asks for, and the order of refusals. */
export function accessSection({
  'x-access': access,
  'x-errors': errors,
  'x-idempotency': { replay_step, replay_status, operation: created },
  paths,
}: BundledContract): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, ...operation })),
  );
  const replay = `a replay of ${code(created)} is answered (${replay_status}); nothing below is looked at`;
  return `
Every call carries an API key: \`Authorization: Bearer sk_...\`. A key belongs to one organization, has a mode and scopes, and
is shown once, when it is made.

## Key modes

${markdownTable(
  ['Mode', 'Begins with', 'Its bookings say'],
  Object.entries(access.key_modes).map(([mode, { prefix, livemode }]) => [
    mode,
    code(prefix),
    code(`"livemode": ${livemode}`),
  ]),
)}

A booking is seen by keys of its own mode alone.

## Scopes

${markdownTable(
  ['Scope', 'Lets a key'],
  Object.entries(access.scopes).map(([scope, meaning]) => [code(scope), meaning]),
)}

## What each operation asks for

${markdownTable(
  ['Operation', 'Call', 'Scope', 'Key', 'Counts against the rate limit', 'Billed'],
  operations.map(({ operationId, call, 'x-behavior': { scope, live_key, metered, billing } }) => [
    code(operationId),
    code(call),
    code(scope),
    live_key ? 'live only' : 'test or live',
    metered ? 'yes' : 'no',
    billing ? 'yes' : 'no',
  ]),
)}

## The order of refusals

Where several things are wrong at once, the first of these is answered:

${access.refusal_order.map((name) => `1. ${name === replay_step ? replay : `${code(name)} (${errors[name]?.status ?? ''})`}`).join('\n')}
`;
}
