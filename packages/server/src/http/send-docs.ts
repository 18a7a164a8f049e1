import type { IncomingMessage } from 'node:http';
import { Refusal } from '../domain/refusal.ts';
import type { DocsEncoding, DocsPage } from './docs-page.ts';
import type { RespondToError } from './error-handler.ts';
import type { PublicExchange } from './public-exchange.ts';

const docsPath = '/docs';
const providerDocsPath = '/docs/provider';

/** Returns the page at this path, with its route. */
export function findDocsAt(path: string, docs: DocsPage): ServedPage | undefined {
  if (path === docsPath) return { page: docs, route: docsPath };
  return path === providerDocsPath && docs.provider ? { page: docs.provider, route: providerDocsPath } : undefined;
}

export interface ServedPage {
  readonly page: DocsPage;
  readonly route: string;
}

/** Serves a reference page with GET. It needs no key, is not metered, and is not part of the contract. */
export function sendDocs(
  exchange: PublicExchange,
  { page: { bytes, digest, policy }, route }: ServedPage,
  respondToError: RespondToError<PublicExchange>,
): void {
  const { req, res, request_id } = exchange;
  exchange.route = route;
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    respondToError(exchange, new Refusal('method_not_allowed', { headers: { Allow: 'GET, HEAD' } }));
    return;
  }
  const encoding: DocsEncoding = acceptsGzip(req.headers['accept-encoding']) ? 'gzip' : 'identity';
  const tag = `"${digest}-${encoding}"`;
  const headers = {
    'Request-Id': request_id,
    ETag: tag,
    // A cache must revalidate the page, because another release has another page.
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
  if (hasCurrent(req, tag)) {
    res.writeHead(304, headers).end();
    return;
  }
  const body = bytes[encoding];
  res.writeHead(200, {
    ...headers,
    ...(encoding === 'gzip' && { 'Content-Encoding': 'gzip' }),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
  });
  res.end(body);
}

/** Returns whether Accept-Encoding lists gzip, or any encoding, with a weight above 0. */
function acceptsGzip(accepted = ''): boolean {
  return accepted
    .split(',')
    .some((coding) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(coding));
}

/** Returns whether the client has the page of this tag, and accepts it without a reload. */
function hasCurrent({ headers }: IncomingMessage, tag: string): boolean {
  const { 'if-none-match': tags = '', 'cache-control': control = '' } = headers;
  const isNamed = tags.split(',').some((each) => [tag, '*'].includes(each.trim().replace(/^W\//, '')));
  return isNamed && !/(?:^|,)\s*no-cache\s*(?:,|$)/.test(control);
}
