/** One breaking change. */
export interface Finding {
  /** The area and the kind of the change: `wire/path-removed`, `limits/lowered`. */
  readonly rule: string;
  /** JSON pointer into the contract. It names an entry of a list by its identity instead of its position. */
  readonly pointer: string;
  /** The released value. Undefined: absent. */
  readonly before: unknown;
  /** The current value. Undefined: absent. */
  readonly after: unknown;
  /** The fix. */
  readonly advice: string;
}

const maxCharacters = 160;

/** Returns a finding in three lines: rule and pointer, old and new value, advice. */
export function findingText({ rule, pointer, before, after, advice }: Finding): string {
  return `${rule}  ${pointer}\n  ${valueText(before)} -> ${valueText(after)}\n  ${advice}`;
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}
