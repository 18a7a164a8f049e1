import {
  access,
  type Booking,
  limits,
  type OperationId,
  operationTable,
  sandbox,
  type Scope,
} from '@booking-service/contract';
import { demand } from '../verdict.ts';
import { type Check, unknownBooking } from '../checked-service.ts';
import { codeOf, demandRefusal, numberIn } from '../exchange.ts';

const operations = Object.keys(operationTable) as OperationId[];

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
      const seen = [await remaining(service.keys.test)];
      for (const key of [service.live, service.keys.test]) {
        const [before = 0, now] = [seen.at(-1), await remaining(key)];
        seen.push(now);
        // A new window may begin in between.
        demand(now === before - 1 || now > before, `RateLimit-Remaining went from ${before} to ${now}`, 'ORG-4');
      }
      return `RateLimit-Remaining ${seen.join(', ')} with one key, the other and the first`;
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
    rules: ['AUT-6', 'AUT-10'],
    title: 'without allowance every other operation still works',
    async run(service) {
      const { admin } = service;
      const { id } = await admin.createOrganization({ name: 'Conformance, no allowance', test_allowance: 0 });
      const { key } = await admin.createKey(id, { mode: 'test' });
      const others = operations.filter((name) => !allowed.includes(name) && !operationTable[name].live_key);
      for (const operation of others) {
        const response = await service.call(operation, { ...requestOf(operation), key });
        demand(response.status !== 402, `${operation} got ${codeOf(response)}`);
      }
      return others.join(', ');
    },
  },
  {
    rules: ['AUT-4'],
    title: 'billing is checked for the operations of the contract and for no other',
    async run(service) {
      await service.magicKey('unbilled');
      for (const operation of operations) {
        const { live_key, billing } = operationTable[operation];
        if (live_key) service.requireLive();
        const prefix = access.key_modes[live_key ? 'live' : 'test'].prefix;
        const key = `${prefix}${sandbox.public_key_prefix}unbilled`;
        const response = await service.call(operation, { ...requestOf(operation), key });
        if (billing) demandRefusal(response, 402, 'billing_required');
        else demand(response.status !== 402, `${operation} got ${codeOf(response)}`);
      }
      return `${operations.length} operations`;
    },
  },
  {
    rules: ['AUT-8', 'AUT-4'],
    title: 'a key with only the scope of an operation may call it, and one with every other scope may not',
    async run(service) {
      service.requireLive();
      const { admin, organization } = service;
      const scopes = Object.keys(access.scopes) as Scope[];
      const keyWith = (mode: string, held: readonly Scope[]) =>
        service.once(`key ${mode} ${held.join()}`, () => admin.createKey(organization, { mode, scopes: held }));
      for (const operation of operations) {
        const { live_key, scope } = operationTable[operation];
        const mode = live_key ? 'live' : 'test';
        const request = requestOf(operation);
        const { key: without } = await keyWith(
          mode,
          scopes.filter((name) => name !== scope),
        );
        demandRefusal(await service.call(operation, { ...request, key: without }), 403, 'insufficient_scope');
        const { key: only } = await keyWith(mode, [scope]);
        const code = codeOf(await service.call(operation, { ...request, key: only }));
        demand(code !== 'insufficient_scope', `${operation} refuses a key with ${scope}`);
      }
      return `${operations.length} operations`;
    },
  },
];
