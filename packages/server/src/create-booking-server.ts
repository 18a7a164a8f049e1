import { delivery, limits, type KeyMode } from '@booking-service/contract';
import type { Logger } from 'pino';
import { type JoinOptions, joinService } from '@booking-service/kernel';
import { type NewId, randomId } from '@booking-service/kernel/contract';
import {
  type Address,
  createKeyUses,
  createValidators,
  type DocsSite,
  type Handler,
  type KeyUses,
  type Listener,
  type RequestPath,
  toTargetRules,
} from '@booking-service/kernel/http';
import { joinLines, observeStore, type Tracing } from '@booking-service/kernel/log';
import { type Clock, systemClock } from '@booking-service/kernel/time';
import type { DeliveryDelays } from './domain/booking.ts';
import { randomCode, type NewCode } from './domain/session.ts';
import type { DashboardListener } from './admin/dashboard/dashboard-listener.ts';
import { createHostDashboard, type HostDashboard } from './admin/dashboard/host-dashboard.ts';
import { checkHealth, type DatabaseState, type Health, readDatabases } from './admin/health/health.ts';
import { createBookingChecks } from './http/checks.ts';
import { createReceivedEvents } from './http/received-events.ts';
import { publicContract } from './generated/public-contract.ts';
import { isPublicKey } from './domain/contract.ts';
import { operations, type OperationContext } from './operations/index.ts';
import { createLog } from './log/log.ts';
import { createRequestLog, type RequestLog } from './worker/request-log.ts';
import { toObserver, type Observer } from './log/observer.ts';
import type { Integrations } from './providers/integrations.ts';
import { createPorts, createReadPayment, type PortRegistry } from './providers/ports.ts';
import type { ReadPayment } from './domain/payment.ts';
import type { Caller, OpenCell, Store } from './store/store.ts';
import { type CellWorker, createWorker, joinWorkers, type Workers } from './worker/worker.ts';

export interface BookingServerOptions extends Integrations {
  /** The database; see openSqliteStore and openPostgresStore. Stays open when the server closes. */
  readonly store: Store;
  /** Repeats and delays webhooks, for a sandbox. Default: each event is sent once, without delay. */
  readonly deliveryDelays?: DeliveryDelays | undefined;
  /** Default: systemClock, the time of the computer. */
  readonly clock?: Clock;
  readonly newId?: NewId;
  /** Makes the codes of sessions. Default: random ones. A sandbox has one code for all sessions. */
  readonly newCode?: NewCode | undefined;
  /** Default: createLog(), which writes JSON lines to standard output from level info, with secrets masked. */
  readonly log?: Logger;
  /** The percentage of the successful requests that get a line in the log. Refused and failed ones always get one. Default: 100. */
  readonly log_successes?: number | undefined;
  /** Receives a report of everything that the server does; see createMetrics. Default: none. */
  readonly observer?: Partial<Observer>;
  /** The key modes that the server accepts. A key of another mode gets wrong_key_environment. Default: both. */
  readonly servedModes?: readonly KeyMode[];
  /** Creates a span for each request, run, call of a provider, transaction and webhook; see createTracing of ./otel. Default: none. */
  readonly tracing?: Tracing | undefined;
  /**
   * The addresses of the proxies before the service, or their networks, such as 10.0.0.0/8. The log then shows the client that they name
   * in X-Forwarded-For. Default: none, the log shows the other end of the connection.
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /**
   * The path in front of every path of the service, such as /booking, if the host does not remove it from the URL. Express removes it, and
   * `app.use('/booking', server.middleware)` needs no option. Throws if it is not a path. Default: none.
   */
  readonly basePath?: string | undefined;
  /** Seconds for which `listen` keeps a connection between two requests. Default: 5. */
  readonly keep_alive_seconds?: number;
  /** Seconds between two ticks of the delivery worker. Default: 30 (DLV-3). */
  readonly tick_seconds?: number;
  /** Days for which an event is kept, with its deliveries and attempts. A pending delivery is always kept. Default: 30 (DLV-14). */
  readonly retention_days?: number | undefined;
  /** 'archive' leaves older events to `booking-service archive`, which removes them after it has archived them. Default: 'remove'. */
  readonly old_events?: 'remove' | 'archive' | undefined;
  /** Days for which the log of requests keeps an entry; 0 turns the log off. Default: 7 (REQ-1). */
  readonly request_log_days?: number | undefined;
  /** The percentage of the successful requests that are logged. Refused and failed ones are always logged. Default: 100. */
  readonly request_log_successes?: number | undefined;
  /**
   * The docs at /docs, /openapi.json, /openapi.yaml, /llms.txt, /llms-full.txt and /docs.md; see findDocsSite. Refusals then link to the page of their
   * code. Default: none, these paths are 404.
   */
  readonly docs?: DocsSite | undefined;
  /** Accepts the public API keys of the sandbox organizations. Only for a sandbox. Default: false. */
  readonly acceptPublicKeys?: boolean;
  /** Allows webhooks to loopback addresses, over http too. Only for a sandbox or for development. Default: false (ORG-6). */
  readonly allowLoopbackWebhooks?: boolean;
  /**
   * Private networks to which webhooks may go over https, such as 10.1.0.0/16: at most 20, within the networks of RFC 1918, 100.64.0.0/10
   * and fc00::/7. Metadata addresses stay refused. Default: none (ORG-6).
   */
  readonly webhookPrivateNetworks?: readonly string[] | undefined;
  /**
   * The HTTP proxy through which webhooks are sent, such as http://user:password@proxy.example.com:3128. The service still resolves each
   * host and checks its addresses; the proxy only gets an address. Default: none, webhooks are sent directly.
   */
  readonly webhookProxy?: string | undefined;
  /** The dashboard, for an application with its own sign-in; see BookingServer.dashboard. Default: none. */
  readonly dashboard?: HostDashboard | undefined;
}

