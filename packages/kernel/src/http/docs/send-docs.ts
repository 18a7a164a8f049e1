import type { RespondToError } from '../operation-listener.ts';
import type { ServiceContract } from '../../contract.ts';
import { Refusal } from '../../refusal.ts';
import { acceptsCoding, hasCurrent, type PublicExchange } from '../exchange.ts';
import type { HttpRequest } from '../messages.ts';
import { baseUrlOf, helpLink, type DocsEncoding, type DocsSite } from './docs-site.ts';

/** The target of a request for the docs. */
export type DocsTarget = { readonly file: string; readonly route: string } | { readonly location: string };

const docsPath = '/docs';
const homePath = '/';
/** The page for browsers at an address that the site does not have. */
const missingPage = '404.html';

/** The files of the site that programs look for at the root of the service. */
const rootFiles: ReadonlySet<string> = new Set(['docs.md', 'llms.txt', 'openapi.json', 'openapi.yaml']);

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
