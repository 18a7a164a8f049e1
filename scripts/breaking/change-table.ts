import type { Finding } from './finding.ts';
import type { ContractChange } from './list-changes.ts';

export interface TabledChanges {
  readonly changes: readonly ContractChange[];
  /** The breaking ones, whether they are declared or not. */
  readonly findings: readonly Finding[];
}

const longest = 60;

/** All changes in lines for a reader: what breaks first, then what is compatible, then words. Empty where there is none. */
export function changeTable({ changes, findings }: TabledChanges): string {
  const others = changes.filter(({ pointer }) => !findings.some((finding) => isAbout(finding.pointer, pointer)));
  const rows = [
    ...findings.map((finding) => ({ kind: 'breaking', ...finding })),
    ...others.filter(({ words }) => !words).map((change) => ({ kind: 'compatible', ...change })),
    ...others.filter(({ words }) => words).map((change) => ({ kind: 'words', ...change })),
  ];
  return rows
    .map(
      ({ kind, pointer, before, after }) =>
        `${kind.padEnd(12)}${pointer}\n${' '.repeat(12)}${text(before)} -> ${text(after)}\n`,
    )
    .join('');
}

/** Whether one of two pointers leads to the other's place, or into it. */
function isAbout(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

function text(value: unknown): string {
  const written = JSON.stringify(value) ?? 'nothing';
  return written.length > longest ? `${written.slice(0, longest)}…` : written;
}
