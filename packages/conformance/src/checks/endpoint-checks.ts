import { errorCatalogue, limits } from '@booking-service/contract';
import { demand, Unchecked } from '../verdict.ts';
import { type Check, type CheckedService, unknownBooking } from '../checked-service.ts';
import { codeOf, demandRefusal, type Exchange, exchange } from '../exchange.ts';

interface Page {
  readonly object?: unknown;
  readonly data: readonly { readonly id: string; readonly venue_id?: string }[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

async function search(service: CheckedService, body: object): Promise<Page> {
  const { status, body: page } = await service.call('searchVenues', { body });
  demand(status === 200, `a venue search returned ${status}`);
  return page as Page;
}

/** Reads pages until there are no more, or until they have this many venues. Returns the ids in order. */
async function readPages(
  service: CheckedService,
  { limit, maxItems }: { readonly limit: number; readonly maxItems: number },
): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await search(service, { limit, ...(cursor !== null && { cursor }) });
    demand(page.data.length <= limit, `a page with the limit ${limit} has ${page.data.length} entries`);
    demand(page.has_more === (page.next_cursor !== null), 'has_more and next_cursor disagree');
    found.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null && found.length < maxItems);
  return found;
}

/** Every operation, its form, and requests that are outside all of them. */
export const endpointChecks: readonly Check[] = [
  {
    rules: ['END-1', 'END-2', 'VER-1', 'AUT-1'],
    title: 'searches venues and slots under /v1',
    async run(service) {
      const { data } = await search(service, {});
      demand(data.length > 0, 'a venue search finds nothing', 'END-1');
      const slot = await service.slotAt(service.options.venue);
      const { status } = await service.send('POST /venues/search', { body: {} });
      demand(status === 404, `the path without /v1 returned ${status}`, 'VER-1');
      return `${data.length} venues, slot ${slot}; 404 without /v1`;
    },
  },
  {
    rules: ['END-2'],
    title: 'finds slots of the day of the search, in UTC',
    async run(service) {
      const days = [1, 2, 3].map((day) => new Date(service.clock.now() + day * 24 * 3600 * 1000));
      const dates = days.map((day) => day.toISOString().slice(0, 10));
      for (const date of dates) {
        const body = { venue_id: service.options.venue, date, party_size: 2, limit: 100 };
        const { status, body: found } = await service.call('searchAvailability', { body });
        demand(status === 200, `a search of slots returned ${status}`);
        const { data } = found as { readonly data: readonly { readonly starts_at: string }[] };
        const other = data.find(({ starts_at }) => !starts_at.startsWith(date));
        demand(other === undefined, `a search for ${date} finds a slot at ${other?.starts_at}`);
      }
      return `no slot of another day on ${dates.join(', ')}`;
    },
  },
  {
    rules: ['END-13', 'PRV-1'],
    title: 'pages of one and of three list the same venues as pages of a hundred',
    async run(service) {
      const { data: all, object } = await search(service, { limit: 100 });
      demand(object === 'list', 'a page is not a list');
      const maxItems = Math.min(all.length, 10);
      for (const limit of [1, 3]) {
        const found = await readPages(service, { limit, maxItems });
        const expected = all.slice(0, found.length).map(({ id }) => id);
        demand(found.join() === expected.join(), `pages of ${limit} list other venues than pages of a hundred`);
        demand(found.length >= maxItems, `the pages of ${limit} end after ${found.length} of ${all.length} venues`);
      }
      const { data } = await search(service, {});
      const expected = Math.min(all.length, limits.page.default);
      demand(data.length === expected, `a page without a limit has ${data.length} entries, not ${expected}`);
      for (const limit of [0, limits.page.max + 1]) {
        demandRefusal(await service.call('searchVenues', { body: { limit } }), 400, 'invalid_request');
      }
      demandRefusal(await service.call('searchVenues', { body: { cursor: 'nowhere' } }), 400, 'invalid_request');
      return `${maxItems} venues in pages of one and of three; limits 0 and ${limits.page.max + 1} and an unknown cursor are refused`;
    },
  },
  {
    rules: ['END-3', 'END-4', 'END-6'],
    title: 'creates, reads and cancels a booking',
    async run(service) {
      const { id } = await service.create();
      demand((await service.read(id)).id === id, 'a read returns another booking', 'END-4');
      const { status, body } = await service.call('cancelBooking', { id, body: {} });
      const end = (body as { readonly status?: string } | undefined)?.status;
      demand(status === 200 && end === 'cancelled', `a cancel returned ${status}, status ${end}`, 'END-6');
      return `${id}: 201, 200, then cancelled`;
    },
  },
  {
    rules: ['END-11'],
    title: 'modifies a booking at /modify, and refuses an empty body',
    async run(service) {
      const { id } = await service.create();
      await service.waitFor(id, 'confirmed');
      const { status, body } = await service.call('modifyBooking', { id, body: { party_size: 3 } });
      const { party_size } = (body ?? {}) as { readonly party_size?: number };
      demand(status === 200 && party_size === 3, `a modify returned ${status} with party_size ${party_size}`);
      const nothing = await service.call('modifyBooking', { id, body: {} });
      return `party_size 3; an empty body gets ${demandRefusal(nothing, 400, 'invalid_request')}`;
    },
  },
  {
    rules: ['END-12'],
    title: 'an unknown path gets 404, another method 405 with Allow',
    async run(service) {
      demandRefusal(await service.send('GET /v1/nowhere'), 404, 'not_found');
      const head = await service.send('HEAD /v1/nowhere');
      demand(head.status === 404, `HEAD of an unknown path returned ${head.status}`);
      const other = await service.send(`DELETE /v1/bookings/${unknownBooking}`);
      demandRefusal(other, 405, 'method_not_allowed');
      demand(/\bGET\b/.test(other.headers.get('allow') ?? ''), `Allow is ${other.headers.get('allow')}`);
      return '404, 405 with Allow';
    },
  },
  {
    rules: ['END-12', 'ERR-4'],
    title: 'a body, a query or a header off the contract gets 400 with details',
    async run(service) {
      const good = await service.newBooking();
      const bodies = [{ ...good, party_size: '2' }, { ...good, extra: 1 }, { ...good, guest: {} }, []];
      const refused: Exchange[] = [];
      for (const body of bodies) refused.push(await service.call('createBooking', { body }));
      refused.push(await service.call('searchVenues', { body: {}, query: '?unknown=1' }));
      for (const response of refused) {
        demandRefusal(response, 400, 'invalid_request');
        const { details = [] } = response.body as { readonly details?: readonly unknown[] };
        demand(details.length > 0, 'details names no field');
      }
      const unknown = Array.from({ length: limits.max_details + 5 }, (_, index) => [`unknown_${index}`, 1]);
      const many = await service.call('createBooking', { body: { ...good, ...Object.fromEntries(unknown) } });
      const { details = [] } = many.body as { readonly details?: readonly unknown[] };
      demand(details.length === limits.max_details, `${unknown.length} faults have ${details.length} details`, 'ERR-4');
      return `${refused.length} requests, each with details`;
    },
  },
  {
    rules: ['END-12'],
    title: 'malformed JSON gets 400, another media type 415, a large body 413',
    async run(service) {
      const type = { 'Content-Type': 'text/plain' };
      demandRefusal(await service.call('searchVenues', { text: '{}', headers: type }), 415, 'unsupported_media_type');
      const largest = '{}'.padEnd(limits.max_body_bytes);
      const { status } = await service.call('searchVenues', { text: largest });
      demand(status === 200, `a body of ${largest.length} bytes got ${status}`);
      demandRefusal(await service.call('searchVenues', { text: `${largest} ` }), 413, 'payload_too_large');
      demandRefusal(await service.call('searchVenues', { text: '{"city":' }), 400, 'invalid_request');
      return '400, 415, 413';
    },
  },
  {
    rules: ['END-14'],
    title: 'keeps a well-formed Request-Id of the caller and replaces any other',
    async run(service) {
      const own = 'req_conformance01';
      const kept = await service.call('searchVenues', { body: {}, headers: { 'Request-Id': own } });
      demand(kept.headers.get('request-id') === own, `it returned ${kept.headers.get('request-id')} for ${own}`);
      const replaced = await service.call('searchVenues', { body: {}, headers: { 'Request-Id': 'no id' } });
      const id = replaced.headers.get('request-id') ?? '';
      demand(/^req_\w+$/.test(id), `it returned the Request-Id ${id}`);
      const again = await service.call('searchVenues', { body: {} });
      demand(again.headers.get('request-id') !== id, 'two responses have the same Request-Id');
      const refused = await service.call('searchVenues', { body: { limit: 0 }, headers: { 'Request-Id': own } });
      const { request_id } = (refused.body ?? {}) as { readonly request_id?: string };
      demand(request_id === own, `the body of a refusal has the request_id ${request_id} for ${own}`);
      return `${own} kept, 'no id' replaced`;
    },
  },
  {
    rules: ['LIM-6'],
    title: 'accepts values at their bounds and refuses those past them',
    async run(service) {
      const good = await service.newBooking();
      const guest = good['guest'] as object;
      const metadata = (keys: number, name: number, value: number) =>
        Object.fromEntries(
          Array.from({ length: keys }, (_, index) => [String(index).padEnd(name, 'k'), 'v'.repeat(value)]),
        );
      const past = [
        { party_size: 0 },
        { party_size: 51 },
        { guest: { ...guest, first_name: '' } },
        { guest: { ...guest, first_name: 'a'.repeat(101) } },
        { guest: { ...guest, last_name: 'a'.repeat(101) } },
        { metadata: metadata(21, 2, 1) },
        { metadata: metadata(1, 41, 1) },
        { metadata: metadata(1, 1, 501) },
      ];
      for (const changes of past) {
        demandRefusal(await service.call('createBooking', { body: { ...good, ...changes } }), 400, 'invalid_request');
      }
      const at = { guest: { ...guest, first_name: 'a'.repeat(100) }, metadata: metadata(20, 40, 500) };
      const { status } = await service.call('createBooking', { body: { ...good, ...at } });
      demand(status === 201, `a booking with every value at its bound returned ${status}`);
      return `${past.length} refused, every bound accepted`;
    },
  },
];

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
