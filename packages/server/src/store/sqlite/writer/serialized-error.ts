import { BusyError } from '../../busy-error.ts';
import { StoreError } from '../file/store-error.ts';

/** An error on its way between threads: a structured clone would lose its class, its code and SQLite's own code. */
export interface SerializedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Codes by which callers tell errors apart. */
  readonly codes: { readonly code?: string; readonly errcode?: number; readonly errstr?: string };
  readonly cause: SerializedError | undefined;
}

const classes: Readonly<Record<string, new (message: string, options: ErrorOptions) => Error>> = {
  BusyError,
  StoreError,
  RangeError,
  TypeError,
};

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return serializeError(new Error(String(error)));
  const { name, message, stack, cause } = error;
  const codes = Object.fromEntries(
    Object.entries(error).filter(([key]) => key === 'code' || key === 'errcode' || key === 'errstr'),
  );
  return { name, message, stack, codes, cause: cause === undefined ? undefined : serializeError(cause) };
}

/** The error as it was thrown in the other thread, of the same class where callers branch on that. */
export function deserializeError({ name, message, stack, codes, cause }: SerializedError): Error {
  const options = cause === undefined ? {} : { cause: deserializeError(cause) };
  const error = new (classes[name] ?? Error)(message, options);
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, codes);
}
