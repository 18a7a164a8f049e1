import type { IncomingMessage, ServerResponse } from 'node:http';

/** The parameters of a path by name, decoded. */
export type PathParameters = Readonly<Record<string, string>>;

/** One request and its response, with everything that is known about them so far. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The path as the contract writes it, once the route is found. It contains no value that the caller sent. */
  route: string | undefined;
  /** The operation, once path and method are known. */
  operationId: string | undefined;
  params: PathParameters;
  /** The JSON value of the body, once it is read; undefined if there is none. */
  body: unknown;
  /** Whether a text of the body can contain a lone surrogate. In UTF-8 only an escape sequence can express one. */
  hasEscapes: boolean;
}

/** Starts the exchange of a request. */
export function createExchange(req: IncomingMessage, res: ServerResponse): Exchange {
  return { req, res, route: undefined, operationId: undefined, params: {}, body: undefined, hasEscapes: false };
}
