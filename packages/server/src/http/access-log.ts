import { errorCatalogue } from '@booking-service/contract';
import type { Logger } from 'pino';
import type { Observer } from '../log/observer.ts';
import { leaveTrail, trailFields } from '../log/trail.ts';
import type { LimitedLines } from './limited-lines.ts';
import type { PublicExchange } from './public-exchange.ts';

export interface AccessLogOptions {
  readonly log: Logger;
  readonly observer: Pick<Observer, 'responded'>;
}

export interface AccessLines extends AccessLogOptions {
  readonly limitedLines: LimitedLines;
}

/**
 * Writes one log line and one report when a request ends; of requests over a limit only some have a line. They contain no header, body, query or requested path, because these
 * can contain secrets.
 */
export function logWhenClosed(exchange: PublicExchange, { log, observer, limitedLines }: AccessLines): void {
  const { req, res, begun_ms, trail, client_address } = exchange;
  res.on('close', () => {
    const { operationId = 'unrouted', route, organization_id, key_id, key_digest, isReplay, error_code } = exchange;
    const status = res.headersSent ? res.statusCode : undefined;
    const duration_ms = Math.round(performance.now() - begun_ms);
    observer.responded({ operationId, status, duration_ms });
    if (error_code === 'rate_limited' && organization_id !== undefined && !limitedLines.admit(organization_id)) return;
    const line = {
      ...trailFields(trail),
      operationId,
      organization_id,
      key_id,
      key_digest,
      client_address,
      method: req.method,
      route,
      status: status ?? null,
      error_code,
      replayed: isReplay ? true : undefined,
      duration_ms,
    };
    // The event may come within the trail of another request of the connection.
    leaveTrail(() => log.info(line));
  });
}

/** The same for a request that did not reach the listener. Its response is always invalid_request. */
export function logMalformed({ log, observer }: AccessLogOptions) {
  const { status } = errorCatalogue.invalid_request;
  return (request_id: string): void => {
    observer.responded({ operationId: 'unrouted', status, duration_ms: 0 });
    const line = { request_id, operationId: 'unrouted', status, error_code: 'invalid_request' };
    // The connection is in the trail of the request before this one.
    leaveTrail(() => log.info(line));
  };
}
