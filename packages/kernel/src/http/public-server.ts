import type { RequestListener } from 'node:http';
import type { ServiceContract } from '../contract.ts';
import type { NewId } from '../ids.ts';
import { leaveTrail } from '../log/trail.ts';
import { Refusal } from '../refusal.ts';
import { helpLink } from './docs/docs-site.ts';
import { toErrorResponse } from './error-responses.ts';
import { createReadRequestId } from './exchange.ts';
import type { RequestReportOptions } from './request-reports.ts';
import { createHttpServer, type HttpServer } from './sockets/http-server.ts';
import type { ConnectionLimits, UnservedRequest } from './sockets/limited-server.ts';
import { toRawResponse } from './sockets/raw-response.ts';

export interface PublicServerOptions extends Pick<RequestReportOptions, 'log' | 'observer'> {
  readonly contract: ServiceContract;
  readonly newId: NewId;
  readonly limits: ConnectionLimits;
  /** True if a refusal links to the page of its code in the docs. */
  readonly linksHelp: boolean;
}

/**
 * Creates the HTTP server of the public app. Requests that do not reach the app are refused in the contract's format, and have a log line
 * and a report as the others have (END-12).
 */
export function createPublicServer(
  app: RequestListener,
  { contract, newId, log, observer, limits, linksHelp }: PublicServerOptions,
): HttpServer {
  const readRequestId = createReadRequestId(contract);

  function refuse({ message, req }: UnservedRequest): string {
    const request_id = (req && readRequestId(req)) ?? newId('req');
    const refusal = new Refusal('invalid_request', { message });
    const { status, headers, body } = toErrorResponse(refusal, { contract, request_id });
    observer.responded({ operationId: 'unrouted', status, duration_ms: 0 });
    const line = { request_id, operationId: 'unrouted', status, error_code: refusal.code };
    // The connection is in the trail of the request before this one.
    leaveTrail(() => log.info(line));
    const help = linksHelp ? helpLink(refusal.code, { req, errors: contract.errors }) : {};
    return toRawResponse({
      status,
      headers: { 'Cache-Control': 'no-store', ...headers, ...help, 'Request-Id': request_id },
      body,
    });
  }

  return createHttpServer(app, { limits, refuse });
}
