/** Idempotency keys: a create under a used key, and its place in the contract's order of refusals (IDM-7). */
import { access, type Booking, idempotency } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { type CallOptions, openWorld, type World } from '../../src/testing.ts';
import { engines, makeDatabase, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import type { CallCheck } from '../../src/index.ts';

const request = newBooking();

function create(
  world: World,
  idempotency_key: string,
  { key = 'test', body = request }: { key?: string; body?: unknown } = {},
) {
  return world.call<Booking>('POST', '/v1/bookings', { key, body, headers: { 'Idempotency-Key': idempotency_key } });
}

async function waitingEvents({ store, clock }: World): Promise<string[]> {
  const claim = { now: clock.now(), lease_until: new Date(0), lease_token: 'lease_test', limit: 1000 };
  return (await store.claimDeliveries(claim)).map(({ event_type }) => event_type);
}

const printable = Array.from({ length: 95 }, (_, code) => String.fromCodePoint(code + 32))
  .join('')
  .trim();

describe.each(engines)('a repeated create, on %s', (engine) => {
  it('IDM-1 IDM-5: a replay returns 200 with the header and the current booking', async () => {
    await using world = await openWorldOn(engine, { tick_seconds: 3600 });
    const first = await create(world, 'order-1');
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();

    const early = await create(world, 'order-1');
    expect(early.status).toBe(200);
    expect(early.body).toStrictEqual(first.body);

    await world.clock.advance(2_000);
    const late = await create(world, 'order-1');
    const read = await world.call<Booking>('GET', `/v1/bookings/${first.body.id}`);
    expect(late.status).toBe(200);
    expect(late.headers.get('idempotent-replayed')).toBe('true');
    expect(late.headers.get('location')).toBe(`/v1/bookings/${first.body.id}`);
    expect(late.body).toStrictEqual(read.body);
    expect(late.body.status).toBe('confirmed');
    expect(await waitingEvents(world)).toEqual(['booking.created', 'booking.confirmed']);
  });

  it('IDM-5 STA-9: a replay returns expired as soon as a read does', async () => {
    await using world = await openWorldOn(engine, { tick_seconds: 3600 });
    const body = { ...request, venue_id: 'ven_code_house', slot_id: 'slt_code_house_20261121T1900' };
    await create(world, 'order-1', { body });
    await world.clock.advance(2_000 + 20 * 60_000);
    expect(await create(world, 'order-1', { body })).toMatchObject({
      status: 200,
      body: { status: 'requires_action' },
    });
    await world.clock.advance(1);
    expect(await create(world, 'order-1', { body })).toMatchObject({ status: 200, body: { status: 'expired' } });
  });

  it('IDM-3: a different body with the same key returns the first booking, even if the body is invalid', async () => {
    await using world = await openWorldOn(engine);
    const first = await create(world, 'order-1');
    const others = [
      { ...request, party_size: 4 },
      { ...request, venue_id: 'ven_nowhere' },
      { ...request, venue_id: 'ven_family_name', slot_id: 'slt_family_name_20261121T1900' },
      { ...request, venue_id: 'ven_vault_down', payment_collection: 'cardservice_external' },
    ];
    for (const body of others) {
      const replay = await create(world, 'order-1', { body });
      expect(replay.status).toBe(200);
      expect(replay.body).toStrictEqual(first.body);
    }
  });

  it('IDM-4: a key belongs to one organization and one environment', async () => {
    await using world = await openWorldOn(engine);
    const other = await world.addOrganization();
    const ids = new Set<string>();
    for (const key of ['test', 'live', other.keys.test, other.keys.live]) {
      const { status, body } = await create(world, 'order-1', { key });
      expect(status).toBe(201);
      ids.add(body.id);
    }
    expect(ids.size).toBe(4);
    for (const key of ['test', 'live', other.keys.test, other.keys.live]) {
      const { status, body } = await create(world, 'order-1', { key });
      expect(status).toBe(200);
      expect(ids.delete(body.id)).toBe(true);
    }
  });

  it('IDM-4: without a key every create makes a booking; keys are case-sensitive', async () => {
    await using world = await openWorldOn(engine);
    const { body: first } = await world.call<Booking>('POST', '/v1/bookings', { body: request });
    const { body: second } = await world.call<Booking>('POST', '/v1/bookings', { body: request });
    const ids = [first.id, second.id];
    for (const key of ['order-1', 'ORDER-1', 'order-1.', "o'r;--", '%00', 'a'.repeat(254), 'a'.repeat(255)]) {
      const { status, body } = await create(world, key);
      expect(status).toBe(201);
      ids.push(body.id);
    }
    expect(new Set(ids).size).toBe(9);
  });

  it.each([
    { name: 'of 1 character', key: '7' },
    { name: 'of 255 characters', key: 'k'.repeat(255) },
    { name: 'of all printable ASCII', key: printable },
  ])('IDM-4: takes a key $name', async ({ key }) => {
    await using world = await openWorldOn(engine);
    const first = await create(world, key);
    const replay = await create(world, key);
    expect([first.status, replay.status]).toEqual([201, 200]);
    expect(replay.body.id).toBe(first.body.id);
  });

  it.each([
    { name: 'that is empty', key: '' },
    { name: 'of 256 characters', key: 'k'.repeat(256) },
    { name: 'with a non-ASCII letter', key: 'commande-é' },
    { name: 'with a tab inside', key: 'order\t1' },
  ])('IDM-4: refuses a key $name, naming the header', async ({ key }) => {
    await using world = await openWorldOn(engine);
    const { status, body } = await create(world, key);
    expect(status).toBe(400);
    const detail = expect.objectContaining({ in: 'header', path: 'idempotency-key' });
    expect(body).toMatchObject({ error_code: 'invalid_request', details: expect.arrayContaining([detail]) });
    expect(await waitingEvents(world)).toEqual([]);
  });

  it.each([
    { code: 'slot_not_offered', status: 409, change: { slot_id: 'slt_harbour_table_20261121T1930' } },
    {
      code: 'missing_last_name',
      status: 422,
      change: { venue_id: 'ven_family_name', slot_id: 'slt_family_name_20261121T1900' },
    },
    { code: 'invalid_request', status: 400, change: { party_size: 0 } },
    {
      code: 'cardservice_disabled',
      status: 403,
      change: {
        venue_id: 'ven_no_card_service',
        slot_id: 'slt_no_card_service_20261121T1900',
        payment_collection: 'cardservice_external',
      },
    },
  ])('IDM-6: a create refused with $code leaves the key unused', async ({ code, status, change }) => {
    await using world = await openWorldOn(engine);
    const refused = await create(world, 'order-1', { body: { ...request, ...change } });
    expect(refused).toMatchObject({ status, body: { error_code: code } });
    expect(await create(world, 'order-1')).toMatchObject({ status: 201 });
  });

  it('IDM-2: a key returns its booking after a year, long after the slot', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();

    await using now = await openWorld({ store });
    const first = await create(now, 'order-1');
    await now.clock.advance(2_000);
    await using later = await openWorld({ store, start: new Date('2027-11-21T09:30:00.000Z') });
    const replay = await create(later, 'order-1', { key: now.organization.keys.test });
    expect(replay).toMatchObject({ status: 200, body: { id: first.body.id, status: 'confirmed' } });
    const fresh = await create(later, 'order-2', { key: now.organization.keys.test });
    expect(fresh).toMatchObject({ status: 409, body: { error_code: 'slot_not_offered' } });
  });
});

