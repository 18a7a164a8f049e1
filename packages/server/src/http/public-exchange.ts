import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationId } from '@booking-service/contract';
import type { Exchange } from './exchange.ts';

/** An exchange of the public contract. */
export interface PublicExchange extends Exchange {
  /** In every response and every log line of the request (END-14). */
  readonly request_id: string;
  /** When the request arrived, on the monotonic clock of the computer. */
  readonly begun_ms: number;
  operationId: OperationId | undefined;
  /** The caller, once it is known, for the log. */
  organization_id: string | undefined;
  key_id: string | undefined;
  /** The RateLimit headers, once the organization is known (LIM-2). */
  rate_limit: Readonly<Record<string, string>> | undefined;
  /** The code of the refusal, if the request was refused. */
  error_code: string | undefined;
}

export function createPublicExchange(req: IncomingMessage, res: ServerResponse, request_id: string): PublicExchange {
  return {
    req,
    res,
    request_id,
    begun_ms: performance.now(),
    route: undefined,
    operationId: undefined,
    params: {},
    body: undefined,
    hasEscapes: false,
    organization_id: undefined,
    key_id: undefined,
    rate_limit: undefined,
    error_code: undefined,
  };
}

/** The headers of every response of the public contract: the rate limit, once it is known, and the request id (LIM-2, END-14). */
export function publicHeaders({ rate_limit, request_id }: PublicExchange): Record<string, string> {
  return { ...rate_limit, 'Request-Id': request_id };
}
