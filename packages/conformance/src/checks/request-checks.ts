import { randomUUID } from 'node:crypto';
import {
  operationTable,
  type LoggedRequest,
  type LoggedRequestList,
  type OperationId,
} from '@booking-service/contract';
import type { Check } from '../check.ts';
import type { CheckedService, Request } from '../checked-service.ts';
import { demand, Unchecked } from '../verdict.ts';
import { findKey, otherKeys } from './other-keys.ts';
import { demandRefusal } from './refusal.ts';

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

async function list(service: CheckedService, query = '', key?: string): Promise<readonly LoggedRequest[]> {
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
    const requests = await list(service);
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
        const has = async (query: string) => (await list(service, query)).some(({ id }) => id === refused.id);
        demand(await has(matching), `the filter ${matching.slice(1)} leaves out a request`);
        demand(!(await has(other)), `the filter ${other.slice(1)} has no effect`);
      }
      for (const other of otherKeys(service))
        demand(
          !(await list(service, '', other)).some(({ id }) => id === refused.id),
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
