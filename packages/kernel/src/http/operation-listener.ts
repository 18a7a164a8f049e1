/**
 * Serves every operation of a contract, from one loop over its generated table. The public listener and the admin listener both use it.
 * They differ in their handlers, which check a request in the order of their contract and call the operation.
 */
import { Refusal, type StatedDeprecation } from '../contract.ts';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  type PathParameters,
  type ResponseWriter,
  sendResponse,
  type SendResponse,
} from './exchange.ts';

/**
 * A listener for node:http and node:http2. With `next` it is a middleware for Express and Connect: a request for another path continues
 * to `next`.
 */
export type Listener<Req extends HttpRequest = HttpRequest, Res extends ResponseWriter = ResponseWriter> = (
  req: Req,
  res: Res,
  next?: (error?: unknown) => void,
) => void;

/** The part of a table's row that routing uses. */
export interface Route {
  readonly method: string;
  /** The path as the contract writes it, with `{name}` for a parameter. */
  readonly path: string;
  /** Default: the operation is not deprecated. */
  readonly deprecation?: StatedDeprecation | undefined;
}

/** The route of a request, if the contract has it. */
export interface RequestTarget {
  /** The path as the contract writes it. */
  readonly template: string | undefined;
  readonly operationId: string | undefined;
}

/** Checks a request and calls its operation. Throws a refusal. */
export type Handle<E> = (exchange: E) => Promise<HttpResponse>;

/** Responds to a request whose handler threw. */
export type RespondToError<E> = (exchange: E, error: unknown) => void;

interface OperationListenerOptions<Id extends string, Row extends Route, E extends Exchange> {
  /** The operations to serve, by operationId. */
  readonly table: Readonly<Partial<Record<Id, Row>>>;
  /** Starts the exchange of a request. */
  readonly open: (req: E['req'], res: E['res']) => E;
  /** Throws if the request is refused, whatever it is for. */
  readonly guard?: (exchange: E) => void;
  /** Creates the handler of an operation, at start. */
  readonly createHandler: (operationId: Id, row: Row) => Handle<E>;
  /** Returns the headers of every response to an operation. */
  readonly headersOf?: (exchange: E) => HttpResponse['headers'];
  /** Calls `respond`, which serves the request. Default: it is called directly. */
  readonly around?: (exchange: E, target: RequestTarget, respond: () => Promise<void>) => Promise<void>;
  /** Default: sendResponse. */
  readonly send?: SendResponse | undefined;
  /** Responds to a request whose handler threw. */
  readonly respondToError: RespondToError<E>;
  /** Returns the parameters of a path. Default: decoded. */
  readonly readPath?: ReadPath;
}

interface Operation<Id, E> {
  readonly operationId: Id;
  readonly handle: Handle<E>;
  readonly deprecation: Exchange['deprecation'];
}

interface Path<Id, E> {
  readonly template: string;
  readonly methods: ReadonlyMap<string | undefined, Operation<Id, E>>;
}

/** Creates a listener for the operations. It refuses every other method (405) and path (404). */
export function createOperationListener<Id extends string, Row extends Route, E extends Exchange>({
  table,
  open,
  guard,
  createHandler,
  headersOf,
  around = (_exchange, _target, serveRequest) => serveRequest(),
  send = sendResponse,
  respondToError,
  readPath,
}: OperationListenerOptions<Id, Row, E>): Listener<E['req'], E['res']> {
  // Object.entries of the table are its rows by operationId.
  const rows = Object.entries(table) as [Id, Row][];
  const paths = compileRoutes(
    [...Map.groupBy(rows, ([, row]) => row.path)].map(([template, operations]): [string, Path<Id, E>] => {
      const methods = operations.flatMap(([operationId, row]) => {
        const deprecation = row.deprecation && deprecationHeaders(row.deprecation);
        const operation = { operationId, handle: createHandler(operationId, row), deprecation };
        return methodsOf(row).map((method) => [method, operation] as const);
      });
      return [template, { template, methods: new Map(methods) }];
    }),
    readPath,
  );

  async function respond(exchange: E, match: RouteMatch<Path<Id, E>> | undefined): Promise<void> {
    try {
      guard?.(exchange);
      if (!match) throw new Refusal('not_found', { message: 'There is no such path.' });
      exchange.params = match.readParameters();
      const { template, methods } = match.entry;
      exchange.route = template;
      const operation = methods.get(exchange.req.method);
      if (!operation) throw new Refusal('method_not_allowed', { headers: { Allow: [...methods.keys()].join(', ') } });
      exchange.operationId = operation.operationId;
      exchange.deprecation = operation.deprecation;
      const response = withHeaders(await operation.handle(exchange), operation.deprecation);
      send(exchange.res, response, headersOf?.(exchange));
    } catch (error) {
      respondToError(exchange, error);
    }
  }

  return function serve(req, res, next) {
    const match = paths.find(pathOf(req));
    if (!match && next) next();
    else {
      const exchange = open(req, res);
      // A failure of the error handler ends the connection, not the process.
      around(exchange, targetOf(req, match?.entry), () => respond(exchange, match)).catch(() => res.destroy());
    }
  };
}

