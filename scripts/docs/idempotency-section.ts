import type { BundledContract } from '../contract/bundled-contract.ts';
import { code, markdownTable } from './markdown-table.ts';

/** How a create is retried safely. */
export function idempotencySection({ 'x-idempotency': rules }: BundledContract): string {
  const { operation, header, max_length, scope, expires, compares_body, first_status, replay_status } = rules;
  return `
Send ${code(header)} with ${code(operation)}: any text of your own, one for each booking that you mean to make. After a timeout, a
broken connection or a 5xx, send the same request with the same key: a booking is made once at most.

## What a key does

${markdownTable(
  ['Question', 'Answer'],
  [
    ['The first create under a key', `answers ${first_status}`],
    [
      'Every later one',
      `answers ${replay_status} with the same booking, as it is now, and ${code(`${rules.replay_header}: true`)}`,
    ],
    [
      'What does a replay need?',
      'a valid API key, a call left in the window, and the scope; billing, the test allowance and the body are not looked at',
    ],
    ['Is the body compared?', compares_body ? 'yes' : 'no: the key alone decides'],
    ['Who shares a key?', `one ${scope.join(' and one ')}: another one has keys of its own`],
    ['How long is it kept?', expires === 'never' ? 'for ever' : expires],
    ['How long may it be?', `${max_length} characters`],
    ['A create refused with a 4xx', 'leaves the key unused: mend it and send it under the same one'],
  ],
)}
`;
}
