import { isDeepStrictEqual } from 'node:util';
import { type BundledContract, isJsonObject, type Transition } from '../document/bundled-contract.ts';
import { type Finding, levelOf } from './contracts.ts';

/** One difference between the base and the revision. */
export interface ContractChange {
  /** JSON pointer into the contract. It names an entry of a list by its identity instead of its position. */
  readonly pointer: string;
  /** The old value. Undefined: absent. */
  readonly before: unknown;
  /** The new value. Undefined: absent. */
  readonly after: unknown;
  /** True if only text for readers changed. Programs do not depend on it. */
  readonly words: boolean;
}

/** Keys whose values are text for readers. Under `properties` the same names are fields instead. */
const wordKeys = new Set(['title', 'summary', 'description', 'meaning', 'message', 'action', 'sandbox', 'example']);

/** Returns every change between two contracts, breaking or not, each at the deepest differing value. */
export function listChanges(base: BundledContract, revision: BundledContract): ContractChange[] {
  return compare([], { before: base, after: revision });
}

function compare(path: readonly string[], written: { before: unknown; after: unknown }): ContractChange[] {
  const [before, after] = [byIdentity(written.before), byIdentity(written.after)];
  if (isDeepStrictEqual(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => compare([...path, key], { before: before[key], after: after[key] }));
  }
  return [{ pointer: jsonPointer(path), ...written, words: areWords(path) }];
}

function areWords(path: readonly string[]): boolean {
  return path.some((key, index) => {
    const inside = path[index - 1];
    if (key === 'examples' || key === 'x-codeSamples') return inside !== 'properties';
    const last = index === path.length - 1;
    return last && wordKeys.has(key) && inside !== 'properties' && inside !== 'headers';
  });
}

export interface TabledChanges {
  readonly changes: readonly ContractChange[];
  /** The breaking changes and the warnings, declared or not. */
  readonly findings: readonly Finding[];
}

const maxCharacters = 60;

/** Returns all changes as lines of text: breaking ones first, then warnings, compatible ones and words. Empty without changes. */
export function changeTable({ changes, findings }: TabledChanges): string {
  const others = changes.filter(({ pointer }) => !findings.some((finding) => isAbout(finding.pointer, pointer)));
  const rows = [
    ...findings.map((finding) => ({ kind: levelOf(finding), ...finding })).toSorted(byLevel),
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

function byLevel(one: { readonly kind: string }, other: { readonly kind: string }): number {
  return one.kind.localeCompare(other.kind);
}

/** Returns all changes but those of words as Markdown for readers: breaking ones and warnings with the fix, then what is new, gone and other than before. */
export function changelog({ changes, findings }: TabledChanges): string {
  const others = changes.filter(
    ({ pointer, words }) => !words && !findings.some((each) => isAbout(each.pointer, pointer)),
  );
  const line = ({ pointer, before, after }: Pick<ContractChange, 'pointer' | 'before' | 'after'>) => {
    if (before === undefined || after === undefined) return `- ${placeOf(pointer)}`;
    return `- ${placeOf(pointer)}: \`${text(before)}\` is now \`${text(after)}\``;
  };
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ...(['breaking', 'warning'] as const).map((level) => {
      const found = findings.filter((each) => levelOf(each) === level);
      const title = level === 'breaking' ? 'Breaking' : 'Warnings';
      return [title, found.map((finding) => `${line(finding)}. ${finding.advice}`)] as const;
    }),
    ['New', others.filter(({ before }) => before === undefined).map(line)],
    ['Removed', others.filter(({ after }) => after === undefined).map(line)],
    ['Changed', others.filter(({ before, after }) => before !== undefined && after !== undefined).map(line)],
  ];
  const written = sections.filter(([, lines]) => lines.length > 0);
  return written.map(([title, lines]) => `### ${title}\n\n${lines.join('\n')}\n`).join('\n');
}

/** The place of a pointer for readers: `POST /loans, requestBody.content`, `Loan.due_at`, `x-limits.default_limit`. */
function placeOf(pointer: string): string {
  const [first = '', ...keys] = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const rest = (from: number) => keys.slice(from).filter((key) => key !== 'properties');
  if (first === 'components') return `\`${rest(1).join('.')}\``;
  if (first !== 'paths' && first !== 'webhooks') return `\`${[first, ...keys].join('.')}\``;
  const [name = '', method] = keys;
  const operation = method === undefined ? name : `${method.toUpperCase()} ${name}`;
  return [
    `**${first === 'webhooks' ? name : operation}**`,
    ...(keys.length > 2 ? [`\`${rest(2).join('.')}\``] : []),
  ].join(', ');
}

/** Returns whether two pointers are equal or one contains the other. */
function isAbout(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

function text(value: unknown): string {
  const written = JSON.stringify(value) ?? 'nothing';
  return written.length > maxCharacters ? `${written.slice(0, maxCharacters)}…` : written;
}

/**
 * Returns a list whose entries have an id, a name, or a trigger and two states as an object by that identity. So the report
 * of a change names the entry, not its position. Returns any other value unchanged.
 */
export function byIdentity(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const entries = value.map((entry: unknown) => [identityOf(entry), entry] as const);
  return entries.length > 0 && entries.every(([identity]) => identity !== undefined)
    ? Object.fromEntries(entries)
    : value;
}

/** Returns the identity of a transition. */
export function transitionName({ trigger, from, to }: Pick<Transition, 'trigger' | 'from' | 'to'>): string {
  return `${trigger}:${from ?? 'none'}-${to}`;
}

function identityOf(entry: unknown): string | undefined {
  if (!isJsonObject(entry)) return undefined;
  // The schema of the transition table proves that an entry with a trigger is a transition.
  const identity = 'trigger' in entry ? transitionName(entry as unknown as Transition) : (entry['id'] ?? entry['name']);
  return typeof identity === 'string' ? identity : undefined;
}

/** Returns the JSON pointer (RFC 6901, as a URI fragment `#/…`) of a path of keys. */
export function jsonPointer(path: readonly string[]): string {
  return ['#', ...path.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}
