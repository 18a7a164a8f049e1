import { access, type Booking, limits, type OperationId, operationTable } from '@booking-service/contract';
import { demand, Unchecked } from '../verdict.ts';
import { type Check, type CheckedService, type Request, unknownBooking } from '../checked-service.ts';
import { codeOf, demandRefusal, type Exchange, numberIn } from '../exchange.ts';

const operations = Object.keys(operationTable) as OperationId[];
const badBody = { party_size: 'many' };

/** A request of the operation that is valid as far as access is checked. */
function requestOf(operation: OperationId): { id: string; body?: object } {
  const id = operationTable[operation].path.startsWith('/v1/bookings') ? unknownBooking : 'ses_'.padEnd(36, '0');
  return operationTable[operation].method === 'get' ? { id } : { id, body: {} };
}

/** The operations of AUT-6 and AUT-10, by name: a contract that lists others breaks the interface. */
const allowed = operations.filter((name) => /^search|^(?:create|continue|cancel|modify)Booking$/.test(name));

/** Who may call what, and which refusal comes first. */
export const accessChecks: readonly Check[] = [
  {
    rules: ['AUT-1', 'AUT-4', 'ERR-2'],
    title: 'every operation refuses a missing and an unknown key',
    async run(service) {
      for (const operation of operations) {
        for (const key of [null, 'sk_test_unknown', 'no key']) {
          demandRefusal(await service.call(operation, { ...requestOf(operation), key }), 401, 'unauthorized');
        }
      }
      return `${operations.length} operations, three wrong keys each`;
    },
  },
  {
    rules: ['ORG-3', 'ORG-4'],
    title: 'a test key and a live key share one rate limit',
    async run(service) {
      const remaining = async (key: string) => {
        const response = await service.call('getBooking', { id: unknownBooking, key });
        demand(response.status === 404, `a key of the organization got ${response.status}`, 'ORG-3');
        return numberIn(response, limits.headers.remaining);
      };
      const first = await remaining(service.keys.test);
      const second = await remaining(service.live);
      // A new window may begin in between.
      demand(second === first - 1 || second > first, `RateLimit-Remaining went from ${first} to ${second}`, 'ORG-4');
      return `RateLimit-Remaining ${first}, then ${second} with the other key`;
    },
  },
  {
    rules: ['AUT-3', 'AUT-9', 'SES-1'],
    title: 'sessions and cards refuse a test key',
    async run(service) {
      const live = operations.filter((operation) => operationTable[operation].live_key);
      for (const operation of live) {
        demandRefusal(await service.call(operation, requestOf(operation)), 403, 'live_key_required');
      }
      return `${live.join(', ')}: 403 live_key_required`;
    },
  },
  {
    rules: ['AUT-5'],
    title: 'a suspended organization gets org_suspended',
    async run(service) {
      const key = await service.magicKey('suspended');
      return demandRefusal(await service.call('searchVenues', { key, body: {} }), 403, 'org_suspended');
    },
  },
  {
    rules: ['AUT-6', 'AUT-10', 'ERR-3', 'LIM-5'],
    title: 'only confirmed test bookings use the allowance; then every booking call but a read gets 402',
    async run(service) {
      const { admin } = service;
      const organization = await admin.createOrganization({ name: 'Conformance, allowance' });
      const { test_allowance: byDefault } = organization;
      demand(byDefault === 100, `the default allowance is ${byDefault}`, 'LIM-5');
      await admin.call(`PUT /organizations/${organization.id}/limits`, { test_allowance: 1 });
      const { key } = await admin.createKey(organization.id, { mode: 'test' });
      const live = await admin.createKey(organization.id, { mode: 'live' });
      const atOnce = await service.magicVenue('express_counter');
      const failing = await service.create(await service.magicVenue('closed_kitchen'), {}, { key });
      await service.waitFor(failing.id, 'failed', { key });
      await service.create(atOnce, {}, { key: live.key });
      const { id } = await service.create(atOnce, {}, { key });
      await service.waitFor(id, 'confirmed', { key });
      for (const operation of allowed) {
        const response = await service.call(operation, { ...requestOf(operation), id, key });
        demandRefusal(response, 402, 'free_tier_exhausted');
      }
      await service.read(id, { key });
      return `one confirmed booking of one; ${allowed.length} operations get 402, a read 200`;
    },
  },
  {
    rules: ['MOD-3', 'AUT-6'],
    title: 'the allowance holds for creates at once, and one that is cancelled first gives its part back',
    async run(service) {
      const { admin } = service;
      const organization = await admin.createOrganization({ name: 'Conformance, at once', test_allowance: 2 });
      const { key } = await admin.createKey(organization.id, { mode: 'test' });
      const body = await service.newBooking(await service.magicVenue('code_house'));
      const create = () => service.call('createBooking', { key, body });
      const responses = await Promise.all(Array.from({ length: 10 }, create));
      const accepted = responses.filter(({ status }) => status === 201);
      demand(accepted.length === 2, `${accepted.length} of 10 creates at once were accepted, with an allowance of 2`);
      for (const refused of responses.filter(({ status }) => status !== 201)) {
        demandRefusal(refused, 402, 'free_tier_exhausted');
      }
      demandRefusal(await create(), 402, 'free_tier_exhausted');
      const { status: searched } = await service.call('searchVenues', { key, body: {} });
      demand(searched === 200, `with reservations only, a search got ${searched}`);
      const [id = ''] = accepted.map(({ body: booking }) => (booking as Booking).id);
      await service.call('cancelBooking', { key, id });
      const { status: again } = await create();
      demand(again === 201, `after a cancellation, a create got ${again}`);
      return '2 of 10 creates at once with an allowance of 2; one more after a cancellation';
    },
  },
  {
    rules: ['AUT-4', 'AUT-6'],
    title: 'billing refuses with billing_required',
    async run(service) {
      const key = await service.magicKey('unbilled');
      return demandRefusal(await service.call('searchVenues', { key, body: {} }), 402, 'billing_required');
    },
  },
  {
    rules: ['AUT-7'],
    title: 'keys have the prefixes of their modes, and a revoked key is refused at once',
    async run(service) {
      const { admin, organization } = service;
      const { id, key } = await admin.createKey(organization, { mode: 'test' });
      demand(key.startsWith(access.key_modes.test.prefix), `a test key begins with ${key.slice(0, 8)}`);
      const { status } = await service.call('searchVenues', { key, body: {} });
      demand(status === 200, `a new key got ${status}`);
      await admin.call(`POST /organizations/${organization}/keys/${id}/revoke`);
      const refused = demandRefusal(await service.call('searchVenues', { key, body: {} }), 401, 'unauthorized');
      const { data } = await admin.call<{ data: readonly object[] }>(`GET /organizations/${organization}/keys`);
      demand(!JSON.stringify(data).includes(key), 'the list of keys shows a key');
      return `200, revoked, ${refused}`;
    },
  },
  {
    rules: ['AUT-8', 'AUT-4'],
    title: 'a key without the scope of an operation is refused',
    async run(service) {
      service.requireLive();
      const { admin, organization } = service;
      const { key: test } = await admin.createKey(organization, { mode: 'test', scopes: [] });
      const { key: live } = await admin.createKey(organization, { mode: 'live', scopes: [] });
      for (const operation of operations) {
        const key = operationTable[operation].live_key ? live : test;
        const refused = await service.call(operation, { ...requestOf(operation), key });
        demandRefusal(refused, 403, 'insufficient_scope');
      }
      return `${operations.length} operations`;
    },
  },
  {
    rules: ['AUT-11'],
    title: 'the refusals come in their order',
    async run(service) {
      demandRefusal(await service.send('GET /v1/nowhere', { key: null }), 404, 'not_found');
      const known = (await service.create()).id;
      for (const id of [known, unknownBooking]) {
        demandRefusal(await service.call('getBooking', { id, key: null }), 401, 'unauthorized');
      }
      demandRefusal(await service.call('createBooking', { key: null, body: badBody }), 401, 'unauthorized');
      demandRefusal(await service.call('createSession', { body: badBody }), 403, 'live_key_required');
      const seen = await orderOfMagicKeys(service);
      return `404, 401, 403 live_key_required${seen} before 400`;
    },
  },
  {
    rules: ['AUT-11'],
    title: 'of two reasons to refuse a request, the one that is earlier in the order is given',
    async run(service) {
      const names = access.refusal_order.filter((name) => Object.hasOwn(causes, name));
      const pairs = names.flatMap((earlier, index) => names.slice(index + 1).map((later) => [earlier, later] as const));
      for (const [earlier, later] of pairs) {
        const found = codeOf(await refusedFor(service, { ...causes[later], ...causes[earlier] }));
        demand(found === earlier, `with ${earlier} and ${later}, a request got ${found}`);
      }
      return `${pairs.length} pairs of ${names.join(', ')}`;
    },
  },
];