/** Returns the headers of every response of a deprecated operation (RFC 9745, RFC 8594). */
function deprecationHeaders({ since, sunset, page }: StatedDeprecation): Readonly<Record<string, string>> {
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    ...(page !== undefined && { Link: `<${page}>; rel="deprecation sunset"; type="text/html"` }),
  };
}

/** Returns the response with these headers. Links are added to those of the response. */
export function withHeaders(response: HttpResponse, added: HttpResponse['headers']): HttpResponse {
  if (!added) return response;
  const headers = { ...added, ...response.headers };
  const links = [response.headers?.['Link'], added['Link']].filter((link) => link !== undefined);
  return { ...response, headers: links.length > 0 ? { ...headers, Link: links.join(', ') } : headers };
}

function targetOf<Id extends string, E>({ method }: HttpRequest, path: Path<Id, E> | undefined): RequestTarget {
  return { template: path?.template, operationId: path?.methods.get(method)?.operationId };
}

/** The methods that reach the operation. HEAD is a GET whose response has no body. */
function methodsOf({ method }: Route): string[] {
  return method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
}

/*
 * The paths of a contract, compiled once. A path without parameters is found in a map. A path with parameters is found by one step per
 * segment, so a lookup takes the same time in a contract of 11 operations and of 200.
 */

interface RouteTable<Entry> {
  /** Returns the route of the path. A fixed segment takes precedence over a parameter. */
  find(path: string): RouteMatch<Entry> | undefined;
}

interface RouteMatch<Entry> {
  readonly entry: Entry;
  /** Throws a URIError if a parameter cannot be decoded. */
  readonly readParameters: () => PathParameters;
}

interface Node<Entry> {
  readonly fixed: Map<string, Node<Entry>>;
  /** By the form of a segment with parameters and text, such as `{id}.json`. */
  mixed?: Map<string, { readonly form: RegExp; readonly next: Node<Entry> }>;
  parameter?: Node<Entry>;
  end?: { readonly entry: Entry; readonly names: readonly string[] };
}

const noParameters = () => ({});

/** Returns the parameters of a path. The values are as they were sent. */
type ReadPath = (names: readonly string[], values: readonly string[]) => PathParameters;

/** Compiles entries by their path templates, with `{name}` for a parameter. */
export function compileRoutes<Entry>(
  entries: Iterable<readonly [template: string, entry: Entry]>,
  readPath: ReadPath = toParameters,
): RouteTable<Entry> {
  const fixedPaths = new Map<string, RouteMatch<Entry>>();
  const root: Node<Entry> = { fixed: new Map() };

  for (const [template, entry] of entries) {
    const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
    if (names.length === 0) fixedPaths.set(template, { entry, readParameters: noParameters });
    else insert(root, template, { entry, names });
  }

  return {
    find(path) {
      const fixedPath = fixedPaths.get(path);
      if (fixedPath) return fixedPath;
      const values: string[] = [];
      const end = walk(root, { path, from: 1, values });
      return end && { entry: end.entry, readParameters: () => readPath(end.names, values) };
    },
  };
}

function insert<Entry>(root: Node<Entry>, template: string, end: NonNullable<Node<Entry>['end']>): void {
  let node = root;
  for (const segment of template.slice(1).split('/')) {
    const isParameter = /^\{[^{}]+\}$/.test(segment);
    const isMixed = !isParameter && segment.includes('{');
    const known = isParameter ? node.parameter : isMixed ? node.mixed?.get(segment)?.next : node.fixed.get(segment);
    const next = known ?? { fixed: new Map() };
    if (isParameter) node.parameter = next;
    else if (isMixed) (node.mixed ??= new Map()).set(segment, { form: formOf(segment), next });
    else node.fixed.set(segment, next);
    node = next;
  }
  node.end = end;
}

