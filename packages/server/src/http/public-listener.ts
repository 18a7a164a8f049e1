/** The listener and the HTTP server of the public contract, with the log line and the span of each request. */
import type { RequestListener } from 'node:http';
import { idempotency, operationTable, type OperationId, type OperationRow } from '@booking-service/contract';
import type { Logger } from 'pino';
import { createClientAddress } from '@booking-service/kernel/addresses';
import type { NewId } from '@booking-service/kernel/ids';
import { Refusal } from '../domain/refusal.ts';
import type { Observer } from '../log/observer.ts';
import type { Tracing, OpenSpan, SpanStart } from '@booking-service/kernel/log/tracing';
import { followTrail, leaveTrail, trailFields } from '@booking-service/kernel/log/trail';
import { operations, type OperationContext } from '../operations/index.ts';
import { createArrivals, authenticate } from './authenticate.ts';
import { type DocsSite, helpLink } from './docs/docs-site.ts';
import { findDocsAt, sendDocs } from './docs/send-docs.ts';
import { errorResponses, toErrorResponse } from './error-responses.ts';
import {
  createPublicExchange,
  type HttpResponse,
  type PublicExchange,
  publicHeaders,
  requestIdOf,
  toRawResponse,
} from './exchange.ts';
import {
  belowMount,
  createOperationListener,
  type Handle,
  type Listener,
  pathOf,
  type RequestTarget,
} from './operation-listener.ts';
import { createChecks, type CheckOptions, type IncomingRequest, createRequestShares } from './refusals.ts';
import { createHttpServer, type HttpServer } from '@booking-service/kernel/http/sockets/http-server';
import type { UnservedRequest, ConnectionLimits } from '@booking-service/kernel/http/sockets/limited-server';
import { loadContractDocument } from './validation/contract-document.ts';
import { createValidators, type Validators } from './validation/validate.ts';

export interface PublicListenerOptions {
  readonly context: OperationContext;
  readonly checks: Omit<CheckOptions, 'validatorOf'>;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'responded'>;
  readonly tracing?: Tracing | undefined;
  /** The proxies whose X-Forwarded-For is read. */
  readonly trustedProxies: readonly string[];
  /** The site at /docs. Refusals link to it. */
  readonly docs: DocsSite | undefined;
}

/** The validators of the public contract. All services of a process share them. */
export const contractValidators: Validators<OperationId> = createValidators(loadContractDocument, operationTable);

/** A handler of any operation. Validation gives its request the shape that the contract states. */
type AnyHandler = (request: unknown, ...context: [unknown, OperationContext]) => Promise<HttpResponse>;

/**
 * Creates the listener of the public contract. A request is refused, or gets its replay, in the order that the contract states
 * (refusals.ts).
 */
export function createPublicListener({
  context,
  checks,
  log,
  observer,
  tracing,
  trustedProxies,
  docs,
}: PublicListenerOptions): Listener {
  const options = { ...checks, validatorOf: contractValidators.validatorOf };
  const respondToError = errorResponses({ log, linksHelp: docs !== undefined });
  const limitedLines = createLimitedLines(log);
  const arrivals = createArrivals();
  const requestShares = createRequestShares();
  const findClientAddress = createClientAddress(trustedProxies);

  const open: (...request: Parameters<Listener>) => PublicExchange = (req, res) => {
    const request_id = requestIdOf(req, context.newId);
    const { remoteAddress: peer } = req.socket;
    const client_address = findClientAddress({ peer, forwarded: req.headers['x-forwarded-for'] });
    const exchange = createPublicExchange(req, res, { request_id, client_address });
    logWhenClosed(exchange, { log, observer, limitedLines });
    return exchange;
  };

  function createHandler(operationId: OperationId, row: OperationRow): Handle<PublicExchange> {
    const check = createChecks({ operationId, row }, options);
    const operation = operations[operationId] as AnyHandler;
    const authentication = { ...options, row, arrivals };
    return async (exchange) => {
      const { caller, counted } = await authenticate(exchange, authentication);
      const { id } = caller.organization;
      exchange.organization_id = id;
      exchange.key_id = caller.key.id;
      const incoming: IncomingRequest = { exchange, caller, counted, in_progress: requestShares.begin(id) };
      try {
        const checking = check(incoming);
        const replay = checking && (await checking);
        const response = replay ?? (await operation(incoming.valid, caller, context));
        exchange.isReplay = response.headers?.[idempotency.replay_header] !== undefined;
        return belowMount(exchange.req, response);
      } finally {
        requestShares.end(id);
      }
    };
  }

  const serve = createOperationListener({
    table: operationTable,
    open,
    createHandler,
    headersOf: publicHeaders,
    around: (exchange, target, respond) =>
      followTrail(exchange.trail, () => (tracing ? traceRequest(exchange, { tracing, target, respond }) : respond())),
    respondToError,
  });
  if (!docs) return serve;
  return function serveWithDocs(req, res, next) {
    const target = findDocsAt(pathOf(req), docs, { req, isMounted: next !== undefined });
    if (target) void sendDocs(open(req, res), { target, site: docs }, respondToError);
    else serve(req, res, next);
  };
}

