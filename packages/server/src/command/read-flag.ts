import { StartError } from './start-error.ts';

/** What a flag's text must be: in words, and as a check that tells its value or undefined. */
export interface Check<T> {
  readonly takes: string;
  readonly parse: (text: string) => T | undefined;
}

/** The value of a flag; undefined where it was left out. Throws a StartError (exit code 2) where it is none. */
export function readFlag<T>(flag: string, text: string | undefined, { takes, parse }: Check<T>): T | undefined {
  if (text === undefined) return undefined;
  const value = parse(text);
  if (value !== undefined) return value;
  throw new StartError(`${flag} takes ${takes}, not ${JSON.stringify(text)}.`, { exitCode: 2 });
}

/** The same of a flag that must be given. */
export function requireFlag<T>(flag: string, text: string | undefined, check: Check<T>): T {
  const value = readFlag(flag, text, check);
  if (value !== undefined) return value;
  throw new StartError(`${flag} is missing: it takes ${check.takes}.`, { exitCode: 2 });
}
