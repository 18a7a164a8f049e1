import { rules, unseenRules } from '@booking-service/conformance';
import type { ConformanceFault } from './conformance-faults.ts';

/** What the conformance check reported about a service with a fault. */
export interface Judged {
  readonly fault: ConformanceFault;
  /** The rules that it reported as broken. */
  readonly broken: readonly string[];
}

/**
 * Writes docs/conformance.md: the score of the check, and what it does not check. A fault that did not run now keeps its row of the
 * old page (`before`). The rules come from the package, so that the page can be written without a run.
 */
export function conformancePage(
  faults: readonly ConformanceFault[],
  judged: readonly Judged[],
  before: string,
): string {
  const rows = faults.flatMap((fault) => {
    const now = judged.find((one) => one.fault === fault);
    return now ? [toRow(now)] : before.split('\n').filter((row) => row.startsWith(`| \`${fault.name}\` `));
  });
  const visible = faults.filter(({ unseen }) => unseen === undefined);
  const found = rows.filter((row) => !row.split('|').at(-2)?.trim().startsWith('none'));
  const unseen = Object.entries(unseenRules);
  const all = Object.keys(rules).length;
  return `# How much the conformance check finds

[\`booking-service conformance\`](../packages/conformance) proves ${all - unseen.length} of the ${all} rules of
[openapi/rules.yaml](../openapi/rules.yaml) against a sandbox, from outside. \`npm run test:conformance-mutants -- --write\`
plants one fault at a time in a copy of the service, runs the check against it, and writes this page. With
\`-- --only NAME,NAME --write\` it updates only their rows, and with \`-- --page\` only what is not a row.

The check finds **${found.length} of ${visible.length}** faults that can be seen from outside, of ${faults.length} planted.

${toLine(['Fault', 'What the service does wrong', 'Rules of the fault', 'Rules reported as broken'])}
${toLine(['---', '---', '---', '---'])}
${rows.join('\n')}

## Rules that it cannot see

${toLine(['Rule', 'Why'])}
${toLine(['---', '---'])}
${unseen.map((row) => toLine(row)).join('\n')}
`;
}

function toRow({ fault, broken }: Judged): string {
  const seen = broken.join(', ') || `none. ${fault.unseen ?? 'It was not found.'}`;
  return toLine([`\`${fault.name}\``, fault.summary, fault.rules, seen]);
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
