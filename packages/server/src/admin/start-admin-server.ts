/**
 * The admin server: the operations of the admin contract over plain HTTP, for the people who run the service.
 * It is not public. Beyond loopback it needs access tokens, and a private network.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  adminConnectionLimits,
  checkMediaType,
  createClientAddress,
  createExchange,
  createHttpServer,
  createOperationListener,
  createReadCost,
  createReadRequestId,
  createRequestShares,
  errorHandler,
  type Exchange,
  fitOpenFiles,
  type HttpResponse,
  isAllowedAddress,
  isLoopbackHost,
  type Listener,
  parseJson,
  queryOf,
  readBytes,
  toSource,
} from '@booking-service/kernel/http';
import { limits, requestIdForm } from '@booking-service/contract';
import {
  adminLimits,
  type AdminOperationId,
  type AdminRole,
  type AdminRoute,
  adminRoutes,
} from '@booking-service/contract/admin';
import { randomId, type ReadRows } from '@booking-service/kernel/contract';
import type { Logger } from 'pino';
import {
  type AdminCaller,
  type AdminContext,
  type AdminHandlers,
  AdminRefusal,
  type AdmitCaller,
  admitOperator,
  createAdmission,
  createFindTokenCaller,
  nameUnavailable,
  refuseUnserved,
  toAdminErrorResponse,
  toAdminRefusal,
  type TokenCallerOptions,
  type Visitor,
} from './admin-context.ts';
import { adminValidatorOf } from './admin-validators.ts';
import { healthOperations, type ReportedServer } from './health/health.ts';
import type { Metrics } from './metrics/metrics.ts';
import { adminOperations } from './operations/admin-operations.ts';

interface GuardedRequest extends Pick<IncomingMessage, 'headers'> {
  readonly socket: Pick<IncomingMessage['socket'], 'localAddress'>;
}

/**
 * Refuses requests that a foreign web page could send through a browser on this computer: a request for the name of another host,
 * whose DNS entry may point here, and a request from another origin. No response has a CORS header.
 *
 * A request may name loopback, and the address at which it arrived (DNS cannot fake an address). Where every request has an access token,
 * which no foreign page has, it may name any host: `anyHost`.
 */
export function guardOrigin(
  { headers, socket }: GuardedRequest,
  { anyHost = false }: { readonly anyHost?: boolean } = {},
): void {
  const { host = '', origin } = headers;
  const name = nameOf(host);
  const isOwn = name !== '' && (isLoopbackHost(name) || name === addressOf(socket));
  if (!isOwn && !anyHost) {
    const message =
      'The Host header does not name this computer. Use 127.0.0.1, or require access tokens with --admin-access token.';
    throw new AdminRefusal('forbidden', message);
  }
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw new AdminRefusal(
      'forbidden',
      'The request comes from a web page of another origin. Only pages of this origin may use the admin port.',
    );
  }
}

