import { BusyError } from '../../busy-error.ts';
import { StoreError } from './store-error.ts';

/** An error on its way between threads: a structured clone would lose its class, its code and SQLite's own code. */
export interface CarriedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Codes by which callers tell errors apart. */
  readonly codes: { readonly code?: string; readonly errcode?: number; readonly errstr?: string };
  readonly cause: CarriedError | undefined;
}

const classes: Readonly<Record<string, new (message: string, options: ErrorOptions) => Error>> = {
  BusyError,
  StoreError,
  RangeError,
  TypeError,
};

export function carryError(error: unknown): CarriedError {
  if (!(error instanceof Error)) return carryError(new Error(String(error)));
  const { name, message, stack, cause } = error;
  const codes = Object.fromEntries(
    Object.entries(error).filter(([key]) => key === 'code' || key === 'errcode' || key === 'errstr'),
  );
  return { name, message, stack, codes, cause: cause === undefined ? undefined : carryError(cause) };
}

/** The error as it was thrown in the other thread, of the same class where callers branch on that. */
export function uncarryError({ name, message, stack, codes, cause }: CarriedError): Error {
  const options = cause === undefined ? {} : { cause: uncarryError(cause) };
  const error = new (classes[name] ?? Error)(message, options);
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, codes);
}
