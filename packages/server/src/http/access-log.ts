import { errorCatalogue, type OperationId } from '@booking-service/contract';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Observer } from '../log/observer.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** The operation that the request is for, once its path and method are known. */
    operationId?: OperationId;
    /** The path as the contract writes it, once it is known: it holds no value of the caller's. */
    route?: string;
    /** The id of the key that calls, once it is known. */
    key_id?: string;
    /** The code of the refusal that is answered. */
    error_code?: string;
  }
}

/**
 * One line and one report for each request, when it is over: never a header, a body, a query or a path as it was asked
 * for, which may hold secrets.
 */
export function accessLog({ log, observer }: { log: Logger; observer: Pick<Observer, 'responded'> }): RequestHandler {
  return function logAnswer(req, res, next) {
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

/** The same for bytes that never became a request of the app's: answered invalid_request, whatever they were. */
export function logMalformed({ log, observer }: { log: Logger; observer: Pick<Observer, 'responded'> }) {
  const { status } = errorCatalogue.invalid_request;
  return (request_id: string): void => {
    observer.responded({ operationId: 'unrouted', status, duration_ms: 0 });
    log.info({ request_id, operationId: 'unrouted', status, error_code: 'invalid_request' });
  };
}