/** Returns the host of a Host header, in lower case and without its port; an empty text if the header is malformed. */
function nameOf(host: string): string {
  if (!/^(?:[a-z\d.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) return '';
  return host.replace(/:\d{1,5}$/, '').toLowerCase();
}

/** Returns the address at which the request arrived, in the form of a Host header. */
function addressOf({ localAddress = '' }: GuardedRequest['socket']): string {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return address.includes(':') ? `[${address}]` : address;
}

type Guarded = Pick<IncomingMessage, 'method' | 'headers'>;

/**
 * Refuses requests for data that another origin could make a browser send:
 *  1. host    as guardHost
 *  2. origin  that of the dashboard, if the request names one
 *  3. site    `same-origin`. Browsers state it in a header that no page can set. Cookies do not depend on the port: a page on another
 *             port of this computer sends the cookie of the session, and its requests are `same-site`. A request that reads may
 *             lack the header, or come from the address bar (`none`). Every other request needs it.
 */
export function guardDashboard(req: Guarded, url: URL): void {
  guardHost(req, url);
  const { host = '', origin, 'sec-fetch-site': site } = req.headers;
  const own = [url.origin, `http://${host.toLowerCase()}`];
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  const isOwnSite = site === 'same-origin' || (isRead && (site === undefined || site === 'none'));
  if (isOwnSite && (origin === undefined || own.includes(origin.toLowerCase()))) return;
  throw new AdminRefusal(
    'forbidden',
    'The request does not come from a page of the dashboard. A request that changes something needs the header Sec-Fetch-Site: same-origin, which browsers send.',
  );
}

/** Refuses requests for the name of a host other than this computer and that of the dashboard's https address. */
export function guardHost({ headers: { host = '' } }: Guarded, url: URL): void {
  if (isLoopbackHost(nameOf(host)) || (url.protocol === 'https:' && host.toLowerCase() === url.host)) return;
  throw new AdminRefusal(
    'forbidden',
    'The Host header names neither this computer nor the https address of the dashboard. Over http the dashboard is for this computer only. Set its https address with --dashboard-url.',
  );
}

/**
 * Creates the search for the network address of a client, by which requests without a caller are counted. A proxy that is not among the
 * trusted ones hides its clients: its own address would make one count of all of them, so there is none.
 */
export function createFindSource(trustedProxies: readonly string[]): (req: IncomingMessage) => string | undefined {
  const findAddress = createClientAddress(trustedProxies);
  return ({ headers, socket: { remoteAddress: peer } }) => {
    const forwarded = headers['x-forwarded-for'];
    const address = findAddress({ peer, forwarded });
    if (address === undefined) return undefined;
    const isProxy = forwarded !== undefined && address === findAddress({ peer, forwarded: undefined });
    // A client on the internet can send the header itself.
    return isProxy && !isAllowedAddress(address, { allowLoopback: false }) ? undefined : toSource(address);
  };
}

interface AdminListenerOptions {
  /** Every other operation of the contract is refused: 404. */
  readonly handlers: Partial<AdminHandlers>;
  /** Finds the caller of an operation that needs one, and refuses those that may not call it. */
  readonly admit: AdmitCaller;
  /** Refuses a request because of its origin. */
  readonly guard: (req: IncomingMessage) => void;
  /** Comes before the path of each operation, except those of /session. Default: nothing. */
  readonly prefix?: string;
  /** The role that operations for anyone need, except that of /session. Default: none. */
  readonly anyone?: AdminRole;
  /** Finds the network address of the client. Default: it is not known. */
  readonly findSource?: ((req: IncomingMessage) => string | undefined) | undefined;
  /** Headers of each response. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly log: Pick<Logger, 'error'>;
}

/** The admin port has requests of node:http only. */
type AdminExchange = Exchange<IncomingMessage, ServerResponse> & {
  /** In every response, every refusal and every log line of the request, as in the public contract (END-14). */
  readonly request_id: string;
  /** The headers of the window of a member of an organization (ADM-8). */
  window?: Readonly<Record<string, string>>;
};

/** A handler of any operation. Validation gives its request the shape that the contract states. */
type AnyHandler = (request: unknown, caller: AdminCaller | Visitor) => Promise<HttpResponse>;

/** True for the operations with which people sign in and out. Only the dashboard's server has them. */
const isOfSession = ({ path }: AdminRoute): boolean => /^\/session(?:\/|$)/.test(path);
/** The costs of the public contract, with the pages of this one. */
const costs = { ...limits.reads, page: { default: adminLimits.default_page, max: limits.page.max } };
const readRequestId = createReadRequestId({ requestId: requestIdForm });
const noStore = { 'Cache-Control': 'no-store' };

/** Creates the listener of the admin port: the operations of the admin contract behind the origin guard and the admission. */
export function createAdminListener({
  handlers,
  admit,
  guard,
  prefix = '',
  anyone,
  findSource = () => undefined,
  headers = {},
  log,
}: AdminListenerOptions): Listener<IncomingMessage, ServerResponse> {
  const common = { ...noStore, ...headers };
  const shares = createRequestShares(adminLimits.calls.in_progress);
  return createOperationListener<AdminOperationId, MountedRoute, AdminExchange>({
    table: mountedRows(handlers, prefix),
    open: (req, res) => ({ ...createExchange(req, res), request_id: readRequestId(req) ?? randomId('req') }),
    guard: ({ req }) => guard(req),
    createHandler(operationId, row) {
      const validate = adminValidatorOf(operationId);
      const handler = handlers[operationId] as AnyHandler;
      const { body } = row;
      const costOf = createReadCost(row.reads ?? { rows: 1 }, costs);
      const role = row.role === 'anyone' && !row.isOfSession ? anyone : row.role;
      return async (exchange) => {
        const { req, params } = exchange;
        const serveAs = async (caller: AdminCaller | Visitor): Promise<HttpResponse> => {
          if (body !== 'none') await readJson(exchange);
          return nameUnavailable(() => handler(validate(exchange), caller));
        };
        if (role === undefined || role === 'anyone') return serveAs({ source: findSource(req) });
        const noteWindow = (window: Readonly<Record<string, string>>) => void (exchange.window = window);
        const caller = await admit({ req, params, role, cost: costOf(queryOf(req)), noteWindow });
        const { organization_id } = caller;
        if (organization_id === null) return serveAs(caller);
        try {
          if (shares.begin(organization_id)) return await serveAs(caller);
          throw new AdminRefusal('rate_limited', undefined, { headers: { [limits.headers.retry_after]: '1' } });
        } finally {
          shares.end(organization_id);
        }
      };
    },
    headersOf: ({ window, request_id }) => ({ ...common, ...window, 'Request-Id': request_id }),
    respondToError: errorHandler<AdminExchange>({
      log,
      toResponse(error, { window, request_id }, line) {
        const refusal = toAdminRefusal(error);
        if (refusal.status >= 500) log.error(line(error), 'the admin port failed');
        const response = toAdminErrorResponse(refusal, request_id);
        return { ...response, headers: { ...response.headers, ...common, ...window } };
      },
    }),
  });
}

/** A row of the table with the path at which the operation is mounted. */
type MountedRoute = Omit<AdminRoute, 'path'> & {
  readonly path: string;
  readonly isOfSession: boolean;
  readonly reads?: ReadRows;
};

function mountedRows(
  handlers: Partial<AdminHandlers>,
  prefix: string,
): Partial<Record<AdminOperationId, MountedRoute>> {
  const rows = Object.entries(adminRoutes).filter(([operationId]) => operationId in handlers);
  return Object.fromEntries(
    rows.map(([operationId, row]) => [
      operationId,
      { ...row, path: isOfSession(row) ? row.path : prefix + row.path, isOfSession: isOfSession(row) },
    ]),
  );
}

async function readJson(exchange: AdminExchange): Promise<void> {
  const isEmpty = (await checkMediaType(exchange.req)) !== undefined;
  exchange.body = isEmpty ? undefined : parseJson(await readBytes(exchange.req, adminLimits.max_body_bytes));
  exchange.hasEscapes = true;
}

export interface AdminServerOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  readonly port: number;
  /** The booking server whose state operations report. */
  readonly server: ReportedServer;
  readonly metrics: Pick<Metrics, 'text'>;
  /** The version of the service, for operators. Default: none. */
  readonly version?: string | undefined;
  readonly log: Pick<Logger, 'error'>;
  /**
   * The dependencies of the operations for administration, and who may call them. Default: the server has health and metrics only, for everyone
   * who reaches it.
   */
  readonly administration?: AdminContext & Pick<TokenCallerOptions, 'access'>;
  /** More operations of the admin contract, for example those of a sandbox. Every other operation is refused: 404. */
  readonly operations?: Partial<AdminHandlers>;
}

export interface AdminServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts the admin server. Rejects if its port is in use. */
export async function startAdminServer({
  host = '127.0.0.1',
  port,
  server,
  metrics,
  version,
  log,
  administration,
  operations = {},
}: AdminServerOptions): Promise<AdminServer> {
  const handlers = {
    ...healthOperations({ server, metrics, version }),
    ...(administration && adminOperations(administration)),
    ...operations,
  };
  const admit = administration
    ? createAdmission({ ...administration, findCaller: createFindTokenCaller(administration) })
    : admitOperator;
  const anyHost = administration?.access === 'token';
  const guard = (req: IncomingMessage) => guardOrigin(req, { anyHost });
  const listener = createAdminListener({ handlers, admit, guard, log });
  const http = createHttpServer(listener, { limits: fitOpenFiles(adminConnectionLimits), refuse: refuseUnserved });
  const { url } = await http.listen({ host, port });
  return { url, [Symbol.asyncDispose]: () => http[Symbol.asyncDispose]() };
}
