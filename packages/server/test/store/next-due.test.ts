/** The next due time of each kind of work, on each engine. An advance of the sandbox's clock uses it. */
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import type { World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const request = newBooking();
const nothing = { runs: null, expiries: null };
const noTurns = { quick: null, slow: null };

describe.each(engines)('on %s', (engine) => {
  it('DLV-3 DLV-4: returns when runs, webhooks and retries are due, and null once all are done', async () => {
    await using world = await openWorldOn(engine);
    const { store, clock, endpoint } = world;
    expect(await store.findNextDue()).toEqual(nothing);
    expect(await store.findNextTurns()).toEqual(noTurns);
    await create(world);
    const created = clock.now().toISOString();
    expect(await store.findNextDue()).toEqual({ runs: expect.any(String) as string, expiries: null });
    expect(await store.findNextTurns()).toEqual({ quick: created, slow: null });

    endpoint.responses.push(500);
    await clock.advance(30_000);
    const { quick } = await store.findNextTurns();
    expect(quick && quick > clock.now().toISOString()).toBe(true);
    await clock.advance(3_600_000);
    expect(await store.findNextDue()).toEqual(nothing);
    expect(await store.findNextTurns()).toEqual(noTurns);
  });

  it('ORG-1: has no due webhooks for an organization without a URL', async () => {
    await using world = await openWorldOn(engine, { organization: { webhook_url: null } });
    await create(world);
    expect(await world.store.findNextTurns()).toEqual(noTurns);
  });

  it('STA-8: returns when a booking in requires_action expires', async () => {
    await using world = await openWorldOn(engine);
    const { store, clock } = world;
    await create(world, { venue_id: 'ven_code_house', slot_id: 'slt_code_house_20261121T1900' });
    await clock.advance(10_000);
    const { expiries } = await store.findNextDue();
    expect(expiries && Date.parse(expiries) > clock.now().getTime()).toBe(true);
    await clock.advance(3_600_000);
    expect((await store.findNextDue()).expiries).toBeNull();
  });
});

async function create(world: World, overrides: Partial<typeof request> = {}): Promise<void> {
  const { status } = await world.call<Booking>('POST', '/v1/bookings', { body: { ...request, ...overrides } });
  expect(status).toBe(201);
}
