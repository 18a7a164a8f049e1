import type { RuleResult } from '@booking-service/conformance';
import type { ConformanceFault } from './conformance-faults.ts';

/** What the conformance check reported about a service with a fault. */
export interface Judged {
  readonly fault: ConformanceFault;
  /** The rules that it reported as broken. */
  readonly broken: readonly string[];
}

/** Writes docs/conformance.md: the score of the check, and what it does not check. */
export function conformancePage(judged: readonly Judged[], results: readonly RuleResult[]): string {
  const visible = judged.filter(({ fault }) => fault.unseen === undefined);
  const killed = visible.filter(({ broken }) => broken.length > 0);
  const passed = results.filter(({ verdict }) => verdict === 'pass').length;
  const unseen = results.filter(({ verdict }) => verdict === 'not checked');
  return `# How much the conformance check finds

[\`booking-service conformance\`](../packages/conformance) proves ${passed} of the ${results.length} rules of
[openapi/rules.yaml](../openapi/rules.yaml) against a sandbox, from outside. \`npm run test:conformance-mutants -- --write\`
plants one fault at a time in a copy of the service, runs the check against it, and writes this page.

The check finds **${killed.length} of ${visible.length}** faults that can be seen from outside, of ${judged.length} planted.

${toLine(['Fault', 'What the service does wrong', 'Rules of the fault', 'Rules reported as broken'])}
${toLine(['---', '---', '---', '---'])}
${judged.map(toRow).join('\n')}

## Rules that it cannot see

${toLine(['Rule', 'Why'])}
${toLine(['---', '---'])}
${unseen.map(({ rule, evidence }) => toLine([rule, evidence])).join('\n')}
`;
}

function toRow({ fault: { name, summary, rules, unseen }, broken }: Judged): string {
  return toLine([`\`${name}\``, summary, rules, broken.join(', ') || `none. ${unseen ?? 'It was not found.'}`]);
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
