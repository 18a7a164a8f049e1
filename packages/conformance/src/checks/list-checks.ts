import { isDeepStrictEqual } from 'node:util';
import { randomUUID } from 'node:crypto';
import {
  type Booking,
  type LoggedRequest,
  type LoggedRequestList,
  type OperationId,
  operationTable,
} from '@booking-service/contract';
import { type Check, type CheckedService, findKey, otherKeys, type Request } from '../checked-service.ts';
import type { HookEvent } from '../receiver.ts';
import { demand, Unchecked } from '../verdict.ts';
import { demandRefusal } from '../exchange.ts';

interface Page<Entry> {
  readonly data: readonly Entry[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** The pages that a check reads at most. */
const maxPages = 20;

async function readPage<Entry>(
  service: CheckedService,
  operation: OperationId,
  request: Request,
): Promise<Page<Entry>> {
  const { status, body } = await service.call(operation, request);
  demand(status === 200, `${operation} with ${request.query} returned ${status}`);
  return body as Page<Entry>;
}

/** The ids of the entries of every page. `between` runs after each page. */
async function readIds(
  service: CheckedService,
  operation: OperationId,
  { query = '', between }: { query?: string; between?: () => Promise<unknown> },
): Promise<string[]> {
  const found: string[] = [];
  let cursor = '';
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await readPage<{ readonly id: string }>(service, operation, { query: query + cursor });
    found.push(...page.data.map(({ id }) => id));
    if (page.next_cursor === null) return found;
    cursor = `&cursor=${page.next_cursor}`;
    await between?.();
  }
  return found;
}

/** A metadata value that no other booking has, so that a list of it has the bookings of this check alone. */
function newMark(): string {
  return `conformance-${crypto.randomUUID()}`;
}

// The lists of bookings and events.

export const listChecks: readonly Check[] = [
  {
    rules: ['BKG-13'],
    title: 'a list has the bookings that match, in full and newest first',
    async run(service) {
      const mark = newMark();
      const first = await service.create(undefined, { metadata: { mark, part: 'a' } });
      await service.waitFor(first.id, 'confirmed');
      await service.clock.pass(1);
      const second = await service.create(undefined, { metadata: { mark } });
      await service.waitFor(second.id, 'confirmed');
      const list = async (query: string, key?: string) =>
        (
          await readPage<Booking>(service, 'listBookings', {
            query: `?metadata[mark]=${mark}${query}`,
            ...(key && { key }),
          })
        ).data;
      const all = await list('');
      demand(
        all.map(({ id }) => id).join() === `${second.id},${first.id}`,
        'the list lacks a booking, or is not newest first',
      );
      for (const booking of all)
        demand(
          isDeepStrictEqual(booking, await service.read(booking.id)),
          'a listed booking differs from a read of it',
        );
      const cases: [query: string, expected: readonly Booking[]][] = [
        ['&status=confirmed', [second, first]],
        ['&status=failed', []],
        ['&metadata[part]=a', [first]],
        ['&metadata[part]=b', []],
        [`&created_from=${second.created}`, [second]],
        [`&created_before=${second.created}`, [first]],
      ];
      for (const [query, expected] of cases) {
        const found = (await list(query)).map(({ id }) => id).join();
        demand(
          found === expected.map(({ id }) => id).join(),
          `the filter ${query.slice(1)} finds ${found || 'nothing'}`,
        );
      }
      for (const key of otherKeys(service))
        demand((await list('', key)).length === 0, 'a key of another environment or organization lists the bookings');
      return `${all.length} bookings, and ${cases.length} filters`;
    },
  },
  {
    rules: ['EVT-5'],
    title: 'a list has the events as their webhooks have them, delivered or not',
    async run(service) {
      const { id, created } = await service.create();
      const confirmed = await service.waitFor(id, 'confirmed');
      const from = `?limit=100&created_from=${created}`;
      const list = async (query: string, key?: string) => {
        const { data } = await readPage<HookEvent>(service, 'listEvents', { query: from + query, ...(key && { key }) });
        return data.filter(({ data: { object } = {} }) => object?.id === id);
      };
      const events = await list('');
      const types = events.map(({ type }) => type);
      demand(
        types.at(-1) === 'booking.created' && types.includes('booking.confirmed'),
        `the list has ${types.join() || 'nothing'}`,
      );
      const ids = events.map((event) => String(event.id));
      const isSorted = ids.every((each, index) => index === 0 || each < String(ids[index - 1]));
      demand(isSorted, 'the list is not newest first');
      const created_before = await list(`&created_before=${confirmed.updated}`);
      demand(
        created_before.every(({ created: at }) => String(at) < confirmed.updated),
        'created_before is not excluded',
      );
      const chosen = (await list('&type=booking.confirmed&type=booking.failed')).map(({ type }) => type).join();
      demand(chosen === 'booking.confirmed', `two types find ${chosen || 'nothing'}`);
      const ofBooking = await readIds(service, 'listEvents', { query: `?booking_id=${id}` });
      demand(ofBooking.join() === ids.join(), 'the filter booking_id lists other events than those of the booking');
      for (const key of otherKeys(service))
        demand((await list('', key)).length === 0, 'a key of another environment or organization lists the events');
      if (service.options.secrets.length === 0) return `${types.join(', ')}; no webhook to compare with`;
      for (const hook of await service.eventsOf(id, 'booking.created', 'booking.confirmed')) {
        const listed = events.find((event) => event.id === hook.id);
        demand(isDeepStrictEqual(listed, hook), `the listed ${hook.type} differs from its webhook`);
      }
      return `${types.join(', ')}, each as its webhook`;
    },
  },
  {
    rules: ['EVT-6'],
    title: 'a read of an event returns its webhook, and is refused to other keys',
    async run(service) {
      const { id: booking_id } = await service.create();
      await service.waitFor(booking_id, 'confirmed');
      const query = `?booking_id=${booking_id}`;
      const { data } = await readPage<HookEvent>(service, 'listEvents', { query });
      for (const event of data) {
        const { status, body } = await service.call('getEvent', { id: String(event.id) });
        demand(status === 200, `a listed event returned ${status}`);
        demand(isDeepStrictEqual(body, event), `the read ${event.type} differs from the list`);
      }
      const id = String(data[0]?.id);
      demandRefusal(await service.call('getEvent', { id: `evt_${'0'.repeat(32)}` }), 404, 'not_found');
      const [live, other] = [findKey(() => service.live), findKey(() => service.other)];
      if (live) demandRefusal(await service.call('getEvent', { id, key: live }), 403, 'wrong_key_environment');
      if (other) demandRefusal(await service.call('getEvent', { id, key: other }), 404, 'not_found');
      return `${data.length} events, and ${otherKeys(service).length} other keys`;
    },
  },
  {
    rules: ['END-16'],
    title: 'a new entry changes no page, and a cursor is refused elsewhere',
    async run(service) {
      const mark = newMark();
      const make = () => service.create(undefined, { metadata: { mark } });
      for (let count = 0; count < 5; count += 1) await make();
      const query = `metadata[mark]=${mark}`;
      const before = await readIds(service, 'listBookings', { query: `?limit=100&${query}` });
      const during = await readIds(service, 'listBookings', { query: `?limit=2&${query}`, between: make });
      demand(during.join() === before.join(), 'pages of two differ from one page, after new bookings');
      const { next_cursor } = await readPage(service, 'listBookings', { query: `?limit=1&${query}` });
      const cursor = next_cursor ?? '';
      const changed = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1);
      const refused: [OperationId, Request][] = [
        ['listBookings', { query: `?${query}&cursor=${changed}` }],
        ['listBookings', { query: `?${query}&cursor=nowhere` }],
        ['listBookings', { query: `?cursor=${cursor}` }],
        ['listBookings', { query: `?${query}&status=confirmed&cursor=${cursor}` }],
        ['listEvents', { query: `?cursor=${cursor}` }],
      ];
      for (const key of otherKeys(service))
        refused.push(['listBookings', { query: `?${query}&cursor=${cursor}`, key }]);
      for (const [operation, request] of refused)
        demandRefusal(await service.call(operation, request), 400, 'invalid_request');
      return `${before.length} bookings in pages of two, and ${refused.length} refused cursors`;
    },
  },
];

