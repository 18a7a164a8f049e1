import type { Fault } from './fault.ts';
import type { Tested } from './run-tests.ts';

export interface Killed extends Tested {
  readonly fault: Fault;
}

const head = ['Fault', 'What the service does wrong', 'Rules', 'First test that fails', 'Seconds'];

/**
 * Writes docs/mutants.md: each fault with the test that kills it. A fault that did not run now keeps its row of the old page
 * (`before`). A fault that never ran has no row.
 */
export function mutantsPage(faults: readonly Fault[], killed: readonly Killed[], before: string): string {
  const rows = faults.flatMap((fault) => {
    const now = killed.find((one) => one.fault === fault);
    return now ? [toRow(now)] : before.split('\n').filter((row) => row.startsWith(`| \`${fault.name}\` `));
  });
  const seconds = rows.map((cells) => Number(cells.split('|').at(-2)));
  const minutes = Math.ceil(seconds.reduce((sum, each) => sum + each, 0) / 60);
  return `# Faults and the tests that find them

Mutation testing plants one fault at a time in a copy of the repository and runs the test files that the fault names, up
to the first failure. The command fails if no test finds a fault (a surviving mutant).
\`npm run test:mutants -- --write\` writes this page from [scripts/mutants/faults](../scripts/mutants/faults).
\`-- --only NAME,NAME\` runs some faults, and with \`--write\` updates only their rows. \`-- --list\` lists all faults.
[mutants-by-machine.md](mutants-by-machine.md) shows which tool finds which fault.

${rows.length} of ${faults.length} faults are killed, in ${minutes} minutes; the longest takes ${Math.max(...seconds)} seconds.

${toLine(head)}
${toLine(head.map(() => '---'))}
${rows.join('\n')}
`;
}

function toRow({ fault, failed, seconds }: Killed): string {
  const { name, summary, rules } = fault;
  return toLine([`\`${name}\``, summary, rules, String(failed), seconds.toFixed(0)]);
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '/').replaceAll('\n', ' ')).join(' | ')} |`;
}