export interface BookingServer {
  /**
   * Serves requests in an app of Express or Connect: `app.use('/booking', server.middleware)`. A path that the service does not have
   * passes to the next handler. The app must call `start`, and `close` after it has stopped listening.
   */
  readonly middleware: Listener;
  /**
   * Serves requests of the Fetch standard: `Bun.serve({ fetch: server.handler })`, Hono, Next.js, Deno and every host that calls a function
   * from Request to Response. It has the same responses as the middleware. A path that the service does not have is 404 `not_found`. The app
   * must call `start`, and `close` after it has stopped listening. If the app serves it below a path, set the option `basePath`.
   */
  readonly handler: Handler;
  /**
   * Serves the dashboard of the option `dashboard` to the people whom the application has signed in. It needs a host name of its own,
   * because its paths begin at the root: `createServer(server.dashboard)`. Undefined without the option.
   */
  readonly dashboard: DashboardListener | undefined;
  /** Starts to execute work: runs, webhooks and expiry. `listen` does it, too. */
  start(): void;
  /** Starts to serve requests at this address and to execute work. Rejects if the address is in use. */
  listen(address: Address): Promise<{ url: string }>;
  /** Checks that the database responds and accepts writes, that its migration fits, and that the worker ticks. Never rejects. */
  health(): Promise<Health>;
  /** Returns each database of the store with its migration and its queues. Never rejects. */
  readDatabases(): Promise<readonly DatabaseState[]>;
  /** Reads a payment at the card service, for the operation reconcilePayments: `administration.readPayment` of startAdminServer. */
  readonly readPayment: ReadPayment;
  /**
   * Accepts no more requests, claims no more work, and resolves when everything under way has ended. After `grace_seconds` of
   * the computer's time (default 10), it closes the remaining connections and gives back the remaining runs, which are due again
   * immediately.
   */
  close(options?: { grace_seconds?: number }): Promise<void>;
}

/** Creates a server. It executes no work until `listen` or `start`. */
export function createBookingServer(options: BookingServerOptions): BookingServer {
  return createServerWith(options, { validatorOf: createValidators(publicContract) });
}

