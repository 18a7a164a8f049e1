import { limits, type OperationId, operationTable } from '@booking-service/contract';
import { type Check, type CheckedService, type Request, unknownBooking } from '../checked-service.ts';
import { demandRefusal, type Exchange, numberIn } from '../exchange.ts';
import { demand, Unchecked } from '../verdict.ts';

const header = (response: Exchange, name: keyof typeof limits.headers) => numberIn(response, limits.headers[name]);

/** Begins a new window if this one is about to end, so that a check stays inside one. */
export async function stayInWindow(service: CheckedService): Promise<void> {
  const response = await service.call('getBooking', { id: unknownBooking });
  const left = header(response, 'reset');
  if (left < 45) await service.clock.pass(left + 1);
}

/** The log of requests by each filter that compares rows. */
const comparing = ['status=400', 'status_class=4xx', 'operation=getEvent', 'error_code=not_found'].map(
  (filter): [OperationId, Request, number] => ['listRequests', { query: `?${filter}` }, limits.reads.compared_rows],
);

/** The rate limit of an organization. */
export const limitChecks: readonly Check[] = [
  {
    rules: ['LIM-1', 'LIM-2'],
    title: 'each metered request uses one, a request outside the operations uses none',
    async run(service) {
      await stayInWindow(service);
      const before = header(await service.call('searchVenues', { body: {} }), 'remaining');
      await service.send('GET /v1/nowhere');
      await service.call('searchVenues', { key: 'sk_test_unknown', body: {} });
      const refused = await service.call('createBooking', { body: {} });
      const after = header(refused, 'remaining');
      demand(after === before - 1, `RateLimit-Remaining went from ${before} to ${after} with one metered request`);
      return `${before}, then ${after}`;
    },
  },
  {
    rules: ['LIM-1', 'LIM-8'],
    title: 'each operation counts in its own window: that of the metered ones, or that of the reads',
    async run(service) {
      service.requireLive();
      const { admin } = service;
      const { id, rate_limit } = await admin.createOrganization({ name: 'Conformance, windows' });
      const keys = {
        test: (await admin.createKey(id, { mode: 'test' })).key,
        live: (await admin.createKey(id, { mode: 'live' })).key,
      };
      const names = Object.keys(operationTable) as OperationId[];
      for (const operation of names) {
        const { live_key, metered, method } = operationTable[operation];
        const request = { id: unknownBooking, ...(method !== 'get' && { body: {} }) };
        const response = await service.call(operation, { ...request, key: live_key ? keys.live : keys.test });
        const expected = metered ? rate_limit : rate_limit * limits.reads.units_per_request;
        const found = header(response, 'limit');
        demand(found === expected, `${operation} counts in a window of ${found}`);
      }
      return `${names.length} operations`;
    },
  },
  {
    rules: ['LIM-8'],
    title: 'reads have a window of their own, in which they cost by the rows that they may read',
    async run(service) {
      const { admin } = service;
      const { units_per_request: units, rows_per_unit, compared_rows } = limits.reads;
      const organization = await admin.createOrganization({ name: 'Conformance, reads', rate_limit: 3 });
      const { key } = await admin.createKey(organization.id, { mode: 'test' });
      await stayInWindow(service);
      const unknownEvent = { id: unknownBooking.replace('bkg', 'evt') };
      const reads: [operation: OperationId, request: Request, rows: number][] = [
        ['listBookings', {}, limits.page.default],
        ['listEvents', { query: `?limit=${limits.page.max}` }, limits.page.max],
        ['listBookings', { query: '?metadata[mark]=none' }, compared_rows],
        ...comparing,
        ['getEvent', unknownEvent, 1],
      ];
      let left = 3 * units;
      for (const [operation, request, rows] of reads) {
        left = Math.max(0, left - 1 - Math.floor(rows / rows_per_unit));
        const response = await service.call(operation, { key, ...request });
        demand(response.status < 429, `${operation} got ${response.status} with units left`);
        const found = header(response, 'remaining');
        demand(found === left, `${operation} of ${rows} rows left ${found} of ${3 * units} units, not ${left}`);
      }
      const refused = demandRefusal(await service.call('listRequests', { key }), 429, 'rate_limited');
      const metered = await service.call('searchVenues', { key, body: {} });
      demand(metered.status === 200, `reads used up the rate limit: a search got ${metered.status}`);
      return `${3 * units} units, then ${refused}`;
    },
  },
  {
    rules: ['LIM-4'],
    title: 'windows of five minutes are aligned to the clock',
    async run(service) {
      // A booking has the time of the service, which a sandbox may have moved.
      const response = await service.call('createBooking', { body: await service.newBooking() });
      const { created = '' } = (response.body ?? {}) as { readonly created?: string };
      if (response.status !== 201)
        throw new Unchecked('no booking can be made, whose time shows where the window ends');
      const reset = header(response, 'reset');
      demand(reset > 0 && reset <= limits.window_seconds, `RateLimit-Reset is ${reset}`);
      const end = Date.parse(created) / 1000 + reset;
      const off = Math.abs(end - Math.round(end / limits.window_seconds) * limits.window_seconds);
      // The reset is in whole seconds, and was counted a moment before the booking was made.
      demand(off <= 3, 'the window does not end at a multiple of five minutes');
      return `RateLimit-Reset ${reset}`;
    },
  },
  {
    rules: ['LIM-2', 'LIM-3', 'AUT-4', 'ERR-3'],
    title: 'the organization with one request a window gets 429 with Retry-After',
    async run(service) {
      const { admin } = service;
      const organization = await admin.createOrganization({ name: 'Conformance, one request', rate_limit: 1 });
      const { key } = await admin.createKey(organization.id, { mode: 'test' });
      await stayInWindow(service);
      const first = await service.call('searchVenues', { key, body: {} });
      demand(first.status === 200, `the first request got ${first.status}`);
      const left = header(first, 'remaining');
      demand(left === 0, `after the only request of a window, RateLimit-Remaining is ${left}`, 'LIM-2');
      const second = await service.call('searchVenues', { key, body: {} });
      const refused = demandRefusal(second, 429, 'rate_limited');
      const [after, reset] = [header(second, 'retry_after'), header(second, 'reset')];
      demand(after === reset, `Retry-After is ${after}, RateLimit-Reset ${reset}`);
      if (service.clock.movable) {
        await service.clock.pass(after + 1);
        const next = await service.call('searchVenues', { key, body: {} });
        demand(next.status === 200, `the next window got ${next.status}`);
      }
      return `${refused}, Retry-After ${after}`;
    },
  },
  {
    rules: ['LIM-4'],
    title: 'of 15 requests at once exactly 10 pass a limit of 10, and the default is 300',
    async run(service) {
      const { admin } = service;
      const { rate_limit: byDefault } = await admin.createOrganization({ name: 'Conformance, default limit' });
      demand(byDefault === limits.default_limit, `the default limit is ${byDefault}`);
      const organization = await admin.createOrganization({ name: 'Conformance, ten requests', rate_limit: 10 });
      const { key } = await admin.createKey(organization.id, { mode: 'test' });
      await stayInWindow(service);
      const search = () => service.call('searchVenues', { key, body: {} });
      const all = await Promise.all(Array.from({ length: 15 }, search));
      const passed = all.filter(({ status }) => status === 200).length;
      demand(passed === 10, `${passed} passed`);
      return '10 of 15 passed';
    },
  },
];
