import { errorCatalogue } from '@booking-service/contract';
import { demand, Unchecked } from '../verdict.ts';
import type { Check } from '../check.ts';
import { unknownBooking, type CheckedService } from '../checked-service.ts';
import { exchange, type Exchange } from '../exchange.ts';
import { codeOf, demandRefusal } from './refusal.ts';

const files = ['/docs.md', '/llms.txt', '/openapi.json', '/openapi.yaml'];

/** Reads a page without a key, and follows one redirect. Pages are not part of the contract. */
async function open({ options: { url, timeout_ms } }: CheckedService, path: string | URL): Promise<Exchange> {
  const headers = { Accept: path === '/' ? 'application/json' : '*/*' };
  const address = typeof path === 'string' ? url.replace(/\/+$/, '') + path : path.href;
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
  {
    rules: ['ERR-8'],
    title: 'a refusal links to the page of its code',
    async run(service) {
      if ((await open(service, '/docs')).status === 404)
        throw new Unchecked('the service leaves its docs to another host');
      const refusals = [
        await service.call('getBooking', { id: unknownBooking, key: null }),
        await service.call('getBooking', { id: unknownBooking }),
        await service.call('searchVenues', { body: { limit: 0 } }),
        await service.send('GET /v1/nowhere'),
      ];
      const codes = new Set<string>();
      for (const refusal of refusals) {
        const code = codeOf(refusal);
        const link = refusal.headers.get('link') ?? '';
        const [, target, title] = /^<([^>]+)>; rel="help"; title="([^"]*)"$/.exec(link) ?? [];
        demand(target !== undefined, `the Link of ${code} is ${link === '' ? 'missing' : link}`);
        const { message } = errorCatalogue[code as keyof typeof errorCatalogue] ?? {};
        demand(title === message, `the title of the Link of ${code} is ${title}`);
        const page = await open(service, new URL(target, service.options.url));
        demand(page.status === 200 && page.text.includes(code), `the page ${target} returned ${page.status}`);
        codes.add(code);
      }
      return [...codes].join(', ');
    },
  },
];
