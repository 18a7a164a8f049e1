import { errorCatalogue, type OperationId } from '@booking-service/contract';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Observer } from '../log/observer.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** The operation, once the route is found. */
    operationId?: OperationId;
    /** The path as the contract writes it, once the route is found. It contains no value that the caller sent. */
    route?: string;
    /** The id of the API key, once it is known. */
    key_id?: string;
    /** The code of the refusal, if the request was refused. */
    error_code?: string;
  }
}

/**
 * Writes one log line and one report when a request ends. They contain no header, body, query or requested path, because these
 * can contain secrets.
 */
export function accessLog({ log, observer }: { log: Logger; observer: Pick<Observer, 'responded'> }): RequestHandler {
  return function logWhenClosed(req, res, next) {
    const begun = performance.now();
    res.once('close', () => {
      const { request_id, operationId = 'unrouted', route, organization_id, key_id, error_code } = res.locals;
      const status = res.headersSent ? res.statusCode : undefined;
      const duration_ms = Math.round(performance.now() - begun);
      observer.responded({ operationId, status, duration_ms });
      log.info({
        request_id,
        operationId,
        organization_id,
        key_id,
        method: req.method,
        route,
        status: status ?? null,
        error_code,
        duration_ms,
      });
    });
    next();
  };
}

/** The same for a request that did not reach the app. Its response is always invalid_request. */
export function logMalformed({ log, observer }: { log: Logger; observer: Pick<Observer, 'responded'> }) {
  const { status } = errorCatalogue.invalid_request;
  return (request_id: string): void => {
    observer.responded({ operationId: 'unrouted', status, duration_ms: 0 });
    log.info({ request_id, operationId: 'unrouted', status, error_code: 'invalid_request' });
  };
}
