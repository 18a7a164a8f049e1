/** The test allowance of an organization, also for concurrent creates and several instances (MOD-3). */
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { openWorld, type TestResponse, type World } from '../../src/testing.ts';
import { engines, makeDatabase, makePostgresDatabase, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

function create(world: World, place = 'harbour_table', key = 'test') {
  return world.call<Booking>('POST', '/v1/bookings', { key, body: newBooking({ venue: place }) });
}

async function used({ store, organization }: World): Promise<number | undefined> {
  return (await store.findOrganization(organization.organization_id))?.test_confirmed;
}

describe.each(engines)('one create after another, on %s', (engine) => {
  it('AUT-6: counts a test booking once, when it is confirmed', async () => {
    await using world = await openWorldOn(engine);
    const { body } = await create(world);
    expect(await used(world)).toBe(0);
    await world.clock.advance(2_000);
    expect(await used(world)).toBe(1);
    await world.clock.advance(60_000);
    await world.call('GET', `/v1/bookings/${body.id}`);
    await world.call('POST', `/v1/bookings/${body.id}/modify`, { body: { party_size: 3 } });
    await world.call('POST', `/v1/bookings/${body.id}/cancel`);
    await world.clock.advance(60_000);
    expect(await used(world)).toBe(1);
  });

  it('AUT-6: does not count searches, nor bookings that are refused, fail, expire, wait or are cancelled first', async () => {
    await using world = await openWorldOn(engine);
    await world.call('POST', '/v1/venues/search', { body: {} });
    const day = { venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2 };
    await world.call('POST', '/v1/availability/search', { body: day });
    expect((await create(world, 'fully_booked')).status).toBe(409);
    for (const place of ['broken_bell', 'last_seat', 'closed_kitchen', 'code_house']) await create(world, place);
    const { body } = await create(world);
    await world.call('POST', `/v1/bookings/${body.id}/cancel`);
    await world.clock.advance(3_600_000);
    expect(await used(world)).toBe(0);
  });

  it('AUT-6: does not count live bookings, and allows them when the allowance is used up', async () => {
    await using world = await openWorldOn(engine, { organization: { test_allowance: 0 } });
    const { status, body } = await create(world, 'express_counter', 'live');
    expect([status, body.status]).toEqual([201, 'confirmed']);
    expect(await used(world)).toBe(0);
  });

  it('AUT-6 IDM-1: does not count a replay', async () => {
    await using world = await openWorldOn(engine);
    const headers = { 'Idempotency-Key': 'order-1' };
    for (const status of [201, 200, 200]) {
      const response = await world.call('POST', '/v1/bookings', {
        body: newBooking({ venue: 'express_counter' }),
        headers,
      });
      expect(response.status).toBe(status);
    }
    expect(await used(world)).toBe(1);
  });

  it('AUT-6 AUT-10: refuses seven operations to the test key with 402 when used up, but no GET and no live key', async () => {
    await using world = await openWorldOn(engine, { organization: { test_allowance: 2 } });
    const waiting = await create(world, 'code_house');
    const processing = await create(world, 'harbour_table');
    await world.clock.advance(2_000);
    await world.store.setLimits(world.organization.organization_id, { test_allowance: 1 });
    const confirmed = processing.body.id;
    const day = { venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2 };
    const calls = [
      { path: '/v1/venues/search', body: {} },
      { path: '/v1/availability/search', body: day },
      { path: '/v1/bookings', body: newBooking() },
      { path: `/v1/bookings/${waiting.body.id}/continue`, body: { type: 'enter_code', code: '424242' } },
      { path: `/v1/bookings/${confirmed}/modify`, body: { party_size: 3 } },
      { path: `/v1/bookings/${confirmed}/cancel`, body: {} },
      { path: `/v1/bookings/${waiting.body.id}/cancel`, body: {} },
    ];
    for (const { path, body } of calls) {
      const refused = await world.call('POST', path, { body });
      expect(refused).toMatchObject({ status: 402, body: { error: 'free_tier_exhausted' } });
      expect(refused.body).toHaveProperty('error_code', 'free_tier_exhausted');
    }
    expect(await world.call('GET', `/v1/bookings/${confirmed}`)).toMatchObject({ body: { status: 'confirmed' } });
    expect(await world.call('GET', `/v1/bookings/${waiting.body.id}`)).toMatchObject({
      body: { status: 'requires_action' },
    });

    const live = { key: 'live' };
    expect((await world.call('POST', '/v1/venues/search', { ...live, body: {} })).status).toBe(200);
    expect((await world.call('POST', '/v1/availability/search', { ...live, body: day })).status).toBe(200);
    const made = await create(world, 'express_counter', 'live');
    expect(made.status).toBe(201);
    const modified = await world.call('POST', `/v1/bookings/${made.body.id}/modify`, {
      ...live,
      body: { party_size: 3 },
    });
    expect(modified.status).toBe(200);
    expect((await world.call('POST', `/v1/bookings/${made.body.id}/cancel`, live)).status).toBe(200);
  });

  it('LIM-5: allows 100 test bookings by default, or the number of the organization', async () => {
    await using world = await openWorldOn(engine, { organization: { test_allowance: 3 } });
    const usual = await world.addOrganization();
    expect((await world.store.findOrganization(usual.organization_id))?.test_allowance).toBe(100);
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await create(world, 'express_counter')).status);
    expect(statuses).toEqual([201, 201, 201, 402, 402]);
    expect(await used(world)).toBe(3);
  });

  it("AUT-6: one organization's allowance is not another's", async () => {
    await using world = await openWorldOn(engine, { organization: { test_allowance: 1 } });
    const other = await world.addOrganization({ test_allowance: 1 });
    expect((await create(world, 'express_counter')).status).toBe(201);
    expect((await create(world, 'express_counter')).status).toBe(402);
    expect((await create(world, 'express_counter', other.keys.test)).status).toBe(201);
  });
});

