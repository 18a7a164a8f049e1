import type { BundledContract } from '../../document/bundled-contract.ts';
import { operationPath } from '../reference/operation-path.ts';
import { code, markdownTable } from '../site/markdown-table.ts';

/** API keys: their modes and scopes, what each operation requires, and the order of refusals. */
export function accessSection({
  'x-access': access,
  'x-errors': errors,
  'x-idempotency': { replay_step, replay_status, operations: created },
  paths,
}: BundledContract): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ target: `${method.toUpperCase()} ${path}`, ...operation })),
  );
  const replay = `a replay of ${created.map(code).join(' or ')} gets ${replay_status}; the checks below are skipped`;
  return `
Every request carries an API key: \`Authorization: Bearer sk_...\`. A key belongs to one organization and has a mode and scopes.
The service shows a key once, when it is created.

## Key modes

${markdownTable(
  ['Mode of the key', 'The key begins with', 'Its objects have'],
  Object.entries(access.key_modes).map(([mode, { prefix, livemode }]) => [
    mode,
    code(prefix),
    code(`"livemode": ${livemode}`),
  ]),
)}

Only keys of the same mode can read and change an object.

## Scopes

${markdownTable(
  ['Scope', 'Allows a key to'],
  Object.entries(access.scopes).map(([scope, meaning]) => [code(scope), meaning]),
)}

## What each operation requires

${markdownTable(
  [
    'Operation',
    'Method and path',
    'Required scope',
    'Keys that may call it',
    'Counts against the rate limit',
    'Requires billing',
  ],
  operations.map(({ operationId, target, 'x-behavior': { scope, live_key, metered, reads, billing } }) => [
    `[${code(operationId)}](site:${operationPath(operationId)})`,
    code(target),
    code(scope),
    live_key ? 'live only' : 'test or live',
    metered ? 'yes' : reads ? 'as a read' : 'no',
    billing ? 'yes' : 'no',
  ]),
)}

## The order of refusals

If a request fails several checks, the response is the first of these:

${access.refusal_order.map((name) => `1. ${name === replay_step ? replay : `[${code(name)}](site:errors/${name}) (${errors[name]?.status ?? ''})`}`).join('\n')}
`;
}
