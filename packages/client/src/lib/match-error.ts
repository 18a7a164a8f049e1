import type { UnknownValue } from './resources/received.ts';
import type { BookingClientError, RefusedError } from './errors.ts';
import type { ErrorCode } from './resources/resources.ts';

/** The codes that an error may carry: those of its operation where `.result()` gave it, all where it was caught. */
type CodeOf<E> = BookingClientError extends E
  ? ErrorCode
  : E extends RefusedError<infer Code>
    ? Exclude<Code, UnknownValue>
    : never;

/** One case for each code, and `otherwise` for all else: no answer, or a code that a later version adds. */
export type ErrorCases<E> = {
  readonly [Code in CodeOf<E>]: (error: RefusedError<Code>) => unknown;
} & { readonly otherwise: (error: BookingClientError) => unknown };

/**
 * Handles an error by its code. Leaves no code out: it stops compiling when the contract gains one.
 *
 * ```ts
 * const { error } = await client.bookings.get(id).result();
 * if (error) matchError(error, { not_found: () => …, …, otherwise: (error) => … });
 * ```
 */
export function matchError<E extends BookingClientError, Cases extends ErrorCases<E>>(
  error: E,
  cases: Cases,
): ReturnType<Cases[keyof Cases]> {
  const byCode: Readonly<Record<string, unknown>> = cases;
  const { code = 'otherwise' } = error;
  const handle = Object.hasOwn(cases, code) ? byCode[code] : cases.otherwise;
  // ErrorCases types each case for the code that it stands under.
  return (handle as (error: E) => ReturnType<Cases[keyof Cases]>)(error);
}
