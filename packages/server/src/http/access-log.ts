import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** One line for each answered request: never a header, a body or a query, which may hold secrets. */
export function accessLog({ log }: { log: Logger }): RequestHandler {
  return function logAnswer(req, res, next) {
    if (!log.isLevelEnabled('info')) return next();
    const begun = performance.now();
    res.once('close', () => {
      const { request_id, organization_id } = res.locals;
      const duration_ms = Math.round(performance.now() - begun);
      log.info({
        request_id,
        organization_id,
        method: req.method,
        path: req.path,
        status: res.headersSent ? res.statusCode : null,
        duration_ms,
      });
    });
    next();
  };
}
