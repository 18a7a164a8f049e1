import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationId } from '@booking-service/contract';
import { readTraceparent, type Trail } from '../log/trail.ts';
import type { NewId } from '../domain/ids.ts';

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
  /** True if a text of the body can contain a lone surrogate. In UTF-8 only an escape sequence can express one. */
  hasEscapes: boolean;
}

/** Starts the exchange of a request. */
export function createExchange(req: IncomingMessage, res: ServerResponse): Exchange {
  return { req, res, route: undefined, operationId: undefined, params: {}, body: undefined, hasEscapes: false };
}

/** An exchange of the public contract. */
export interface PublicExchange extends Exchange {
  /** In every response and every log line of the request (END-14). */
  readonly request_id: string;
  /** Joins the log lines of the request with those of everything that it causes. */
  readonly trail: Trail;
  /** The address of the client, for the log. */
  readonly client_address: string | undefined;
  /** The arrival of the request on the monotonic clock of the computer. */
  readonly begun_ms: number;
  operationId: OperationId | undefined;
  /** The caller, once it is known, for the log. */
  organization_id: string | undefined;
  key_id: string | undefined;
  /** The first characters of the API key's digest. They name the key while the database cannot. */
  key_digest: string | undefined;
  /** True if the response is a replay (IDM-1). */
  isReplay: boolean;
  /** The RateLimit headers, once the organization is known (LIM-2). */
  rate_limit: Readonly<Record<string, string>> | undefined;
  /** The code of the refusal, if the request was refused. */
  error_code: string | undefined;
}

export function createPublicExchange(
  req: IncomingMessage,
  res: ServerResponse,
  { request_id, client_address }: Pick<PublicExchange, 'request_id' | 'client_address'>,
): PublicExchange {
  return {
    req,
    res,
    request_id,
    trail: { request_id, traceparent: readTraceparent(req.headers['traceparent']), booking_id: undefined },
    client_address,
    begun_ms: performance.now(),
    route: undefined,
    operationId: undefined,
    params: {},
    body: undefined,
    hasEscapes: false,
    organization_id: undefined,
    key_id: undefined,
    key_digest: undefined,
    isReplay: false,
    rate_limit: undefined,
    error_code: undefined,
  };
}

/** The headers of every response of the public contract: the rate limit, once it is known, and the request id (LIM-2, END-14). */
export function publicHeaders({ rate_limit, request_id }: PublicExchange): Record<string, string> {
  return { ...rate_limit, 'Request-Id': request_id };
}

const wellFormed = /^req_[0-9A-Za-z]{8,64}$/;

/** Returns the caller's Request-Id if it is well-formed, otherwise a new one (END-14). */
export function requestIdOf({ headers }: IncomingMessage, newId: NewId): string {
  const given = headers['request-id'];
  return typeof given === 'string' && wellFormed.test(given) ? given : newId('req');
}