/** The settings of a new organization, of its key and of a request that bring a refusal about. */
interface Cause {
  readonly rate_limit?: number;
  readonly test_allowance?: number;
  readonly standing?: 'suspended';
  readonly scopes?: readonly string[];
  readonly operation?: OperationId;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The refusals that a test key of a new organization can get, in any combination. */
const causes: Readonly<Record<string, Cause>> = {
  rate_limited: { rate_limit: 1 },
  org_suspended: { standing: 'suspended' },
  live_key_required: { operation: 'createSession' },
  insufficient_scope: { scopes: [] },
  free_tier_exhausted: { test_allowance: 0 },
  unsupported_media_type: { headers: { 'Content-Type': 'text/plain' } },
  payload_too_large: { text: '{}'.padEnd(limits.max_body_bytes + 1) },
  invalid_request: { text: '{}' },
};

async function refusedFor(service: CheckedService, cause: Cause): Promise<Exchange> {
  const { admin } = service;
  const { scopes, standing, operation = 'createBooking', text = '{}', headers = {}, ...settings } = cause;
  const { id } = await admin.createOrganization({ name: 'Conformance, two reasons', ...settings });
  const { key } = await admin.createKey(id, { mode: 'test', ...(scopes && { scopes }) });
  if (standing) await admin.call(`PUT /organizations/${id}/standing`, { standing });
  const send = () => service.call(operation, { key, text, headers });
  if (settings.rate_limit !== undefined) await stayInWindow(service).then(send);
  return send();
}

async function orderOfMagicKeys(service: CheckedService): Promise<string> {
  const found: string[] = [];
  for (const name of ['suspended', 'no_scopes', 'unbilled', 'used_up']) {
    const key = await service.magicKey(name).catch(() => undefined);
    if (key === undefined) return '';
    const response = await service.call('createBooking', { key, body: badBody });
    demand(response.status !== 400, `the body is checked before the organization ${name}`);
    found.push(`${response.status} ${codeOf(response)}`);
  }
  const expected = '403 org_suspended, 403 insufficient_scope, 402 billing_required, 402 free_tier_exhausted';
  demand(found.join(', ') === expected, `the refusals are ${found.join(', ')}`);
  return `, ${expected}`;
}

const header = (response: Exchange, name: keyof typeof limits.headers) => numberIn(response, limits.headers[name]);

/** Begins a new window if this one is about to end, so that a check stays inside one. */
async function stayInWindow(service: CheckedService): Promise<void> {
  const response = await service.call('getBooking', { id: unknownBooking });
  const left = header(response, 'reset');
  if (left < 45) await service.clock.pass(left + 1);
}

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
    rules: ['LIM-8'],
    title: 'reads have a window of their own, in which they cost by the rows that they may read',
    async run(service) {
      const { admin } = service;
      const { units_per_request: units, rows_per_unit, compared_rows } = limits.reads;
      const organization = await admin.createOrganization({ name: 'Conformance, reads', rate_limit: 1 });
      const { key } = await admin.createKey(organization.id, { mode: 'test' });
      await stayInWindow(service);
      const unknownEvent = { id: unknownBooking.replace('bkg', 'evt') };
      const reads: [operation: OperationId, request: Request, rows: number][] = [
        ['listBookings', {}, limits.page.default],
        ['listEvents', { query: `?limit=${limits.page.max}` }, limits.page.max],
        ['listBookings', { query: '?metadata[mark]=none' }, compared_rows],
        ['getEvent', unknownEvent, 1],
      ];
      let left: number = units;
      for (const [operation, request, rows] of reads) {
        left = Math.max(0, left - 1 - Math.floor(rows / rows_per_unit));
        const response = await service.call(operation, { key, ...request });
        demand(response.status < 429, `${operation} got ${response.status} with units left`);
        const found = header(response, 'remaining');
        demand(found === left, `${operation} of ${rows} rows left ${found} of ${units} units, not ${left}`);
      }
      const refused = demandRefusal(await service.call('listRequests', { key }), 429, 'rate_limited');
      const metered = await service.call('searchVenues', { key, body: {} });
      demand(metered.status === 200, `reads used up the rate limit: a search got ${metered.status}`);
      return `${units} units, then ${refused}`;
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
