import type { BundledContract, ErrorEntry } from '../contract/bundled-contract.ts';
import { code, markdownTable } from './markdown-table.ts';

/** The error catalogue: the form of a refusal, and every code with its fix. */
export function errorSection({ 'x-errors': errors, 'x-limits': limits }: BundledContract): string {
  const older = Object.entries(errors).filter(([, { stands_in }]) => stands_in.includes('error'));
  return `
A refusal is JSON. \`error\` is a message for people, \`error_code\` is the code for programs, and \`request_id\` finds the request
in the service's log. The codes ${older.map(([name]) => code(name)).join(', ')} are older: they are in \`error\`, and the refusal
has no \`error_code\`. An \`invalid_request\` has up to ${limits.max_details} \`details\`, one for each invalid field. New codes may be
added: handle a code that you do not know by its status.

## Every error code

**Where**: \`error\` and \`error_code\` are fields of the refusal; \`booking\` is the field \`error_code\` of a failed booking.
**Retry**: whether the same request may succeed later. The section "Sandbox" shows how to trigger each code.

${markdownTable(
  ['Code', 'Status', 'Where', 'Retry', 'Message', 'What to do'],
  Object.entries(errors).map(([name, entry]) => row(name, entry)),
)}
`;

  function row(name: string, { status, stands_in, retry, effect, message, action }: ErrorEntry): string[] {
    const retries = {
      never: 'no',
      backoff: 'yes, with backoff',
      retry_after: `yes, after ${code(limits.headers.retry_after)}`,
    };
    return [
      code(name),
      status === undefined ? '–' : String(status),
      stands_in.map(code).join(', '),
      effect === 'unknown' ? `${retries[retry]}; the operation may have taken effect` : retries[retry],
      message,
      action,
    ];
  }
}
