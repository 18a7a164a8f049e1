/**
 * The paths of a contract, compiled once. A path without parameters is found in a map. A path with parameters is found by one step per
 * segment, so a lookup takes the same time in a contract of 11 operations and of 200.
 */
import type { PathParameters } from './exchange.ts';
import type { IncomingMessage } from 'node:http';
import type { HttpResponse } from './responses/send-response.ts';

export interface RouteTable<Entry> {
  /** Returns the route of the path. A fixed segment takes precedence over a parameter. */
  find(path: string): RouteMatch<Entry> | undefined;
}

export interface RouteMatch<Entry> {
  readonly entry: Entry;
  /** Throws a URIError if a parameter cannot be decoded. */
  readonly readParameters: () => PathParameters;
}

interface Node<Entry> {
  readonly fixed: Map<string, Node<Entry>>;
  parameter?: Node<Entry>;
  end?: { readonly entry: Entry; readonly names: readonly string[] };
}

const noParameters = () => ({});

/** Compiles entries by their path templates, with `{name}` for a parameter. */
export function compileRoutes<Entry>(entries: Iterable<readonly [template: string, entry: Entry]>): RouteTable<Entry> {
  const fixedPaths = new Map<string, RouteMatch<Entry>>();
  const root: Node<Entry> = { fixed: new Map() };

  for (const [template, entry] of entries) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    if (names.length === 0) fixedPaths.set(template, { entry, readParameters: noParameters });
    else insert(root, template, { entry, names });
  }

  return {
    find(path) {
      const fixedPath = fixedPaths.get(path);
      if (fixedPath) return fixedPath;
      const values: string[] = [];
      const end = walk(root, { path, from: 1, values });
      return end && { entry: end.entry, readParameters: () => toParameters(end.names, values) };
    },
  };
}

function insert<Entry>(root: Node<Entry>, template: string, end: NonNullable<Node<Entry>['end']>): void {
  let node = root;
  for (const segment of template.slice(1).split('/')) {
    const isParameter = /^\{\w+\}$/.test(segment);
    if (!isParameter && segment.includes('{')) throw new Error(`${template}: a parameter must be a whole segment.`);
    const next = (isParameter ? node.parameter : node.fixed.get(segment)) ?? { fixed: new Map() };
    if (isParameter) node.parameter = next;
    else node.fixed.set(segment, next);
    node = next;
  }
  node.end = end;
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
  if (found || !node.parameter || segment === '') return found;
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

type Target = Pick<IncomingMessage, 'url'>;

/** Returns the path of a request, as it was sent. */
export function pathOf({ url = '/' }: Target): string {
  const relative = url.startsWith('/') ? url : withoutOrigin(url);
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

/** A target may name the scheme and the host, too (RFC 9112, absolute-form). */
function withoutOrigin(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** A request as Express and Connect pass it to a middleware that is mounted at a path: `url` is relative to that path. */
interface MountedRequest extends IncomingMessage {
  /** Set by Express. */
  readonly baseUrl?: string;
  /** Set by Express and Connect. */
  readonly originalUrl?: string;
}

/** Returns the response with a Location that the caller of a mounted service can follow. */
export function belowMount(req: IncomingMessage, response: HttpResponse): HttpResponse {
  const location = response.headers?.['Location'];
  const mountPath = location === undefined ? '' : mountPathOf(req);
  if (mountPath === '') return response;
  return { ...response, headers: { ...response.headers, Location: `${mountPath}${location}` } };
}

/** Returns the path at which the service is mounted; '' if it is not mounted, or at the root. */
export function mountPathOf({ baseUrl, originalUrl, url = '' }: MountedRequest): string {
  if (baseUrl !== undefined) return baseUrl;
  return originalUrl?.endsWith(url) ? originalUrl.slice(0, originalUrl.length - url.length) : '';
}
