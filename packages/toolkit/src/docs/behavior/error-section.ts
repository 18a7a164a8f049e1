import type { BundledContract, ErrorEntry } from '../../document/bundled-contract.ts';
import { code, markdownTable } from '../site/markdown-table.ts';

/** The field of a code, in words. */
export function fieldText(field: string): string {
  return field === 'error' || field === 'error_code' ? code(field) : `${code('error_code')} of a failed ${field}`;
}

/** The error catalogue: the form of a refusal, and every code with its fix. */
export function errorSection(contract: BundledContract): string {
  const { 'x-errors': errors, 'x-limits': limits } = contract;
  const older = Object.entries(errors).filter(([, { stands_in }]) => stands_in.includes('error'));
  return `
A refusal is JSON. \`error\` is a message for people, \`error_code\` is the code for programs, and \`request_id\` finds the request
in the service's log. The codes ${older.map(([name]) => code(name)).join(', ')} are older: they are in \`error\`, and the refusal
has no \`error_code\`. An \`invalid_request\` has up to ${limits.max_details} \`details\`, one for each invalid field. New codes may be
added: handle a code that you do not know by its status.

Each refusal has the header \`Link\` with \`rel="help"\`. It leads to the page of its code, and its \`title\` is the message.

## Every error code

Each code has a page with an example and a way to trigger it in the sandbox.

${markdownTable(
  ['Error code', 'HTTP status', 'Field with the code', 'Does a retry help?', 'What happened, and what to do'],
  Object.entries(errors).map(([name, entry]) => [
    `[${code(name)}](site:errors/${name})`,
    entry.status === undefined ? 'none' : String(entry.status),
    entry.stands_in.map(fieldText).join('; '),
    retryText(entry, contract),
    `${entry.message} ${entry.action}`,
  ]),
)}
`;
}

/** The advice about a retry, in words. */
export function retryText({ retry, effect }: ErrorEntry, { 'x-limits': limits }: BundledContract): string {
  const retries = {
    never: 'no',
    backoff: 'yes, with backoff',
    retry_after: `yes, after the seconds in ${code(limits.headers.retry_after)}`,
  };
  return effect === 'unknown' ? `${retries[retry]}; the operation may have taken effect` : retries[retry];
}
