import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import type { World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

function create(world: World, place = 'harbour_table', key = 'test') {
  return world.call<Booking>('POST', '/v1/bookings', { key, body: newBooking({ venue: place }) });
}

async function used({ store, organization }: World): Promise<number | undefined> {
  return (await store.findOrganization(organization.organization_id))?.test_confirmed;
}

describe.each(engines)('%s', (engine) => {
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
      expect(refused.body).not.toHaveProperty('error_code');
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
    for (let count = 0; count < 5; count += 1) statuses.push((await create(world, 'express_counter')).status);
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
