import type { IPrismOutput } from '@stoplight/prism-core';
import type { IHttpRequest, IHttpResponse } from '@stoplight/prism-http';

/** One finding of Prism: a part of a request or a response that violates the contract. */
export interface Violation {
  readonly side: 'request' | 'response';
  /** Prism reports an undocumented response status as a warning. Treat every severity in a response as a failure. */
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  /** The path to the part, such as `body`, `guest`, `email`. Empty if the violation concerns the whole message. */
  readonly path: readonly string[];
  readonly message: string;
}

/** One request with its response status, and the violations that Prism found in both. */
export interface Exchange {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  /** True if the request belongs to an operation of the contract. Prism does not validate the response otherwise. */
  readonly routed: boolean;
  readonly violations: readonly Violation[];
}

// Prism numbers its severities in this order.
const severities = ['error', 'warning', 'information', 'hint'] as const;

export function toExchange(
  { method, url }: IHttpRequest,
  { output, validations }: IPrismOutput<IHttpResponse>,
): Exchange {
  const messages = [
    { side: 'request', diagnostics: validations.input },
    { side: 'response', diagnostics: validations.output },
  ] as const;
  const violations = messages.flatMap(({ side, diagnostics }) =>
    diagnostics.map(({ severity, path = [], message }) => ({
      side,
      severity: severities[severity] ?? 'error',
      path,
      message,
    })),
  );
  const routed = !violations.some(({ message }) => message === 'Selected route not found');
  return { method: method.toUpperCase(), path: url.path, status: output.statusCode, routed, violations };
}
