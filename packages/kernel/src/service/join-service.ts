import type { RequestListener } from 'node:http';
import { Refusal, type ServiceContract } from '../contract.ts';
import type { NewId } from '../ids.ts';
import { leaveTrail } from '../log/trail.ts';
import { helpLink } from '../http/docs.ts';
import { toErrorResponse } from '../http/refusals.ts';
import { createReadRequestId } from '../http/exchange.ts';
import type { RequestReportOptions } from '../http/request-reports.ts';
import {
  type Address,
  createHttpServer,
  createWebHandler,
  type Handler,
  type HttpServer,
  toRawResponse,
} from '../http/http-server.ts';
import { type ConnectionLimits, connectionLimits, fitOpenFiles, type UnservedRequest } from '../http/sockets.ts';
import type { Caller, KeyUses } from '../http/authenticate.ts';
import type { Listener } from '../http/operation-listener.ts';
import { createPublicListener, type PublicListenerOptions } from '../http/public-listener.ts';

interface PublicServerOptions extends Pick<RequestReportOptions, 'log' | 'observer'> {
  readonly contract: ServiceContract;
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
  { contract, newId, log, observer, limits, linksHelp }: PublicServerOptions,
): HttpServer {
  const readRequestId = createReadRequestId(contract);

  function refuse({ message, req }: UnservedRequest): string {
    const request_id = (req && readRequestId(req)) ?? newId('req');
    const refusal = new Refusal('invalid_request', { message });
    const { status, headers, body } = toErrorResponse(refusal, { contract, request_id });
    observer.responded({ operationId: 'unrouted', status, duration_ms: 0 });
    const line = { request_id, operationId: 'unrouted', status, error_code: refusal.code };
    // The connection is in the trail of the request before this one.
    leaveTrail(() => log.info(line));
    const help = linksHelp ? helpLink(refusal.code, { req, errors: contract.errors }) : {};
    return toRawResponse({
      status,
      headers: { 'Cache-Control': 'no-store', ...headers, ...help, 'Request-Id': request_id },
      body,
    });
  }

  return createHttpServer(app, { limits, refuse });
}

/** Work that a service does beside its requests, such as the delivery of webhooks. */
export interface Work {
  start(): void;
  /** Resolves when the work under way has ended, after `grace_seconds` at the latest. */
  stop(options: { grace_seconds: number }): Promise<void>;
}

export interface JoinOptions<C extends Caller, Context extends { readonly newId: NewId }> extends Omit<
  PublicListenerOptions<C, Context>,
  'keyUses' | 'trustedProxies' | 'log_successes'
> {
  readonly keyUses: KeyUses;
  readonly work: Work;
  /** The proxies whose X-Forwarded-For is read. Default: none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** The percentage of the successful requests that get a line in the log. Default: 100. */
  readonly log_successes?: number | undefined;
  /** Seconds for which a connection is kept between two requests. Default: 5. */
  readonly keep_alive_seconds?: number | undefined;
}

/** A service that serves the operations of a contract. */
export interface Service {
  /** Serves requests in an app of Express or Connect, or as the listener of node:http or node:http2. */
  readonly middleware: Listener;
  /** Serves requests of the Fetch standard, in hosts such as Hono, Next.js, Bun and Deno. */
  readonly handler: Handler;
  readonly state: 'not listening' | 'listening' | 'stopping';
  /** Starts the work beside the requests. `listen` does it, too. */
  start(): void;
  /** Starts to serve requests at this address, and the work. Rejects if the address is in use. */
  listen(address: Address): Promise<{ url: string }>;
  /** Accepts no more requests, and resolves when the requests and the work under way have ended. Default of `grace_seconds`: 10. */
  close(options?: { grace_seconds?: number }): Promise<void>;
}

const defaultGrace_seconds = 10;

/**
 * Joins the parts of a service: the listener with the checks of its contract, the HTTP server with its limits, the record of the uses of
 * keys, and the work beside the requests. It does no work until `listen` or `start`.
 */
export function joinService<C extends Caller, Context extends { readonly newId: NewId }>({
  work,
  trustedProxies = [],
  log_successes = 100,
  keep_alive_seconds = connectionLimits.keep_alive_ms / 1000,
  ...options
}: JoinOptions<C, Context>): Service {
  const { contract, context, keyUses, log, observer, docs } = options;
  const middleware = createPublicListener({ ...options, trustedProxies, log_successes });
  const server = createPublicServer(options.toApp?.(middleware) ?? middleware, {
    contract,
    newId: context.newId,
    log,
    observer,
    limits: { ...fitOpenFiles(connectionLimits), keep_alive_ms: keep_alive_seconds * 1000 },
    linksHelp: docs !== undefined,
  });
  let state: Service['state'] = 'not listening';

  function start(): void {
    work.start();
    state = 'listening';
  }

  return {
    middleware,
    handler: createWebHandler(middleware),
    get state() {
      return state;
    },
    start,
    async listen(address) {
      const listening = await server.listen(address);
      start();
      return listening;
    },
    async close({ grace_seconds = defaultGrace_seconds } = {}) {
      state = 'stopping';
      await Promise.all([server.stop({ grace_seconds }), work.stop({ grace_seconds }), keyUses.flush()]);
      // The last requests began work, and used keys.
      await work.stop({ grace_seconds: 0 });
      await keyUses.flush();
      state = 'not listening';
    },
  };
}
