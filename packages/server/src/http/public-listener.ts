import { idempotency, operationTable, type OperationId, type OperationRow } from '@booking-service/contract';
import type { Logger } from 'pino';
import { createClientAddress } from '../domain/addresses.ts';
import type { Observer } from '../log/observer.ts';
import type { Tracing } from '../log/tracing.ts';
import { followTrail } from '../log/trail.ts';
import { operations, type OperationContext } from '../operations/index.ts';
import { logWhenClosed, createLimitedLines } from './access-log.ts';
import { createArrivals, authenticate } from './authenticate.ts';
import type { DocsSite } from './docs/docs-site.ts';
import { findDocsAt, sendDocs } from './docs/send-docs.ts';
import { errorResponses } from './responses/error-responses.ts';
import { belowMount, pathOf } from './routes.ts';
import { createOperationListener, type Handle, type Listener } from './operation-listener.ts';
import { createPublicExchange, publicHeaders, type PublicExchange, requestIdOf } from './exchange.ts';
import { createChecks, type CheckOptions, type IncomingRequest, createRequestShares } from './refusals.ts';
import type { HttpResponse } from './responses/send-response.ts';
import { traceRequest } from './trace-request.ts';
import { contractValidators } from './validation/contract-validators.ts';

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