const body = newBooking();

async function replayWith(world: World, key: string, { headers, ...options }: CallOptions = {}) {
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

describe.each(engines)('a replay, on %s', (engine) => {
  it('IDM-7 AUT-11: returns a replay before it checks billing, the test allowance and the body', async () => {
    let paid = true;
    const billing: CallCheck = { check: async () => (paid ? 'allowed' : 'refused') };
    await using world = await openWorldOn(engine, { billing, organization: { test_allowance: 2 } });
    const { body: first } = await replayWith(world, 'order-1');
    const refusalOf = async (key: string, options?: CallOptions) => {
      const { status, body: refused } = await replayWith(world, key, options);
      return `${status} ${refused.error_code ?? refused.error}`;
    };
    const replayed = async (options?: CallOptions) => {
      const response = await replayWith(world, 'order-1', options);
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
    const first = await replayWith(database, 'order-1');
    expect((await replayWith(database, 'order-1', { key: 'sk_test_nobody' })).status).toBe(401);
    await store.setStanding(organization.organization_id, 'suspended');
    expect(await replayWith(database, 'order-1')).toMatchObject({ status: 403, body: { error_code: 'org_suspended' } });
    await store.setStanding(organization.organization_id, 'active');
    expect(await replayWith(database, 'order-1')).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect(await replayWith(database, 'order-1')).toMatchObject({ status: 429, body: { error: 'rate_limited' } });

    await using reader = await openWorldOn(engine, { organization: { scopes: ['bookings:read'] } });
    const scopeless = await replayWith(reader, 'order-1');
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
    expect((await replayWith(world, 'order-1')).status).toBe(201);
    expect((await replayWith(world, 'order-1')).status).toBe(200);
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
