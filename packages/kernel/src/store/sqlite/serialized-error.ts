import { BusyError } from '../store-errors.ts';
import { StoreError } from './sqlite-errors.ts';

/** An error in a message between threads. A structured clone would lose its class and its codes. */
export interface SerializedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** The codes that callers branch on. */
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

/** Returns the error that the other thread threw, with its class if callers branch on that class. */
export function deserializeError({ name, message, stack, codes, cause }: SerializedError): Error {
  const options = cause === undefined ? {} : { cause: deserializeError(cause) };
  const error = new (classes[name] ?? Error)(message, options);
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, codes);
}
