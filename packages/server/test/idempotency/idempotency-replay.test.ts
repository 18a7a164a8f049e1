/** IDM-7: the server returns a replay at its step in the contract's order of refusals, regardless of the later checks. */
import { access, idempotency, type Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import type { CallCheck } from '../../src/index.ts';
import type { CallOptions, World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const body = newBooking();

async function create(world: World, key: string, { headers, ...options }: CallOptions = {}) {
  return world.call<Booking & { error?: string; error_code?: string }>('POST', '/v1/bookings', {
    body,
    ...options,
    headers: { 'Idempotency-Key': key, ...headers },
  });
}

/** Requests that never reach the operation, each with its refusal if it is not a replay. */
const invalidRequests: readonly (readonly [string, CallOptions])[] = [
  ['415 unsupported_media_type', { text: JSON.stringify(body), headers: { 'Content-Type': 'text/plain' } }],
  ['413 payload_too_large', { text: '{}'.padEnd(65_537) }],
  ['400 invalid_request', { text: '{' }],
  ['400 invalid_request', { body: {} }],
  ['400 invalid_request', { body: undefined }],
];

describe.each(engines)('%s', (engine) => {
  it('IDM-7 AUT-11: returns a replay before it checks billing, the test allowance and the body', async () => {
    let paid = true;
    const billing: CallCheck = { check: async () => (paid ? 'allowed' : 'refused') };
    await using world = await openWorldOn(engine, { billing, organization: { test_allowance: 2 } });
    const { body: first } = await create(world, 'order-1');
    const refusalOf = async (key: string, options?: CallOptions) => {
      const { status, body: refused } = await create(world, key, options);
      return `${status} ${refused.error_code ?? refused.error}`;
    };
    const replayed = async (options?: CallOptions) => {
      const response = await create(world, 'order-1', options);
      expect(response.status).toBe(idempotency.replay_status);
      expect(response.headers.get('idempotent-replayed')).toBe('true');
      expect(response.headers.get('location')).toBe(`/v1/bookings/${first.id}`);
      expect(response.body.id).toBe(first.id);
    };

    for (const [refusal, options] of invalidRequests) {
      expect(await refusalOf('order-2', options)).toBe(refusal);
      await replayed(options);
    }
    await world.clock.advance(2_000);
    await world.store.setLimits(world.organization.organization_id, { test_allowance: 1 });
    expect(await refusalOf('order-2')).toBe('402 free_tier_exhausted');
    await replayed();
    paid = false;
    expect(await refusalOf('order-2')).toBe('402 billing_required');
    await replayed();
  });

  it('IDM-7 AUT-11: checks the key, the rate limit, suspension, the environment and the scope of a replay', async () => {
    await using database = await openWorldOn(engine, { organization: { rate_limit: 3 } });
    const { store, organization } = database;
    const first = await create(database, 'order-1');
    expect((await create(database, 'order-1', { key: 'sk_test_nobody' })).status).toBe(401);
    await store.setStanding(organization.organization_id, 'suspended');
    expect(await create(database, 'order-1')).toMatchObject({ status: 403, body: { error_code: 'org_suspended' } });
    await store.setStanding(organization.organization_id, 'active');
    expect(await create(database, 'order-1')).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect(await create(database, 'order-1')).toMatchObject({ status: 429, body: { error: 'rate_limited' } });

    await using reader = await openWorldOn(engine, { organization: { scopes: ['bookings:read'] } });
    const scopeless = await create(reader, 'order-1');
    expect(scopeless).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  });

  it('IDM-7: searches the store for a replay only for a create with a key, and only once', async () => {
    const searchedKeys: string[] = [];
    await using world = await openWorldOn(engine);
    const find = world.store.findBookingByKey.bind(world.store);
    const counted: World['store']['findBookingByKey'] = (key) => {
      searchedKeys.push(key.idempotency_key);
      return find(key);
    };
    Object.assign(world.store, { findBookingByKey: counted });
    await world.call('POST', '/v1/bookings', { body });
    await world.call('POST', '/v1/venues/search', { body: {}, headers: { 'Idempotency-Key': 'order-1' } });
    expect(searchedKeys).toEqual([]);
    expect((await create(world, 'order-1')).status).toBe(201);
    expect((await create(world, 'order-1')).status).toBe(200);
    expect(searchedKeys).toEqual(['order-1', 'order-1']);
  });
});

it('IDM-7 AUT-11: the contract has the replay after the scope and before billing', () => {
  const place = access.refusal_order.indexOf(idempotency.replay_step);
  expect(access.refusal_order.slice(place - 1, place + 2)).toEqual([
    'insufficient_scope',
    idempotency.replay_step,
    'billing_required',
  ]);
});
