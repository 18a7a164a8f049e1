import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { openWorld, type TestResponse, type World } from '../../src/testing.ts';
import { engines, makeDatabase, makePostgresDatabase, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const atOnce = 60;
const search = { venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2 };

function create(world: World, venue = 'harbour_table', key = 'test') {
  return world.call<Booking>('POST', '/v1/bookings', { key, body: newBooking({ venue }) });
}

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

describe.each(engines)('%s', (engine) => {
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