/** Returns the form of a segment, with a group for each parameter. */
function formOf(segment: string): RegExp {
  const texts = segment.split(/\{[^{}]+\}/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${texts.join('(.+?)')}$`);
}

/** Returns the end of the path below this node, and collects the values of its parameters. */
function walk<Entry>(
  node: Node<Entry>,
  { path, from, values }: { path: string; from: number; values: string[] },
): Node<Entry>['end'] {
  const slash = path.indexOf('/', from);
  const segment = path.slice(from, slash === -1 ? path.length : slash);
  const step = (next: Node<Entry>) => (slash === -1 ? next.end : walk(next, { path, from: slash + 1, values }));
  const fixed = node.fixed.get(segment);
  const found = fixed && step(fixed);
  if (found || segment === '') return found;
  for (const { form: ofSegment, next } of node.mixed?.values() ?? []) {
    const [, ...sent] = ofSegment.exec(segment) ?? [];
    if (sent.length === 0) continue;
    values.push(...sent);
    const mixed = step(next);
    if (mixed) return mixed;
    values.length -= sent.length;
  }
  if (!node.parameter) return undefined;
  values.push(segment);
  const end = step(node.parameter);
  if (!end) values.pop();
  return end;
}

function toParameters(names: readonly string[], values: readonly string[]): PathParameters {
  const parameters: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? '';
    parameters[name] = value.includes('%') ? decodeURIComponent(value) : value;
  }
  return parameters;
}

type Target = Pick<HttpRequest, 'url'>;

/** Returns the path of a request, as it was sent. */
export function pathOf({ url = '/' }: Target): string {
  const relative = targetBelowOrigin({ url });
  const end = relative.search(/[?#]/);
  return end === -1 ? relative : relative.slice(0, end);
}

/** Returns the query of a request, as it was sent, without the question mark. */
export function queryOf({ url = '/' }: Target): string {
  const begin = url.indexOf('?');
  if (begin === -1) return '';
  const end = url.indexOf('#', begin);
  return url.slice(begin + 1, end === -1 ? url.length : end);
}

/** Returns path and query of a request. A target may name the scheme and the host, too (RFC 9112, absolute-form). */
function targetBelowOrigin({ url = '/' }: Target): string {
  if (url.startsWith('/') || url === outside) return url;
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return target.startsWith('/') ? target : `/${target}`;
}

/** The URL of a request that is not below the base path (operation-listener.ts). No route has it. */
const outside = '';

/** Returns the response with a Location that the caller of a mounted service can follow. */
export function belowMount(req: HttpRequest, response: HttpResponse): HttpResponse {
  const location = response.headers?.['Location'];
  const mountPath = location === undefined ? '' : mountPathOf(req);
  if (mountPath === '') return response;
  return { ...response, headers: { ...response.headers, Location: `${mountPath}${location}` } };
}

/** Returns the path at which the service is mounted; '' if it is not mounted, or at the root. */
export function mountPathOf({ baseUrl, originalUrl, url = '' }: HttpRequest): string {
  if (baseUrl !== undefined) return baseUrl;
  return originalUrl?.endsWith(url) ? originalUrl.slice(0, originalUrl.length - url.length) : '';
}

const form = /^(?:\/[\w.~-]+)+$/;

/**
 * Returns a listener of the paths below `basePath`, in a host that does not shorten the URL, as Express does for a middleware. A request
 * for another path continues to `next`; without `next` it is refused as not found. Throws if `basePath` is not a path.
 */
export function serveBelow(basePath: string, serve: Listener): Listener {
  if (!form.test(basePath)) {
    throw new Error(
      `The base path ${JSON.stringify(basePath)} is not a path. Write it as in /api: begin with a slash, end without one, ` +
        'and use letters, digits and the characters _ . ~ - only.',
    );
  }
  return function serveBelowBasePath(req, res, next) {
    const { url, baseUrl } = req;
    const isBelow = pathOf(req).startsWith(`${basePath}/`);
    if (!isBelow && next) {
      next();
      return;
    }
    const target = isBelow ? targetBelowOrigin(req).slice(basePath.length) : outside;
    move(req, target, mountPathOf(req) + basePath);
    serve(
      req,
      res,
      next &&
        (() => {
          move(req, url, baseUrl);
          next();
        }),
    );
  };
}

function move(req: HttpRequest, url: string | undefined, baseUrl: string | undefined): void {
  req.url = url;
  req.baseUrl = baseUrl;
}