const atOnce = 60;
const search = { venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2 };

/** The ends of a booking that is not confirmed, and how each is reached. */
const ends = {
  failed: ['broken_bell', (world: World) => world.clock.advance(10_000)],
  'cancelled while processing': ['harbour_table', cancel],
  'cancelled while it waits for the person': [
    'code_house',
    async (world: World, booking: Booking) => {
      await world.clock.advance(2_000);
      await cancel(world, booking);
    },
  ],
  expired: ['code_house', (world: World) => world.clock.advance(3_600_000)],
} as const;

function cancel(world: World, { id }: Booking) {
  return world.call('POST', `/v1/bookings/${id}/cancel`);
}

function count(responses: readonly TestResponse<unknown>[]) {
  return Object.fromEntries(Object.entries(Object.groupBy(responses, ({ status }) => status)).map(countOf));
}

function countOf([status, responses = []]: [string, readonly unknown[] | undefined]) {
  return [status, responses.length];
}

describe.each(engines)('creates at once, on %s', (engine) => {
  it('MOD-3: accepts exactly the allowance of 60 creates at once', async () => {
    await using world = await openWorldOn(engine, { organization: { test_allowance: 3 } });
    const responses = await Promise.all(Array.from({ length: atOnce }, () => create(world)));
    expect(count(responses)).toEqual({ 201: 3, 402: 57 });
    await world.clock.advance(60_000);
    expect(await world.store.findOrganization(world.organization.organization_id)).toMatchObject({ test_confirmed: 3 });
    expect((await create(world)).status).toBe(402);
  });

  it.each(Object.entries(ends))('MOD-3 AUT-6: gives the reservation back when the booking is %s', async (_, end) => {
    const [venue, reach] = end;
    await using world = await openWorldOn(engine, { organization: { test_allowance: 1 } });
    const { body } = await create(world, venue);
    expect(await create(world)).toMatchObject({ status: 402, body: { error: 'free_tier_exhausted' } });
    await reach(world, body);
    expect(await create(world)).toMatchObject({ status: 201 });
    expect(await create(world)).toMatchObject({ status: 402 });
  });

  it('MOD-3 AUT-6: a confirmed booking keeps its part of the allowance, also when it is cancelled', async () => {
    await using world = await openWorldOn(engine, { organization: { test_allowance: 2 } });
    const { body } = await create(world, 'express_counter');
    await cancel(world, body);
    expect((await create(world)).status).toBe(201);
    expect((await create(world)).status).toBe(402);
  });

  it('MOD-3 AUT-6: a reservation refuses further creates only, before their body is read', async () => {
    await using world = await openWorldOn(engine, { organization: { test_allowance: 1 } });
    const { body } = await create(world, 'code_house');
    await world.clock.advance(2_000);
    expect((await world.call('POST', '/v1/bookings', { body: {} })).status).toBe(402);
    expect((await create(world, 'express_counter', 'live')).status).toBe(201);
    expect((await world.call('POST', '/v1/venues/search', { body: {} })).status).toBe(200);
    expect((await world.call('POST', '/v1/availability/search', { body: search })).status).toBe(200);
    const code = { type: 'enter_code', code: '424242' };
    expect((await world.call('POST', `/v1/bookings/${body.id}/continue`, { body: code })).status).toBe(200);
    await world.clock.advance(60_000);
    expect(await world.call('GET', `/v1/bookings/${body.id}`)).toMatchObject({ body: { status: 'confirmed' } });
    expect((await world.call('POST', '/v1/venues/search', { body: {} })).status).toBe(402);
  });

  it('MOD-3 IDM-1 IDM-7: replays reserve nothing, also at once', async () => {
    await using world = await openWorldOn(engine, { organization: { test_allowance: 1 } });
    const body = newBooking();
    const send = () => world.call('POST', '/v1/bookings', { body, headers: { 'Idempotency-Key': 'order-1' } });
    expect(count(await Promise.all(Array.from({ length: 20 }, send)))).toEqual({ 200: 19, 201: 1 });
    expect((await create(world)).status).toBe(402);
    expect((await send()).status).toBe(200);
    // The refused create has not used the key.
    const later = { body, headers: { 'Idempotency-Key': 'order-2' } };
    expect((await world.call('POST', '/v1/bookings', later)).status).toBe(402);
    await world.store.setLimits(world.organization.organization_id, { test_allowance: 2 });
    expect((await world.call('POST', '/v1/bookings', later)).status).toBe(201);
  });

  it('MOD-3 LIM-5: a new allowance counts the reservations', async () => {
    await using world = await openWorldOn(engine, { organization: { test_allowance: 2 } });
    const setAllowance = (test_allowance: number) =>
      world.store.setLimits(world.organization.organization_id, { test_allowance });
    const creates = async () => count(await Promise.all(Array.from({ length: 10 }, () => create(world))));
    expect(await creates()).toEqual({ 201: 2, 402: 8 });
    await setAllowance(5);
    expect(await creates()).toEqual({ 201: 3, 402: 7 });
    await setAllowance(1);
    expect(await creates()).toEqual({ 402: 10 });
    // Bookings accepted before are still confirmed.
    await world.clock.advance(60_000);
    expect(await world.store.findOrganization(world.organization.organization_id)).toMatchObject({ test_confirmed: 5 });
    await setAllowance(6);
    expect(await creates()).toEqual({ 201: 1, 402: 9 });
  });

  it('MOD-3: the store itself reserves, so creates that passed the check together do not exceed the allowance', async () => {
    await using world = await openWorldOn(engine, { organization: { test_allowance: 3 } });
    const { organization_id, booking } = await stored(world);
    const creates = Array.from({ length: 10 }, (_, index) => {
      const copy = { ...booking, id: `${booking.id.slice(0, -2)}${String(index).padStart(2, '0')}` };
      const key = `order-${index}`;
      return world.store.createBooking({ organization_id, booking: copy, idempotency_key: key, events: [] });
    });
    const results = await Promise.allSettled(creates);
    // One is reserved by the booking that the others are copies of.
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await world.query('SELECT count(*) AS keys FROM idempotency_keys')).toMatchObject([{ keys: anyOf(2) }]);
  });
});

