/** The listener of the public contract, with the log line and the span of each request. */
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import {
  createPublicExchange,
  createReadRequestId,
  type HttpRequest,
  type HttpResponse,
  type PublicExchange,
  publicHeaders,
  type ResponseWriter,
  sendResponse,
  type SendResponse,
} from './exchange.ts';
import { createClientAddress } from '../addresses.ts';
import type { NewId } from '../ids.ts';
import { followTrail, type OpenSpan, type SpanStart, type Tracing } from '../log/trail.ts';
import type { OperationRow, ServiceContract } from '../contract.ts';
import {
  authenticate,
  type Caller,
  type CallerStore,
  countingOf,
  createRequestShares,
  type KeyUses,
  maxInProgress,
} from './authenticate.ts';
import type { Clock } from '../time/clock.ts';
import { type DocsSite, findDocsAt, sendDocs } from './docs.ts';
import { type CheckOptions, createChecks, errorResponses, type IncomingRequest } from './refusals.ts';
import {
  belowMount,
  createOperationListener,
  type Handle,
  type Listener,
  pathOf,
  type RequestTarget,
  type Route,
  serveBelow,
} from './operation-listener.ts';
import { createRequestReports, type EndedRequest, type Responded } from './request-reports.ts';

// Probes at the port of the service, for load balancers and orchestrators on other computers: `GET /livez` and `GET /readyz`. They need no
// key and no Host header, are not metered, not logged, and not part of the contract. Their responses have no details; those of the admin
// port do.

/** A check of the database has this age at most. Anyone can send probes, so they must not cost the database more than that. */
const maxAge_ms = 1_000;

/** The responses to probes, by the URL of the request. */
type Probes = ReadonlyMap<string, (res: ResponseWriter) => void>;

/** Creates the probes of a service. `isReady` does not reject. */
function createProbes(isReady: () => Promise<boolean>): Probes {
  let last = { begun_ms: Number.NEGATIVE_INFINITY, ready: Promise.resolve(false) };

  function readyNow(): Promise<boolean> {
    const now = performance.now();
    if (now - last.begun_ms >= maxAge_ms) last = { begun_ms: now, ready: isReady() };
    return last.ready;
  }

  return new Map([
    ['/livez', (res) => sendProbe(res, 200, { object: 'liveness', live: true })],
    [
      '/readyz',
      (res) => void readyNow().then((ready) => sendProbe(res, ready ? 200 : 503, { object: 'readiness', ready })),
    ],
  ]);
}

function sendProbe(res: ResponseWriter, status: number, body: object): void {
  sendResponse(res, { status, body, headers: { 'Cache-Control': 'no-store' } });
}

/** The handler of an operation: the request that validation has given the shape of the contract, its caller, and the service's own context. */
export type OperationHandler<C extends Caller, Context> = (
  request: never,
  caller: C,
  context: Context,
) => Promise<HttpResponse>;

/** The parts of the request path that a service can replace: the checks of requests by the contract, and what sends responses. */
export type RequestPath = Pick<CheckOptions<Caller>, 'validatorOf'> & {
  /** Default: sendResponse. */
  readonly send?: SendResponse | undefined;
  /** Puts the listener into an app, such as one of Express, for `listen`. Default: the HTTP server calls the listener. */
  readonly toApp?: ((listener: Listener) => RequestListener) | undefined;
};

/** An operation beside the contract, which authenticates its callers itself, such as the events of another system. */
export interface OwnOperation extends Route {
  readonly handle: Handle<PublicExchange>;
}

export interface PublicListenerOptions<C extends Caller, Context extends { readonly newId: NewId }>
  extends Omit<CheckOptions<C>, 'contract' | 'validatorOf'>, RequestPath {
  readonly contract: ServiceContract;
  /** By operationId. */
  readonly handlers: Readonly<Record<string, OperationHandler<C, Context>>>;
  /** By a name that no operation of the contract has. No key, rate window or schema of the contract applies to them. Default: none. */
  readonly ownOperations?: Readonly<Record<string, OwnOperation>> | undefined;
  /** Passed to every handler. */
  readonly context: Context;
  readonly store: Pick<CallerStore<C>, 'authenticate' | 'admit'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly keyUses: Pick<KeyUses, 'note'>;
  /** Returns whether a key is never accepted. Default: none. */
  readonly isRefusedKey?: ((key: string) => boolean) | undefined;
  readonly log: Logger;
  readonly observer: { readonly responded: (report: Responded) => void };
  /** Receives each request that an API key has authenticated, when it ends. Must not throw. Default: none. */
  readonly noteRequest?: ((request: EndedRequest) => void) | undefined;
  /** The percentage of the successful requests that get a line in the log. */
  readonly log_successes: number;
  readonly tracing?: Tracing | undefined;
  /** Comes before the names of the service's own span attributes, such as `lending.operation_id`. */
  readonly spanPrefix: string;
  /** The proxies whose X-Forwarded-For is read. */
  readonly trustedProxies: readonly string[];
  /** The site at /docs. Refusals link to it. */
  readonly docs: DocsSite | undefined;
  /** The response to `/readyz`; never rejects. A service that is mounted as a middleware leaves probes to its app. Default: no probes. */
  readonly isReady?: (() => Promise<boolean>) | undefined;
  /** The path in front of every path of the service, if the host does not remove it from the URL, such as /api. Default: none. */
  readonly basePath?: string | undefined;
}

/** A handler of any operation. Validation gives its request the shape that the contract states. */
type AnyHandler<C, Context> = (request: unknown, caller: C, context: Context) => Promise<HttpResponse>;

/**
 * Creates the listener of the public contract. A request is refused, or gets its replay, in the order that the contract states
 * (refusals.ts).
 */
