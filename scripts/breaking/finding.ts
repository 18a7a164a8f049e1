/** One breaking change, as the gate tells of it. */
export interface Finding {
  /** Where it was found and what happened: `wire/path-removed`, `limits/lowered`. */
  readonly rule: string;
  /** JSON pointer into the contract. An entry of a list is named by its identity, not by its place in the list. */
  readonly pointer: string;
  /** The released value; undefined where there was none. */
  readonly before: unknown;
  /** The value now; undefined where there is none any more. */
  readonly after: unknown;
  /** What to do instead. */
  readonly advice: string;
}

const longest = 160;

/** A finding in three lines: what and where, old and new, what to do. */
export function findingText({ rule, pointer, before, after, advice }: Finding): string {
  return `${rule}  ${pointer}\n  ${valueText(before)} -> ${valueText(after)}\n  ${advice}`;
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
