import { demand, Unchecked } from '../broken.ts';
import type { Check } from '../check.ts';
import { exchange, type Exchange } from '../exchange.ts';
import type { CheckedService } from '../checked-service.ts';
import { demandRefusal } from './refusal.ts';

const files = ['/docs.md', '/llms.txt', '/openapi.json', '/openapi.yaml'];

/** Reads a page without a key, and follows one redirect. Pages are not part of the contract. */
async function open({ options: { url, timeout_ms } }: CheckedService, path: string): Promise<Exchange> {
  const headers = { Accept: path === '/' ? 'application/json' : '*/*' };
  const address = url.replace(/\/+$/, '') + path;
  const page = await exchange(`GET ${address}`, { key: null, headers, timeout_ms });
  const location = page.headers.get('location');
  if (page.status < 300 || page.status > 399 || location === null) return page;
  return exchange(`GET ${new URL(location, address).href}`, { key: null, headers, timeout_ms });
}

/** The docs that a service may serve. */
export const docsChecks: readonly Check[] = [
  {
    rules: ['END-15'],
    title: 'the docs need no key and no request of the window, and name the address of the service',
    async run(service) {
      const { host, pathname } = new URL(service.options.url);
      // The start page of a mounted service belongs to its host.
      const start = pathname === '/' ? ['/'] : [];
      const landing = await open(service, '/docs');
      if (landing.status === 404) throw new Unchecked('the service leaves its docs to another host');
      for (const path of ['/docs', ...files, ...start]) {
        const { status, headers, text } = path === '/docs' ? landing : await open(service, path);
        demand(status === 200, `GET ${path} returned ${status}`);
        demand(headers.get('ratelimit-remaining') === null, `GET ${path} is metered`);
        demand(!files.includes(path) || text.includes(host), `${path} does not name ${host}`);
        if (path === '/')
          for (const linked of ['/docs', ...files]) demand(text.includes(linked), `GET / lacks ${linked}`);
        const refused = await service.send(`POST ${path}`, { key: null });
        demandRefusal(refused, 405, 'method_not_allowed');
        demand(
          /\bGET\b/.test(refused.headers.get('allow') ?? ''),
          `Allow of ${path} is ${refused.headers.get('allow')}`,
        );
      }
      return ['/docs', ...files, ...start].join(', ');
    },
  },
];
