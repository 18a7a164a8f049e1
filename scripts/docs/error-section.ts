import type { BundledContract, ErrorEntry } from '../contract/bundled-contract.ts';
import { code, markdownTable } from './markdown-table.ts';

/** The error catalogue: what a refusal looks like, and every code with what to do about it. */
export function errorSection({ 'x-errors': errors, 'x-limits': limits }: BundledContract): string {
  const older = Object.entries(errors).filter(([, { stands_in }]) => stands_in.includes('error'));
  return `
A refusal is JSON: \`error\` says what happened, \`error_code\` names it for programs, \`request_id\` finds it in the
service's log. ${capitalized(older.map(([name]) => code(name)).join(', '))} are older: there the code itself stands in
\`error\`, and there is no \`error_code\`. An \`invalid_request\` has up to ${limits.max_details} \`details\`, each with the
field it is about. Codes may be added: treat one that you do not know by its status.

## Every error code

**Where**: \`error\` and \`error_code\` are fields of the refusal; \`booking\` is the field \`error_code\` of a booking that
failed. **Again?**: whether the same request may pass later. The page on the sandbox says how to meet each of them.

${markdownTable(
  ['Code', 'Status', 'Where', 'Again?', 'What it says', 'What to do'],
  Object.entries(errors).map(([name, entry]) => row(name, entry)),
)}
`;

  function row(name: string, { status, stands_in, retry, effect, message, action }: ErrorEntry): string[] {
    const again = {
      never: 'no',
      backoff: 'yes, a little later',
      retry_after: `yes, after ${code(limits.headers.retry_after)}`,
    };
    return [
      code(name),
      status === undefined ? '–' : String(status),
      stands_in.map(code).join(', '),
      effect === 'unknown' ? `${again[retry]}; it may have happened all the same` : again[retry],
      message,
      action,
    ];
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