interface AccessLogOptions {
  readonly log: Logger;
  readonly observer: Pick<Observer, 'responded'>;
}

/**
 * Writes one log line and one report when a request ends; of requests over a limit only some have a line. They contain no header, body,
 * query or requested path, because these can contain secrets.
 */
function logWhenClosed(
  exchange: PublicExchange,
  { log, observer, limitedLines }: AccessLogOptions & { readonly limitedLines: LimitedLines },
): void {
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

/** Serves a request in a span that continues the trace of the caller. It follows the stable conventions for HTTP servers. */
function traceRequest(
  exchange: PublicExchange,
  { tracing, target, respond }: { tracing: Tracing; target: RequestTarget; respond: () => Promise<void> },
): Promise<void> {
  const { trail } = exchange;
  return tracing.span(startOf(exchange, target), async (span) => {
    trail.traceparent = span.traceparent;
    await respond();
    describe(span, exchange);
  });
}

/** The path and the query are left out: they may contain anything. */
function startOf({ req, trail, request_id }: PublicExchange, { template, operationId }: RequestTarget): SpanStart {
  const { method = '' } = req;
  return {
    name: template === undefined ? method : `${method} ${template}`,
    kind: 'server',
    parent: trail.traceparent,
    attributes: {
      'http.request.method': method,
      'http.route': template,
      'url.scheme': 'http',
      'booking_service.operation_id': operationId,
      'booking_service.request_id': request_id,
    },
  };
}

function describe(span: OpenSpan, { res, trail, organization_id, error_code, isReplay }: PublicExchange): void {
  const { statusCode } = res;
  span.set({
    'http.response.status_code': statusCode,
    'booking_service.organization_id': organization_id,
    'booking_service.booking_id': trail.subject?.['booking_id'],
    'booking_service.replayed': isReplay ? true : undefined,
    'booking_service.error_code': error_code,
  });
  // A refusal of a request is no failure of the service.
  if (statusCode >= 500) span.fail(error_code ?? String(statusCode));
}

export interface PublicServerOptions extends AccessLogOptions {
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
  { newId, log, observer, limits, linksHelp }: PublicServerOptions,
): HttpServer {
  function refuse({ message, req }: UnservedRequest): string {
    const request_id = req ? requestIdOf(req, newId) : newId('req');
    const refusal = new Refusal('invalid_request', { message });
    const { status, headers, body } = toErrorResponse(refusal, request_id);
    observer.responded({ operationId: 'unrouted', status, duration_ms: 0 });
    const line = { request_id, operationId: 'unrouted', status, error_code: refusal.code };
    // The connection is in the trail of the request before this one.
    leaveTrail(() => log.info(line));
    const help = linksHelp ? helpLink(refusal.code, req) : {};
    return toRawResponse({ status, headers: { ...headers, ...help, 'Request-Id': request_id }, body });
  }

  return createHttpServer(app, { limits, refuse });
}
