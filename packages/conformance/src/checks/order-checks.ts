/** The order of refusals: which of two reasons to refuse a request is given. */
import { randomUUID } from 'node:crypto';
import { access, idempotency, limits, type OperationId } from '@booking-service/contract';
import { type Check, type CheckedService, unknownBooking } from '../checked-service.ts';
import { codeOf, demandRefusal, type Exchange } from '../exchange.ts';
import { demand, Unchecked } from '../verdict.ts';
import { stayInWindow } from './limit-checks.ts';

const badBody = { party_size: 'many' };

export const orderChecks: readonly Check[] = [
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
  {
    rules: ['AUT-11', 'AUT-4'],
    title: 'billing_required comes after the scope and before the allowance and the body',
    async run(service) {
      const { admin } = service;
      const key = await service.magicKey('unbilled');
      const { data } = await admin.call<{ data: readonly { id: string; name: string }[] }>(
        'GET /organizations?limit=100',
      );
      const id = data.find(({ name }) => name === 'Sandbox unbilled')?.id;
      if (id === undefined) throw new Unchecked('the admin server does not list the magic organizations');
      const place = access.refusal_order.indexOf('billing_required');
      const seen: string[] = [];
      for (const name of access.refusal_order.filter((each) => Object.hasOwn(causes, each))) {
        const {
          rate_limit,
          test_allowance,
          standing,
          scopes,
          operation = 'createBooking',
          ...sent
        } = causes[name] ?? {};
        const before = { rate_limit: limits.default_limit, test_allowance: limits.default_test_allowance };
        const settings = { ...(rate_limit && { rate_limit }), ...(test_allowance !== undefined && { test_allowance }) };
        const isSet = Object.keys(settings).length > 0;
        if (isSet) await admin.call(`PUT /organizations/${id}/limits`, settings);
        if (standing) await admin.call(`PUT /organizations/${id}/standing`, { standing });
        try {
          const used = scopes ? (await admin.createKey(id, { mode: 'test', scopes })).key : key;
          const send = () => service.call(operation, { text: '{}', ...sent, key: used });
          if (rate_limit) await stayInWindow(service).then(send);
          const found = codeOf(await send());
          const expected = access.refusal_order.indexOf(name) < place ? name : 'billing_required';
          demand(found === expected, `with billing_required and ${name}, a request got ${found}`);
          seen.push(name);
        } finally {
          if (isSet) await admin.call(`PUT /organizations/${id}/limits`, before);
          if (standing) await admin.call(`PUT /organizations/${id}/standing`, { standing: 'active' });
        }
      }
      return seen.join(', ');
    },
  },
  {
    rules: ['AUT-11', 'IDM-7'],
    title: 'a replay comes after the checks of the key and the organization, and before those of the request',
    async run(service) {
      const { admin } = service;
      const place = access.refusal_order.indexOf(idempotency.replay_step);
      // A replay is a create, and a create needs no live key.
      const names = access.refusal_order.filter((name) => Object.hasOwn(causes, name) && name !== 'live_key_required');
      for (const name of names) {
        const { standing, scopes, rate_limit, test_allowance, operation: _none, ...sent } = causes[name] ?? {};
        const { id } = await admin.createOrganization({ name: 'Conformance, replay' });
        const { key } = await admin.createKey(id, { mode: 'test' });
        const named = { [idempotency.header]: randomUUID() };
        const body = await service.newBooking();
        const made = await service.call('createBooking', { key, body, headers: named });
        demand(made.status === 201, `a create returned ${made.status}`);
        if (standing) await admin.call(`PUT /organizations/${id}/standing`, { standing });
        const settings = { ...(rate_limit && { rate_limit }), ...(test_allowance !== undefined && { test_allowance }) };
        if (Object.keys(settings).length > 0) await admin.call(`PUT /organizations/${id}/limits`, settings);
        const used = scopes ? (await admin.createKey(id, { mode: 'test', scopes })).key : key;
        const again = { text: JSON.stringify(body), ...sent, headers: { ...sent.headers, ...named }, key: used };
        const response = await service.call('createBooking', again);
        if (access.refusal_order.indexOf(name) < place)
          demand(codeOf(response) === name, `a replay with ${name} got ${response.status} ${codeOf(response)}`);
        else demand(response.status === idempotency.replay_status, `a replay with ${name} got ${response.status}`);
      }
      return names.join(', ');
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
