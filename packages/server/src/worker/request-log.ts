/**
 * The log of the requests of each organization (REQ-1), written beside them:
 *  1. note    A request that ends is kept in memory: no request waits for the log. Beyond a number it is dropped and counted.
 *  2. flush   A second later, all noted requests are stored together, with one insertion for many rows.
 *  3. trim    After each tenth of the limit, the rows of an environment beyond the limit are removed.
 * A process that is killed loses the requests of its last second. A flush that fails loses its requests: they are counted.
 */
import { limits, type OperationId } from '@booking-service/contract';
import type { EndedRequest } from '@booking-service/kernel/http';
import { errorLine, leaveTrail } from '@booking-service/kernel/log';
import type { Clock, Ticker } from '@booking-service/kernel/time';
import type { Logger } from 'pino';
import { type Removal, removeInSteps } from '@booking-service/kernel';
import { keptSince } from '@booking-service/kernel/store';
import type { Observer } from '../log/observer.ts';
import type { RequestLogWrites, RequestRow } from '../store/requests/requests.ts';

/** The maximum time until a request is stored. */
const flush_ms = 1_000;
/** The requests that may wait for the store, in all about 5 MB. */
export const maxWaiting = 10_000;
/** Those of one organization between two flushes: one that floods the service displaces no requests of others. */
export const maxWaitingOfOne = 2_000;
/** The rows of one insertion. */
const maxInserted = 1_000;
/** The environments whose new rows are counted. */
const maxCounted = 10_000;

/** Requests that read the log. A program that follows the log would otherwise fill it. */
const unlogged: ReadonlySet<string> = new Set<OperationId>(['getRequest', 'listRequests']);

interface RequestLogOptions {
  readonly store: Pick<RequestLogWrites, 'recordRequests' | 'trimRequests'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly observer: Pick<Observer, 'requestsDropped'>;
  /** The percentage of requests with a status below 400 that are logged. All others are always logged. */
  readonly successes_percent: number;
  /** The rows of one environment. Default: those of the contract. */
  readonly rows?: number;
}

export interface RequestLog {
  /** Notes a request that ended. It writes nothing itself, and never throws. */
  note(request: EndedRequest): void;
  /** Stores the noted requests. Resolves when they are stored or dropped. Never rejects. */
  flush(): Promise<void>;
}

export function createRequestLog({
  store,
  clock,
  log,
  observer,
  successes_percent,
  rows = limits.request_log.rows,
}: RequestLogOptions): RequestLog {
  let waiting: RequestRow[] = [];
  /** The number of waiting requests of each organization. */
  const counts = new Map<string, number>();
  let storing: Promise<void> = Promise.resolve();
  /** The requests that are being stored. They wait, too. */
  let unstored = 0;
  let cancel: (() => void) | undefined;
  /** The rows of each environment since it was trimmed. An environment that this process has not met is trimmed first. */
  const written = new Map<string, number>();

  async function insert(requests: readonly RequestRow[]): Promise<void> {
    try {
      await store.recordRequests(requests);
    } catch (error) {
      observer.requestsDropped({ reason: 'not_stored', count: requests.length });
      log.warn({ err: errorLine(error), requests: requests.length }, 'could not store the log of requests');
      return;
    }
    for (const own of Map.groupBy(requests, ({ organization_id, mode }) => `${organization_id} ${mode}`).values())
      await trim(own);
  }

  async function trim(own: readonly RequestRow[]): Promise<void> {
    const [first] = own;
    if (!first) return;
    const { organization_id, mode } = first;
    const name = `${organization_id} ${mode}`;
    const count = (written.get(name) ?? rows) + own.length;
    if (written.size >= maxCounted) written.clear();
    written.set(name, count);
    if (count < rows / 10) return;
    try {
      await store.trimRequests({ organization_id, mode, keep: rows });
      written.set(name, 0);
    } catch (error) {
      log.warn({ err: errorLine(error), organization_id }, 'could not remove the oldest requests of the log');
    }
  }

  function flush(): Promise<void> {
    cancel?.();
    cancel = undefined;
    const requests = waiting;
    waiting = [];
    counts.clear();
    unstored += requests.length;
    storing = storing.then(async () => {
      for (let at = 0; at < requests.length; at += maxInserted) await insert(requests.slice(at, at + maxInserted));
      unstored -= requests.length;
    });
    return storing;
  }

  return {
    flush,
    note(request) {
      if (unlogged.has(request.operationId)) return;
      const { status } = request;
      if (status !== undefined && status < 400 && Math.random() * 100 >= successes_percent) return;
      const { organization_id } = request;
      const own = counts.get(organization_id) ?? 0;
      if (waiting.length + unstored >= maxWaiting || own >= maxWaitingOfOne) {
        observer.requestsDropped({ reason: 'queue_full', count: 1 });
        return;
      }
      counts.set(organization_id, own + 1);
      waiting.push(toRow(request));
      cancel ??= leaveTrail(() => clock.after(flush_ms, () => void flush()));
    },
  };
}

function toRow(request: EndedRequest): RequestRow {
  const { organization_id, mode, operationId, method, route, status, error_code, idempotency_key } = request;
  return {
    organization_id,
    mode,
    position: request.own_id,
    id: request.request_id,
    created: request.arrived.toISOString(),
    operation: operationId,
    method,
    path: route,
    status: status ?? null,
    error_code: error_code ?? null,
    key_id: request.key_id,
    idempotency_key: idempotency_key ?? null,
    booking_id: request.subject?.['booking_id'] ?? null,
    latency_ms: request.duration_ms,
  };
}

interface RequestRemoval extends Pick<Removal, 'clock' | 'log'> {
  readonly store: Pick<RequestLogWrites, 'removeRequests'>;
  readonly request_log_days: number;
}

/** Removes old requests from the log every hour (REQ-1). Returns the ticker. Never rejects. */
export function startRequestRemoval({ store, clock, log, request_log_days }: RequestRemoval): Ticker {
  return removeInSteps({
    clock,
    log,
    rows: 'requests from the log',
    async removeSome({ now, from }) {
      const { next } = await store.removeRequests({
        before: keptSince(now, { retention_days: request_log_days }),
        from,
      });
      return next;
    },
  });
}
