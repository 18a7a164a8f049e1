import type { RequestListener } from 'node:http';
import type { NewId } from '../domain/ids.ts';
import { Refusal } from '../domain/refusal.ts';
import { createHttpServer, type HttpServer } from './sockets/http-server.ts';
import type { ConnectionLimits } from './sockets/connection-limits.ts';
import type { UnservedRequest } from './sockets/limited-server.ts';
import { helpLink } from './docs/docs-site.ts';
import { toErrorResponse } from './responses/error-responses.ts';
import { toRawResponse } from './responses/send-response.ts';
import { requestIdOf } from './exchange.ts';

export interface PublicServerOptions {
  readonly newId: NewId;
  /** Called for each 400 that this server sends and not the app. */
  readonly onMalformed: (request_id: string) => void;
  readonly limits: ConnectionLimits;
  /** True if a refusal links to the page of its code in the docs. */
  readonly linksHelp: boolean;
}

/** Creates the HTTP server of the public app. Requests that do not reach the app are refused in the contract's format (END-12). */
export function createPublicServer(
  app: RequestListener,
  { newId, onMalformed, limits, linksHelp }: PublicServerOptions,
): HttpServer {
  function refuse({ message, req }: UnservedRequest): string {
    const request_id = req ? requestIdOf(req, newId) : newId('req');
    onMalformed(request_id);
    const refusal = new Refusal('invalid_request', { message });
    const { status, headers, body } = toErrorResponse(refusal, request_id);
    const help = linksHelp ? helpLink(refusal.code, req) : {};
    return toRawResponse({ status, headers: { ...headers, ...help, 'Request-Id': request_id }, body });
  }

  return createHttpServer(app, { limits, refuse });
}
