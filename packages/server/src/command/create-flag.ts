import { Option } from 'commander';
import type { ValueParser } from './settings/value-parsers.ts';
import { StartError } from './start-error.ts';
import { hasPassword } from '@booking-service/kernel/store';
import type { StoreLocation } from './open-store.ts';

/** A flag with a value. A wrong value throws a StartError (exit code 2). */
export function createFlag<T>(form: string, meaning: string, { expected, parse }: ValueParser<T>): Option {
  const flag = new Option(form, meaning);
  return flag.argParser((text) => {
    const value = parse(text);
    if (value !== undefined) return value;
    throw new StartError(`${flag.long} must be ${expected}, not ${JSON.stringify(text)}.`, { exitCode: 2 });
  });
}

/** The same, but the command refuses to run without it. */
export function createRequiredFlag<T>(form: string, meaning: string, parser: ValueParser<T>): Option {
  return createFlag(form, meaning, parser).makeOptionMandatory();
}

/** Makes a command print JSON for programs, instead of text for people. */
export const jsonFlag: Option = new Option('--json', 'print JSON');

/** Returns the flag that names the organization. */
export function organizationFlag(meaning: string): Option {
  return createRequiredFlag('--org <ORGANIZATION>', meaning, { expected: 'an id', parse: (text) => text || undefined });
}

/**
 * Returns the flag for this location, with a space before it, for a command that the user can paste. Returns an empty string
 * for the default location, and for a URL with a password: a password must not be in a command line.
 */
export function locationFlag({ data, database, cells }: StoreLocation): string {
  if (cells !== undefined) return ` --cells ${quoted(cells.file)}`;
  if (database !== undefined) return hasPassword(database) ? '' : ` --database ${JSON.stringify(database)}`;
  return data === 'data' ? '' : ` --data ${quoted(data)}`;
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : JSON.stringify(path);
}