/** The time within which a request must be in the log. */
const appearsWithin_seconds = 10;

/** Sends a request with an id of its own. Returns the id, and the status. */
async function sendMarked(
  service: CheckedService,
  operation: OperationId,
  request: Request = {},
): Promise<{ readonly id: string; readonly status: number }> {
  const id = `req_${randomUUID().replaceAll('-', '')}`;
  const headers = { ...request.headers, 'Request-Id': id };
  const { status } = await service.call(operation, { ...request, headers });
  return { id, status };
}

async function listLog(service: CheckedService, query = '', key?: string): Promise<readonly LoggedRequest[]> {
  const { status, body } = await service.call('listRequests', { query: `?limit=100${query}`, ...(key && { key }) });
  demand(status === 200, `the list of requests returned ${status}`);
  return (body as LoggedRequestList).data;
}

/** Lets time pass until the log has the request. Throws Unchecked if the service logs nothing. */
async function find(service: CheckedService, id: string): Promise<LoggedRequest> {
  const limit = service.clock.movable
    ? appearsWithin_seconds
    : Math.min(appearsWithin_seconds, service.options.maxWait_seconds);
  for (let waited = 0; ; waited += 1) {
    const requests = await listLog(service);
    const found = requests.find((request) => request.id === id);
    if (found) return found;
    if (waited < limit) await service.clock.pass(1);
    else if (requests.length === 0) throw new Unchecked('the service logs no requests');
    else demand(false, `the log has no request ${id} after ${waited} s`);
  }
}

