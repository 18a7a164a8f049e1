import type { IPrismOutput } from '@stoplight/prism-core';
import type { IHttpRequest, IHttpResponse } from '@stoplight/prism-http';

/** One way in which a request or a response does not fit the contract, as Prism says it. */
export interface Violation {
  readonly side: 'request' | 'response';
  /** Prism calls an undocumented response status a warning; in a response no severity is fine. */
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  /** Where in it: `body`, `guest`, `email`. Empty where the whole is meant. */
  readonly path: readonly string[];
  readonly message: string;
}

/** A request that Prism answered, and what it found in it and in the answer. */
export interface Exchange {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  /** Whether it is of an operation of the contract. What is of none is forwarded, and its answer not judged. */
  readonly routed: boolean;
  readonly violations: readonly Violation[];
}

// The severities of Prism's diagnostics are these places.
const severities = ['error', 'warning', 'information', 'hint'] as const;

export function toExchange(
  { method, url }: IHttpRequest,
  { output, validations }: IPrismOutput<IHttpResponse>,
): Exchange {
  const sides = [
    { side: 'request', found: validations.input },
    { side: 'response', found: validations.output },
  ] as const;
  const violations = sides.flatMap(({ side, found }) =>
    found.map(({ severity, path = [], message }) => ({
      side,
      severity: severities[severity] ?? 'error',
      path,
      message,
    })),
  );
  const routed = !violations.some(({ message }) => message === 'Selected route not found');
  return { method: method.toUpperCase(), path: url.path, status: output.statusCode, routed, violations };
}
