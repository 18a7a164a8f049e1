import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Refusal, type ServiceContract } from '../contract.ts';
import type { HttpRequest, PublicExchange } from './exchange.ts';
import { mountPathOf, type RespondToError } from './operation-listener.ts';

/** The docs of the service as a site of files, ready to serve. */
export interface DocsSite {
  /** True if the site has a file of this name, such as `integrate/quickstart.html`. */
  has(name: string): boolean;
  /** Returns a file of the site, written for a service at this base URL. Rejects if the site has no such file. */
  read(name: string, base_url: string): Promise<DocsFile>;
}

interface DocsFile {
  readonly bytes: Readonly<Record<DocsEncoding, Buffer>>;
  /** Unquoted, and the same for both encodings. */
  readonly digest: string;
}

type DocsEncoding = 'identity' | 'gzip';

/** The parts of a file that depend on the address of the service. */
const placeholders = /\{(?:base|docs)_url\}/g;

/** Opens a site in a folder: reads its names now, and each file on its first request. Undefined if the folder does not exist. */
export async function openDocsSite(folder: string): Promise<DocsSite | undefined> {
  const names = await listFiles(folder);
  if (!names) return undefined;
  const known = new Set(names);
  /** Each file as it was last served. Most services have one base URL, so this has one entry per file. */
  const served = new Map<string, { readonly base_url: string; readonly file: Promise<DocsFile> }>();

  return {
    has: (name) => known.has(name),
    read(name, base_url) {
      const last = served.get(name);
      if (last?.base_url === base_url) return last.file;
      if (!known.has(name)) throw new Error(`The site has no file ${name}.`);
      const file = readSiteFile(join(folder, name), base_url);
      served.set(name, { base_url, file });
      // A file that could not be read is read again.
      file.catch(() => served.delete(name));
      return file;
    },
  };
}

async function readSiteFile(path: string, base_url: string): Promise<DocsFile> {
  const text = await readFile(path, 'utf8');
  const identity = Buffer.from(
    text.replaceAll(placeholders, (found) => (found === '{base_url}' ? base_url : `${base_url}/docs`)),
  );
  return {
    bytes: { identity, gzip: await promisify(gzip)(identity) },
    digest: createHash('sha256').update(identity).digest('hex').slice(0, 32),
  };
}

/** The names of the files in this folder and below, with slashes. */
async function listFiles(folder: string): Promise<string[] | undefined> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(folder.length + 1)
          .replaceAll(sep, '/'),
      );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A host name, an IPv4 address or an IPv6 address in brackets, with an optional port. Nothing else is written into a page. */
const plainHost = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const plainPath = /^(?:\/[\w.~%-]+)+$/;

/**
 * Returns the URL of the service as the client of this request names it: scheme, host and mount path. Behind a proxy that ends TLS,
 * X-Forwarded-Proto states the scheme.
 */
function baseUrlOf(req: HttpRequest): string {
  // HTTP/2 names the host in a header of its own.
  const { ':authority': authority = '', host = String(authority), 'x-forwarded-proto': forwarded } = req.headers;
  // A socket of TLS has this field.
  const { encrypted } = req.socket as Partial<TLSSocket>;
  const scheme = encrypted || forwarded === 'https' ? 'https' : 'http';
  return `${scheme}://${plainHost.test(host) ? host : 'localhost'}${safeMountPathOf(req)}`;
}

/** Returns the mount path. '' if it contains characters that a page or a header would have to escape. */
function safeMountPathOf(req: HttpRequest): string {
  const path = mountPathOf(req);
  return plainPath.test(path) ? path : '';
}

/**
 * Returns the header that leads from a refusal to the page of its code in the docs (ERR-8). Its title explains the older codes, whose
 * body has no message (ERR-2). `req` is absent if the request could not be parsed.
 */
export function helpLink(
  code: string,
  { req, errors }: { readonly req: HttpRequest | undefined } & Pick<ServiceContract, 'errors'>,
): { readonly Link: string } {
  const page = `${req ? safeMountPathOf(req) : ''}/docs/errors/${code}`;
  return { Link: `<${page}>; rel="help"; title="${errors[code]?.message ?? code}"` };
}

/** The target of a request for the docs. */
type DocsTarget = { readonly file: string; readonly route: string } | { readonly location: string };

const docsPath = '/docs';
const homePath = '/';
/** The page for browsers at an address that the site does not have. */
const missingPage = '404.html';

/** The files of the site that programs look for at the root of the service. */
const rootFiles: ReadonlySet<string> = new Set([
  'docs.md',
  'llms.txt',
  'llms-full.txt',
  'openapi.json',
  'openapi.yaml',
]);

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
};

