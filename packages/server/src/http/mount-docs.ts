import type { Express } from 'express';
import { Refusal } from '../domain/refusal.ts';
import type { DocsEncoding, DocsPage } from './docs-page.ts';

const path = '/docs';

/** Serves the reference page at GET /docs. It needs no key, is not metered, and is not part of the contract. */
export function mountDocs(app: Express, { bytes, digest, policy }: DocsPage): void {
  app.get(path, (req, res) => {
    res.locals.route = path;
    const encoding: DocsEncoding = req.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : 'identity';
    res.set({
      'Request-Id': res.locals.request_id,
      ETag: `"${digest}-${encoding}"`,
      // A cache must revalidate the page, because another release has another page.
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    if (req.fresh) {
      res.status(304).end();
      return;
    }
    const body = bytes[encoding];
    if (encoding === 'gzip') res.set('Content-Encoding', 'gzip');
    res.set({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': String(body.length) });
    res.end(body);
  });
  app.all(path, (_req, res) => {
    res.locals.route = path;
    throw new Refusal('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
  });
}
