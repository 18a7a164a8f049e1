import type { Fault } from './fault.ts';
import type { Machine } from './machines.ts';

export interface Found {
  readonly fault: Fault;
  /** The machines that found it. */
  readonly by: readonly Machine[];
}

/** docs/mutants-by-machine.md: fault by machine. */
export function machinesPage(verdicts: readonly Found[], machines: readonly Machine[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = ['Fault', ...machines.map(({ name }) => name)];
  const lines = verdicts.map(({ fault, by }) =>
    row([`\`${fault.name}\``, ...machines.map((machine) => (by.includes(machine) ? 'found' : '–'))]),
  );
  return `# Which machine finds which fault

Which of the machines that hold the service to the contract fail with a fault in it. A dash is a machine that ran and passed.
Written by \`npm run test:mutants -- --only NAME,NAME --machines all --write\`, which takes about six minutes a fault.
[mutants.md](mutants.md) says what each fault is, and which test finds it.

${row(head)}
${row(head.map(() => '---'))}
${lines.join('\n')}
`;
}
