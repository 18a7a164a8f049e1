import type { BundledContract } from '../../document/bundled-contract.ts';
import { code, markdownTable } from '../site/markdown-table.ts';

/** The section about safe retries of a create. */
export function idempotencySection({ 'x-idempotency': rules }: BundledContract): string {
  const { operations, header, max_length, scope, expires, compares_body, first_status, replay_status } = rules;
  return `
Send ${code(header)} with ${operations.map(code).join(' or ')}: a text of your choice, different for each object that you want to create. After a timeout, a broken
connection or a 5xx, send the same request with the same key. The service creates at most one object per key.

## What a key does

${markdownTable(
  ['Case', 'What the service does'],
  [
    ['The first create with a key', `returns ${first_status}`],
    [
      'Each later create with the key (a replay)',
      `returns ${replay_status} with the current state of the object, and ${code(`${rules.replay_header}: true`)}`,
    ],
    [
      'Checks of a replay',
      'the API key, the rate limit and the scope, but not billing, the test allowance or the body',
    ],
    ['Comparison of the body', compares_body ? 'the body must be the same' : 'none: only the key counts'],
    ['Scope of a key', `one ${scope.join(' and one ')}`],
    ['Lifetime of a key', expires === 'never' ? 'forever' : expires],
    ['Length of a key', `at most ${max_length} characters`],
    ['A create refused with a 4xx', 'does not use the key: fix the request and send it with the same key'],
  ],
)}
`;
}
