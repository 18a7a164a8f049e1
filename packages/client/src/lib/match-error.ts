import type { BookingClientError, CodeOf, RefusedError } from './errors.ts';

type CodeCases<Codes extends string> = { readonly [Code in Codes]: (error: RefusedError<Code>) => unknown };

/** One case for each code. `otherwise` handles every error without a code, and codes that a later version adds. */
export type ErrorCases<Failure extends BookingClientError> = CodeCases<CodeOf<Failure>> & {
  readonly otherwise: (error: BookingClientError) => unknown;
};

/** Cases for some codes. `rest` handles every other error. */
export type SomeErrorCases<Failure extends BookingClientError> = Partial<CodeCases<CodeOf<Failure>>> & {
  readonly rest: (error: BookingClientError) => unknown;
};

/** Refuses a case for anything but a code of the error: a typo does not compile. */
type KnownCases<Failure extends BookingClientError, Cases> = {
  readonly [Case in keyof Cases]: Case extends CodeOf<Failure> | 'rest' ? unknown : never;
};

type ReturnOf<Cases> = {
  [Case in keyof Cases]: Cases[Case] extends (error: never) => infer Value ? Value : never;
}[keyof Cases];

/**
 * Calls the case for the error's code and returns its value. With `otherwise` every code needs a case, so that a program
 * stops compiling when the contract gains a code. With `rest`, give cases only for the codes that you handle.
 *
 * ```ts
 * const { error } = await call.result();
 * if (error) matchError(error, { not_found: () => …, rest: (error) => … });
 * ```
 */
export function matchError<Failure extends BookingClientError, Cases extends SomeErrorCases<Failure>>(
  error: Failure,
  cases: Cases & KnownCases<Failure, Cases>,
): ReturnOf<Cases>;
export function matchError<Failure extends BookingClientError, Cases extends ErrorCases<Failure>>(
  error: Failure,
  cases: Cases,
): ReturnOf<Cases>;
export function matchError(
  error: BookingClientError,
  cases: Readonly<Partial<Record<string, (error: BookingClientError) => unknown>>>,
): unknown {
  const { code = 'rest' } = error;
  return (Object.hasOwn(cases, code) ? cases[code] : (cases['otherwise'] ?? cases['rest']))?.(error);
}
