import type { Fault } from './faults.ts';

export interface Verdict {
  readonly fault: Fault;
  /** The names of the machines that found it. */
  readonly found: readonly string[];
}

/** docs/mutants.md: fault by machine. */
export function mutantsPage(verdicts: readonly Verdict[], machines: readonly string[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = verdicts.map(({ fault, found }) =>
    row([`\`${fault.name}\`: ${fault.says}`, ...machines.map((name) => (found.includes(name) ? 'found' : '–'))]),
  );
  return `# Who finds which fault

Small faults, planted in the service one at a time, and which of the machines that hold it to the contract fail then. Written
by \`npm run test:mutants -- --write\`; the faults are in scripts/mutants/faults.ts. A dash is a machine that ran and passed.

${row(['Fault', ...machines])}
${row(['Fault', ...machines].map(() => '---'))}
${lines.join('\n')}
`;
}
