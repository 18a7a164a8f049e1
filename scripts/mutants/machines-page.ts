import type { Fault } from './fault.ts';
import type { Machine } from './machines.ts';

export interface Found {
  readonly fault: Fault;
  /** The machines that found the fault. */
  readonly by: readonly Machine[];
}

/** Writes docs/mutants-by-machine.md: a table of faults and machines. */
export function machinesPage(verdicts: readonly Found[], machines: readonly Machine[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = ['Fault', ...machines.map(({ name }) => name)];
  const lines = verdicts.map(({ fault, by }) =>
    row([`\`${fault.name}\``, ...machines.map((machine) => (by.includes(machine) ? 'found' : '–'))]),
  );
  return `# Which tool finds which fault

Each row is a planted fault, each column a tool that checks the service. A dash means that the tool ran and passed.
\`npm run test:mutants -- --only NAME,NAME --machines all --write\` writes this page, in about six minutes per fault.
[mutants.md](mutants.md) describes each fault and names the test that finds it.

${row(head)}
${row(head.map(() => '---'))}
${lines.join('\n')}
`;
}
