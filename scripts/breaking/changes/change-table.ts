import type { Finding } from '../finding.ts';
import type { ContractChange } from './list-changes.ts';

export interface TabledChanges {
  readonly changes: readonly ContractChange[];
  /** The breaking changes, declared or not. */
  readonly findings: readonly Finding[];
}

const maxCharacters = 60;

/** Returns all changes as lines of text: breaking ones first, then compatible ones, then words. Empty without changes. */
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

/** Returns whether two pointers are equal or one contains the other. */
function isAbout(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

function text(value: unknown): string {
  const written = JSON.stringify(value) ?? 'nothing';
  return written.length > maxCharacters ? `${written.slice(0, maxCharacters)}…` : written;
}
