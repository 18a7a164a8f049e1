/** The reports of each request when it ends: its line in the log, its observer, and its entry in the log of its organization. */
import type { Logger } from 'pino';
import type { KeyMode, ServiceContract } from '../contract.ts';
import { leaveTrail, type Subject, trailFields } from '../log/trail.ts';
import type { PublicExchange } from './exchange.ts';
import { readIdempotencyKey } from './refusals.ts';

/** The number of log lines of rate_limited for one organization in a second. */
export const maxLinesPerSecond = 10;

/**
 * Bounds the log lines of requests over a limit. Such a request costs its sender nothing, so an organization could fill the log of all
 * others. The lines that are left out are counted in a line of their own, and every request is in the metrics.
 */
interface LimitedLines {
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

/** The report of a response. */
export interface Responded {
  /** `unrouted` if no path and method of the contract match. */
  readonly operationId: string;
  /** Undefined if the caller closed the connection before. */
  readonly status: number | undefined;
  readonly duration_ms: number;
}

/** A request of an organization that has ended, without its values. */
export interface EndedRequest extends Pick<PublicExchange, 'request_id' | 'own_id' | 'arrived'> {
  readonly operationId: string;
  readonly organization_id: string;
  readonly key_id: string;
  /** The mode of the key. */
  readonly mode: KeyMode;
  readonly method: string;
  /** The path as the contract writes it. */
  readonly route: string;
  /** Undefined if the caller closed the connection before. */
  readonly status: number | undefined;
  readonly error_code: string | undefined;
  /** The idempotency key of an operation that has one, if it is well-formed. */
  readonly idempotency_key: string | undefined;
  readonly subject: Subject | undefined;
  readonly duration_ms: number;
}

export interface RequestReportOptions {
  readonly contract: Pick<ServiceContract, 'idempotency'>;
  readonly log: Logger;
  readonly observer: { readonly responded: (report: Responded) => void };
  readonly noteRequest?: ((request: EndedRequest) => void) | undefined;
  /** The percentage of the successful requests that get a line. Refused and failed ones always get one. */
  readonly log_successes: number;
}

/**
 * Returns a function that reports a request when it ends: one log line and one report. Only some of the requests over a limit and,
 * if wanted, of the successful ones have a line. Lines contain no header, body, query or requested path, because these can contain secrets.
 */
export function createRequestReports({
  contract,
  log,
  observer,
  noteRequest,
  log_successes,
}: RequestReportOptions): (exchange: PublicExchange) => void {
  const limitedLines = createLimitedLines(log);

  return function reportWhenClosed(exchange) {
    const { req, res, begun_ms, trail, client_address } = exchange;
    res.on('close', () => {
      const { operationId = 'unrouted', route, organization_id, key_id, key_digest, isReplay, error_code } = exchange;
      const status = res.headersSent ? res.statusCode : undefined;
      const duration_ms = Math.round(performance.now() - begun_ms);
      observer.responded({ operationId, status, duration_ms });
      const ended = noteRequest && toEnded(exchange, { contract, status, duration_ms });
      if (ended) noteRequest(ended);
      if (isLeftOut({ status }, log_successes)) return;
      if (error_code === 'rate_limited' && organization_id !== undefined && !limitedLines.admit(organization_id))
        return;
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
  };
}

/** Returns whether a request is left out of a log that has this percentage of the successful requests. All others are logged. */
function isLeftOut({ status }: Pick<EndedRequest, 'status'>, successes_percent: number): boolean {
  return status !== undefined && status < 400 && Math.random() * 100 >= successes_percent;
}

/** The characters that a contract allows in an idempotency key. */
const printable = /^[ -~]+$/;

/** Returns the request without its values; undefined if no key authenticated it. */
function toEnded(
  exchange: PublicExchange,
  {
    contract,
    status,
    duration_ms,
  }: Pick<RequestReportOptions, 'contract'> & Pick<EndedRequest, 'status' | 'duration_ms'>,
): EndedRequest | undefined {
  const { req, request_id, own_id, arrived, operationId, route, organization_id, key_id, key_mode, error_code, trail } =
    exchange;
  if (operationId === undefined || route === undefined || organization_id === undefined) return undefined;
  if (key_id === undefined || key_mode === undefined) return undefined;
  const { idempotency } = contract;
  const key = idempotency.operations.includes(operationId) ? readIdempotencyKey(req, idempotency) : undefined;
  return {
    request_id,
    own_id,
    arrived,
    operationId,
    organization_id,
    key_id,
    mode: key_mode,
    method: req.method ?? '',
    route,
    status,
    error_code,
    idempotency_key: key !== undefined && printable.test(key) ? key : undefined,
    subject: trail.subject,
    duration_ms,
  };
}