it('MOD-3: a create on PostgreSQL waits for a confirmation under way, and counts it', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using world = await openWorld({ store: await database.open(), organization: { test_allowance: 1 } });
  const { organization_id, booking } = await stored(world, 'live');
  const confirmation = await database.hold('UPDATE organizations SET test_confirmed = test_confirmed + 1');
  const test = { ...booking, id: `${booking.id.slice(0, -1)}0`, livemode: false };
  const creating = world.store.createBooking({
    organization_id,
    booking: test,
    idempotency_key: undefined,
    events: [],
  });
  const outcome = Promise.allSettled([creating]);
  await database.untilWaiting(1);
  await confirmation.commit();
  expect(await outcome).toMatchObject([{ status: 'rejected', reason: { code: 'free_tier_exhausted' } }]);
});

it('MOD-3: holds the allowance over two instances on PostgreSQL', async () => {
  await using database = await makeDatabase('postgres');
  await using first = await openWorld({ store: await database.open(), organization: { test_allowance: 3 } });
  await using second = await openWorld({ store: await database.open() });
  const key = first.organization.keys.test;
  const responses = await Promise.all(
    Array.from({ length: atOnce }, (_, index) => create(index % 2 === 0 ? first : second, 'harbour_table', key)),
  );
  expect(count(responses)).toEqual({ 201: 3, 402: 57 });
});

/** Matches this count: PostgreSQL returns it as text. */
function anyOf(value: number): unknown {
  return expect.toSatisfy((given: unknown) => Number(given) === value);
}

async function stored(world: World, key?: string) {
  const { body } = await create(world, 'harbour_table', key);
  const { organization_id } = world.organization;
  const found = await world.store.findBooking({ organization_id, id: body.id });
  if (!found) throw new Error(`There is no booking ${body.id}.`);
  return found;
}