/** Creates a server with another request path. Only the entry `express` uses it. */
export function createServerWith(options: BookingServerOptions, requestPath: RequestPath): BookingServer {
  const { context, checks, worker, requestLog, log, observer, ports } = createParts(options);
  const { store, clock } = context;
  const { log_successes, tracing, trustedProxies, keep_alive_seconds, basePath, docs } = options;
  const service = joinService({
    ...checks,
    context,
    ...requestPath,
    handlers: operations,
    ownOperations: createReceivedEvents({ portsOf: context.portsOf, store, clock, work: worker }),
    work: worker,
    spanPrefix: 'booking_service',
    log,
    log_successes,
    observer,
    tracing,
    trustedProxies,
    keep_alive_seconds,
    basePath,
    docs,
    noteRequest: requestLog?.note.bind(requestLog),
    isReady: async () => (await health()).ready,
  });
  const health = (): Promise<Health> =>
    checkHealth({ store, log, state: service.state, laneAges: worker.laneAges(), providers: ports.health() });
  const readStates = (): Promise<readonly DatabaseState[]> => readDatabases({ store, clock, log });
  const { allowLoopbackWebhooks = false, webhookPrivateNetworks, retention_days, old_events } = options;
  const readPayment = createReadPayment(ports.portsOf);
  const webhooks = { allowLoopbackWebhooks, webhookPrivateNetworks };
  const administration = { store, clock, ...webhooks, retention_days, old_events, readPayment };
  const dashboard =
    options.dashboard &&
    createHostDashboard(options.dashboard, {
      administration,
      server: { health, readDatabases: readStates },
      facts: { modes: checks.servedModes },
      log,
    });

  return {
    middleware: service.middleware,
    handler: service.handler,
    dashboard,
    start: () => service.start(),
    listen: (address) => service.listen(address),
    health,
    readDatabases: readStates,
    readPayment,
    async close(closing) {
      await service.close(closing);
      // After the last request.
      await requestLog?.flush();
      ports.stop();
    },
  };
}

/** The parts of a server that are not HTTP. */
export interface Parts {
  readonly context: OperationContext;
  readonly checks: Pick<
    JoinOptions<Caller, OperationContext>,
    'contract' | 'checks' | 'findReplay' | 'store' | 'clock' | 'keyUses' | 'servedModes' | 'isRefusedKey'
  >;
  readonly worker: Workers;
  readonly keyUses: KeyUses;
  /** Undefined if it is turned off. */
  readonly requestLog: RequestLog | undefined;
  readonly log: Logger;
  readonly observer: Observer;
  readonly ports: PortRegistry;
}

/** Creates these parts. Only createBookingServer and benchmarks of other HTTP frameworks use it. */
export function createParts({
  store: givenStore,
  suppliers,
  payments,
  cards,
  codes,
  billing,
  entitlements,
  deliveryDelays,
  clock = systemClock,
  newId = randomId,
  newCode = randomCode,
  log: givenLog = createLog(),
  observer: givenObserver = {},
  tracing,
  servedModes = ['test', 'live'],
  tick_seconds = delivery.cadence_seconds,
  retention_days = delivery.retention_days,
  old_events,
  request_log_days = limits.request_log.days,
  request_log_successes = 100,
  acceptPublicKeys = false,
  allowLoopbackWebhooks = false,
  webhookPrivateNetworks,
  webhookProxy,
}: BookingServerOptions): Parts {
  const log = joinLines(givenLog);
  const observer = toObserver(givenObserver, log);
  const report = givenObserver.storeCalled && observer.storeCalled;
  const observe = (each: Store) =>
    observeStore(each, { clock, report, tracing, spanPrefix: 'booking_service', unobserved: ['audited', 'watchRuns'] });
  const store = observe(givenStore);
  const ports = createPorts(
    { suppliers, payments, cards, codes, billing, entitlements },
    { clock, observer, log, tracing },
  );
  const shared = {
    store,
    clock,
    newId,
    observer,
    portsOf: ports.portsOf,
    deliveryDelays,
  };
  const working = {
    ...shared,
    tracing,
    tick_seconds,
    retention_days,
    old_events,
    request_log_days,
    ...toTargetRules({ allowLoopbackWebhooks, webhookPrivateNetworks }),
    webhookProxy,
  };
  const workerOf = (cell: OpenCell): CellWorker => {
    const own = { store: observe(cell.store), log: joinLines(givenLog.child({ cell: cell.name })) };
    return { number: cell.number, name: cell.name, worker: createWorker({ ...working, ...own }) };
  };
  const [firstCell, ...otherCells] = store.cells?.all ?? [];
  const worker = firstCell
    ? joinWorkers([workerOf(firstCell), ...otherCells.map(workerOf)], store)
    : createWorker({ ...working, log });
  const keyUses = createKeyUses({ store, clock, log });
  const requestLog =
    request_log_days === 0
      ? undefined
      : createRequestLog({ store, clock, log, observer, successes_percent: request_log_successes });
  const checks = {
    ...createBookingChecks({ store, clock, observer, portsOf: ports.portsOf }),
    store,
    clock,
    keyUses,
    servedModes,
    isRefusedKey: acceptPublicKeys ? undefined : isPublicKey,
  };
  return { context: { ...shared, newCode, runs: worker }, checks, worker, keyUses, requestLog, log, observer, ports };
}