export function createPublicListener<C extends Caller, Context extends { readonly newId: NewId }>(
  options: PublicListenerOptions<C, Context>,
): Listener {
  const {
    contract,
    handlers,
    ownOperations = {},
    context,
    log,
    observer,
    tracing,
    spanPrefix,
    trustedProxies,
    send,
    docs,
    isReady,
    basePath,
    noteRequest,
    log_successes,
    clock,
  } = options;
  const { replay_header } = contract.idempotency;
  const respondToError = errorResponses({ log, contract, linksHelp: docs !== undefined, send });
  const reportWhenClosed = createRequestReports({ contract, log, observer, noteRequest, log_successes });
  const requestShares = createRequestShares(maxInProgress);
  const readShares = createRequestShares(contract.limits.reads?.in_progress ?? maxInProgress);
  const findClientAddress = createClientAddress(trustedProxies);
  const readRequestId = createReadRequestId(contract);
  const checksOf = createChecks(options);

  const open: (...request: Parameters<Listener>) => PublicExchange = (req, res) => {
    const arrived = clock.now();
    const own_id = context.newId('req', arrived);
    const request_id = readRequestId(req) ?? own_id;
    const { remoteAddress: peer } = req.socket;
    const client_address = findClientAddress({ peer, forwarded: req.headers['x-forwarded-for'] });
    const exchange = createPublicExchange(req, res, { request_id, own_id, arrived, client_address });
    reportWhenClosed(exchange);
    return exchange;
  };

  function createHandler(operationId: string, row: OperationRow): Handle<PublicExchange> {
    const check = checksOf({ operationId, row });
    const operation = handlers[operationId] as AnyHandler<C, Context> | undefined;
    if (!operation) throw new Error(`The operation ${operationId} has no handler. Pass one in handlers.`);
    const authentication = { ...options, counting: countingOf(row, contract.limits) };
    // A read has a place among all requests, and one among the reads.
    const shares = row.reads ? [requestShares, readShares] : [requestShares];
    return async (exchange) => {
      const { caller, counted } = await authenticate(exchange, authentication);
      const { id } = caller.organization;
      exchange.organization_id = id;
      exchange.key_id = caller.key.id;
      exchange.key_mode = caller.key.mode;
      let isWithinShare = true;
      for (const share of shares) if (!share.begin(id)) isWithinShare = false;
      const incoming: IncomingRequest<C> = { exchange, caller, counted, isWithinShare };
      try {
        const checking = check(incoming);
        const replay = checking && (await checking);
        const response = replay ?? (await operation(incoming.valid, caller, context));
        exchange.isReplay = response.headers?.[replay_header] !== undefined;
        return belowMount(exchange.req, response);
      } finally {
        for (const share of shares) share.end(id);
      }
    };
  }

  const serve = createOperationListener({
    table: { ...contract.operations, ...ownOperations },
    open,
    createHandler: (id, row) => ('handle' in row ? row.handle : createHandler(id, row)),
    headersOf: publicHeaders,
    around: (exchange, target, respond) =>
      followTrail(exchange.trail, () =>
        tracing ? traceRequest(exchange, { tracing, target, spanPrefix, respond }) : respond(),
      ),
    send,
    respondToError,
  });
  const probes = isReady && createProbes(isReady);
  const serveWithPages: Listener = (req, res, next) => {
    const probe = next === undefined && isRead(req) && probes?.get(req.url ?? '');
    if (probe) return probe(res);
    const target = docs && findDocsAt(pathOf(req), docs, { req, isMounted: next !== undefined });
    if (docs && target) void sendDocs(open(req, res), { target, site: docs, errors: contract.errors }, respondToError);
    else serve(req, res, next);
  };
  return basePath === undefined ? serveWithPages : serveBelow(basePath, serveWithPages);
}

function isRead({ method }: Pick<HttpRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Serves a request in a span that continues the trace of the caller. It follows the stable conventions for HTTP servers. */
function traceRequest(
  exchange: PublicExchange,
  {
    tracing,
    target,
    spanPrefix,
    respond,
  }: { tracing: Tracing; target: RequestTarget; spanPrefix: string; respond: () => Promise<void> },
): Promise<void> {
  const { trail } = exchange;
  return tracing.span(startOf(exchange, { ...target, spanPrefix }), async (span) => {
    trail.traceparent = span.traceparent;
    await respond();
    describe(span, exchange, spanPrefix);
  });
}

/** The path and the query are left out: they may contain anything. */
function startOf(
  { req, trail, request_id }: PublicExchange,
  { template, operationId, spanPrefix }: RequestTarget & { readonly spanPrefix: string },
): SpanStart {
  const { method = '' } = req;
  return {
    name: template === undefined ? method : `${method} ${template}`,
    kind: 'server',
    parent: trail.traceparent,
    attributes: {
      'http.request.method': method,
      'http.route': template,
      'url.scheme': 'http',
      [`${spanPrefix}.operation_id`]: operationId,
      [`${spanPrefix}.request_id`]: request_id,
    },
  };
}

function describe(
  span: OpenSpan,
  { res, trail, organization_id, error_code, isReplay }: PublicExchange,
  spanPrefix: string,
): void {
  const { statusCode } = res;
  const subject = Object.entries(trail.subject ?? {}).map(([name, id]) => [`${spanPrefix}.${name}`, id] as const);
  span.set({
    'http.response.status_code': statusCode,
    [`${spanPrefix}.organization_id`]: organization_id,
    ...Object.fromEntries(subject),
    [`${spanPrefix}.replayed`]: isReplay ? true : undefined,
    [`${spanPrefix}.error_code`]: error_code,
  });
  // A refusal of a request is no failure of the service.
  if (statusCode >= 500) span.fail(error_code ?? String(statusCode));
}