export const requestChecks: readonly Check[] = [
  {
    rules: ['REQ-1', 'REQ-2'],
    title: 'the log has each request of a key, by every filter, without its values',
    async run(service) {
      const booking = await service.create();
      const key = `order-${randomUUID()}`;
      const refused = await sendMarked(service, 'createBooking', { body: {}, headers: { 'Idempotency-Key': key } });
      const read = await sendMarked(service, 'getBooking', { id: booking.id });
      const [refusal, success] = [await find(service, refused.id), await find(service, read.id)];
      for (const [{ status }, logged, operation] of [
        [refused, refusal, 'createBooking'],
        [read, success, 'getBooking'],
      ] as const) {
        demand(logged.status === status, `the log has the status ${logged.status} of a response with ${status}`);
        const { method, path } = operationTable[operation];
        const [sent, shown] = [
          [operation, method.toUpperCase(), path],
          [logged.operation, logged.method, logged.path],
        ];
        demand(shown.join(' ') === sent.join(' '), `the log has ${shown.join(' ')}, not ${sent.join(' ')}`);
        demand(!logged.livemode, 'a request with a test key is live in the log');
      }
      demand(refusal.error_code === 'invalid_request', `the error code in the log is ${refusal.error_code}`);
      demand(refusal.idempotency_key === key, 'the log lacks the Idempotency-Key of a create');
      demand(success.error_code === null, 'a request that was not refused has an error code in the log');
      demand(success.booking_id === booking.id, `the log has the booking ${success.booking_id}, not ${booking.id}`);
      const filters = [
        [`&status=${refused.status}`, '&status=599'],
        ['&status_class=4xx', '&status_class=5xx'],
        ['&operation=createBooking', '&operation=getBooking'],
        ['&error_code=invalid_request', '&error_code=internal_error'],
        [`&idempotency_key=${key}`, `&idempotency_key=${key}x`],
        [`&created_from=${refusal.created}`, `&created_before=${refusal.created}`],
      ] as const;
      for (const [matching, other] of filters) {
        const has = async (query: string) => (await listLog(service, query)).some(({ id }) => id === refused.id);
        demand(await has(matching), `the filter ${matching.slice(1)} leaves out a request`);
        demand(!(await has(other)), `the filter ${other.slice(1)} has no effect`);
      }
      for (const other of otherKeys(service))
        demand(
          !(await listLog(service, '', other)).some(({ id }) => id === refused.id),
          'a key of another environment or organization lists the request',
        );
      return `two requests, and ${filters.length * 2} filters`;
    },
  },
  {
    rules: ['REQ-3'],
    title: 'a read of a request returns its entry, and is refused to other keys',
    async run(service) {
      const { id } = await sendMarked(service, 'listEvents');
      const listed = await find(service, id);
      const { status, body } = await service.call('getRequest', { id });
      demand(status === 200, `a listed request returned ${status}`);
      demand(JSON.stringify(body) === JSON.stringify(listed), 'the entry differs from that of the list');
      demandRefusal(await service.call('getRequest', { id: `req_${'0'.repeat(32)}` }), 404, 'not_found');
      const [live, other] = [findKey(() => service.live), findKey(() => service.other)];
      if (live) demandRefusal(await service.call('getRequest', { id, key: live }), 403, 'wrong_key_environment');
      if (other) demandRefusal(await service.call('getRequest', { id, key: other }), 404, 'not_found');
      return `one request, and ${otherKeys(service).length} other keys`;
    },
  },
];
