import type { Option } from 'commander';
import { createFlag, createRequiredFlag } from '../create-flag.ts';
import { wholeNumber, type ValueParser } from '../settings/value-parser.ts';

/** The values of the flags that every list of an organization has. */
export interface PageFlags {
  readonly org: string;
  readonly from?: string;
  readonly before?: string;
  readonly limit?: number;
  readonly cursor?: string;
  readonly json?: true;
}

const text: ValueParser<string> = { expected: 'an id', parse: (word) => word || undefined };

/** Accepts a time, and returns it in UTC. */
export const time: ValueParser<string> = {
  expected: 'a time such as 2026-11-21T09:30:00Z',
  parse(word) {
    const ms = Date.parse(word);
    return /^\d{4}-\d\d-\d\dT/.test(word) && !Number.isNaN(ms) ? new Date(ms).toISOString() : undefined;
  },
};

/** Accepts one of the values. */
export function oneOf<T extends string>(values: readonly T[]): ValueParser<T> {
  return { expected: `one of ${values.join(', ')}`, parse: (word) => values.find((value) => value === word) };
}

/** Returns the flag that names the organization. */
export function organizationFlag(meaning: string): Option {
  return createRequiredFlag('--org <ORGANIZATION>', meaning, text);
}

export const timeFlags: readonly Option[] = [
  createFlag('--from <TIME>', 'only what was created from this time, for example 2026-11-21T09:30:00Z', time),
  createFlag('--before <TIME>', 'only what was created before this time', time),
];

export const pageFlags: readonly Option[] = [
  createFlag('--limit <N>', 'the maximum of rows (default: 50)', wholeNumber(1, 100)),
  createFlag('--cursor <CURSOR>', 'continue after the page that printed this cursor', text),
];

/** Returns the fields that have a value. */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Only fields without a value are left out.
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
