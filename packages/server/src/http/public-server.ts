import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { NewId } from '../domain/ids.ts';
import { Refusal } from '../domain/refusal.ts';
import type { ConnectionLimits } from '../sockets/connection-limits.ts';
import { createHttpServer, type HttpServer } from '../sockets/http-server.ts';
import { helpLink } from './docs/help-link.ts';
import { toErrorResponse } from './responses/error-responses.ts';
import { toRawResponse } from './responses/raw-response.ts';
import { requestIdOf } from './request-id.ts';
import { sendResponse, type HttpResponse } from './responses/send-response.ts';

export interface PublicServerOptions {
  readonly newId: NewId;
  /** Called for each 400 that this server sends and not the app. */
  readonly onMalformed: (request_id: string) => void;
  readonly limits: ConnectionLimits;
  /** Whether a refusal links to the page of its code in the docs. */
  readonly linksHelp: boolean;
}

/** Creates the HTTP server of the public app. Requests that do not reach the app are refused in the contract's format (END-12). */
export function createPublicServer(
  app: RequestListener,
  { newId, onMalformed, limits, linksHelp }: PublicServerOptions,
): HttpServer {
  function refuse(message: string, req: IncomingMessage | undefined): HttpResponse {
    const request_id = req ? requestIdOf(req, newId) : newId('req');
    onMalformed(request_id);
    const refusal = new Refusal('invalid_request', { message });
    const { status, headers, body } = toErrorResponse(refusal, request_id);
    const help = linksHelp ? helpLink(refusal.code, req) : {};
    return { status, headers: { ...headers, ...help, 'Request-Id': request_id }, body };
  }

  function handle(...[req, res]: Parameters<RequestListener>): void {
    // RFC 9112 requires this refusal.
    if (req.headers.host === undefined && req.httpVersion === '1.1') {
      sendAndClose(res, refuse('The request has no Host header.', req));
    } else app(req, res);
  }

  return createHttpServer(handle, {
    limits,
    refuse: ({ message, req }) => toRawResponse(refuse(message, req)),
  });
}

function sendAndClose(res: ServerResponse, { headers, ...response }: HttpResponse): void {
  sendResponse(res, { ...response, headers: { ...headers, Connection: 'close' } });
}
