import { errorCatalogue } from '@booking-service/contract';
import type { Logger } from 'pino';
import type { Observer } from '../log/observer.ts';
import { leaveTrail, trailFields } from '../log/trail.ts';
import type { PublicExchange } from './exchange.ts';

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

/** The number of log lines of rate_limited for one organization in a second. */
export const maxLinesPerSecond = 10;

/**
 * Bounds the log lines of requests over a limit. Such a request costs its sender nothing, so an organization could fill the log of all
 * others. The lines that are left out are counted in a line of their own, and every request is in the metrics.
 */
export interface LimitedLines {
  /** Returns whether the request gets a line of its own. */
  admit(organization_id: string): boolean;
}

export function createLimitedLines(log: Pick<Logger, 'info'>): LimitedLines {
  let second = Number.NaN;
  const counts = new Map<string, number>();

  function reportLeftOut(): void {
    for (const [organization_id, count] of counts) {
      const left_out = count - maxLinesPerSecond;
      if (left_out > 0)
        log.info({ organization_id, error_code: 'rate_limited', left_out }, 'refused requests without a line');
    }
    counts.clear();
  }

  return {
    admit(organization_id) {
      const current = Math.floor(performance.now() / 1000);
      if (current !== second) reportLeftOut();
      second = current;
      const count = (counts.get(organization_id) ?? 0) + 1;
      counts.set(organization_id, count);
      return count <= maxLinesPerSecond;
    },
  };
}