/** Pages load only files of this site, and run no inline script. The state diagram is inline SVG, which needs no permission. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Returns what of the docs is at this path; undefined if nothing is. A browser that follows a wrong link below /docs/ gets a page; other
 * clients get the refusal of every unknown path. The start page `/` belongs to the service only if it is not
 * mounted in another app.
 */
export function findDocsAt(
  path: string,
  site: DocsSite,
  { req, isMounted }: { readonly req: HttpRequest; readonly isMounted: boolean },
): DocsTarget | undefined {
  if (path === docsPath) return { location: `${docsPath.slice(1)}/` };
  if (path === homePath && !isMounted && site.has('service.json')) {
    return firstAccepted(req, ['application/json', 'text/html']) === 'text/html'
      ? { location: `${docsPath.slice(1)}/` }
      : { file: 'service.json', route: homePath };
  }
  const name = path.slice(1);
  if (rootFiles.has(name) && site.has(name)) return { file: name, route: path };
  if (!path.startsWith(`${docsPath}/`)) return undefined;
  const page = path.slice(docsPath.length + 1) || 'index';
  // The rest of the route is a name that the caller sent, which is not for metrics.
  const route = `${docsPath}/{page}`;
  if (site.has(page)) return { file: page, route };
  if (!site.has(`${page}.html`)) {
    const isBrowser = firstAccepted(req, ['application/json', 'text/html']) === 'text/html';
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    return isBrowser && isRead && site.has(missingPage) ? { file: missingPage, route } : undefined;
  }
  const asMarkdown = firstAccepted(req, ['text/html', 'text/markdown']) === 'text/markdown' && site.has(`${page}.md`);
  return { file: `${page}.${asMarkdown ? 'md' : 'html'}`, route };
}

/** Sends a part of the docs to GET and HEAD. It needs no key, is not metered, and is not part of the contract. */
export async function sendDocs(
  exchange: PublicExchange,
  { target, site, errors }: { readonly target: DocsTarget; readonly site: DocsSite } & Pick<ServiceContract, 'errors'>,
  respondToError: RespondToError<PublicExchange>,
): Promise<void> {
  const { req, res, request_id } = exchange;
  exchange.route = 'route' in target ? target.route : docsPath;
  try {
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw new Refusal('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
    const common = { 'Request-Id': request_id, Vary: 'Accept, Accept-Encoding' };
    if ('location' in target) {
      // Relative, so that it also fits below a mount path.
      res.writeHead(302, { ...common, Location: target.location, 'Content-Length': 0 }).end();
      return;
    }
    const { bytes, digest } = await site.read(target.file, baseUrlOf(req));
    const encoding: DocsEncoding = acceptsCoding(req.headers['accept-encoding'], 'gzip') ? 'gzip' : 'identity';
    const tag = `"${digest}-${encoding}"`;
    const headers = {
      ...common,
      ETag: tag,
      // The page contains the address by which this client reached the service, so only the client's own cache keeps it.
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    };
    const isMissing = target.file === missingPage;
    if (isMissing) exchange.error_code = 'not_found';
    else if (hasCurrent(req, tag)) {
      res.writeHead(304, headers).end();
      return;
    }
    const body = bytes[encoding];
    res.writeHead(isMissing ? 404 : 200, {
      ...headers,
      ...(isMissing && helpLink('not_found', { req, errors })),
      ...(encoding === 'gzip' && { 'Content-Encoding': 'gzip' }),
      'Content-Type': types[target.file.slice(target.file.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      'Content-Length': body.length,
    });
    res.end(body);
  } catch (error) {
    respondToError(exchange, error);
  }
}

/** Returns the type that Accept names first; the first of `types` if it names none of them. */
function firstAccepted({ headers }: HttpRequest, [preferred = '', ...others]: readonly string[]): string {
  const accepted = (headers.accept ?? '').split(',').map((each) => each.split(';')[0]?.trim().toLowerCase());
  const named = accepted.find((each) => each !== undefined && [preferred, ...others].includes(each));
  return named ?? preferred;
}

/** Returns whether Accept-Encoding lists the coding, or any coding, with a weight above 0. */
export function acceptsCoding(accepted: string | undefined, coding: 'br' | 'gzip'): boolean {
  return (accepted ?? '')
    .split(',')
    .some((each) =>
      new RegExp(`^\\s*(?:${coding}|\\*)\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*$)[\\d.]+\\s*)?$`, 'i').test(each),
    );
}

/** Returns whether the client has the bytes of this tag, and accepts them without a reload. */
export function hasCurrent({ headers }: Pick<HttpRequest, 'headers'>, tag: string): boolean {
  const { 'if-none-match': tags = '', 'cache-control': control = '' } = headers;
  const isNamed = tags.split(',').some((each) => [tag, '*'].includes(each.trim().replace(/^W\//, '')));
  return isNamed && !/(?:^|,)\s*no-cache\s*(?:,|$)/.test(control);
}
