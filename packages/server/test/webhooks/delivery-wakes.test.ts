/** Starts of the delivery worker: on its ticks, and below the contract's cadence also for each new event. */
import { delivery as contract, type Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { openWebhookEndpoint, openWorld, type World } from '../../src/testing.ts';
import { engines, makeDatabase, openWorldOn } from '../support/engines.ts';
import { interceptStore } from '../support/databases.ts';
import { newBooking } from '../support/new-booking.ts';

async function create(world: Pick<World, 'call'>, key = 'test'): Promise<Booking> {
  const { status, body } = await world.call<Booking>('POST', '/v1/bookings', { key, body: newBooking() });
  expect(status).toBe(201);
  return body;
}

describe.each(engines)('%s', (engine) => {
  it('DLV-3: below the cadence a new event is sent immediately, and at the cadence with the next tick', async () => {
    const { cadence_seconds } = contract;
    for (const { tick_seconds, expected } of [
      { tick_seconds: 1, expected: 1 },
      { tick_seconds: cadence_seconds - 1, expected: 1 },
      { tick_seconds: cadence_seconds, expected: 0 },
    ]) {
      await using world = await openWorldOn(engine, { tick_seconds });
      const { id } = await create(world);
      await world.clock.advance(0);
      expect(world.endpoint.received.length).toBe(expected);
      await world.call('POST', `/v1/bookings/${id}/cancel`);
      await world.clock.advance(0);
      expect(world.endpoint.received.length).toBe(2 * expected);
      await world.clock.advance(cadence_seconds * 1000);
      expect(world.endpoint.received.map(({ event }) => event.type)).toEqual(['booking.created', 'booking.cancelled']);
    }
  });

  it('DLV-3: below the cadence each change with an event is sent immediately', async () => {
    await using world = await openWorldOn(engine, { tick_seconds: contract.cadence_seconds - 1 });
    let known = 0;
    /** Passes if these events are sent once the time has passed. */
    const expectSent = async (after_ms: number, ...types: string[]) => {
      await world.clock.advance(after_ms);
      await expect.poll(() => world.endpoint.received.slice(known).map(({ event }) => event.type)).toEqual(types);
      known += types.length;
    };
    const change = async (path: string, body?: unknown) => {
      expect(await world.call('POST', path, { body })).toMatchObject({ status: 200 });
    };
    const { id } = await create(world);
    await expectSent(0, 'booking.created');
    await expectSent(2_000, 'booking.confirmed');
    await change(`/v1/bookings/${id}/modify`, { party_size: 3 });
    await expectSent(0, 'booking.modified');
    await change(`/v1/bookings/${id}/cancel`);
    await expectSent(0, 'booking.cancelled');
    const code = await world.call<Booking>('POST', '/v1/bookings', { body: newBooking({ venue: 'code_house' }) });
    await expectSent(2_000, 'booking.created', 'booking.requires_action');
    await change(`/v1/bookings/${code.body.id}/continue`, { type: 'enter_code', code: '424242' });
    await expectSent(0, 'booking.processing');
  });

  it('DLV-9 DLV-13: below the cadence a receiver that hangs holds back neither new events nor the next tick', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    let ticks = 0;
    const counted = interceptStore(store, (name) => {
      if (name === 'claimTurns') ticks += 1;
      return undefined;
    });
    await using world = await openWorld({ store: counted, tick_seconds: 1, organization: { webhook_url: null } });
    // Closed before the world: then the attempts end.
    await using hanging = await openWebhookEndpoint();
    hanging.responses.push(...Array<'hang'>(20).fill('hang'));
    const [slow, quick] = [
      await world.addOrganization({ webhook_url: hanging.url }),
      await world.addOrganization({ webhook_url: world.endpoint.url }),
    ];
    await create(world, slow.keys.test);
    void world.clock.advance(0);
    await expect.poll(() => hanging.received.length).toBe(1);
    // New events of another organization, and of the same, join the tick in progress.
    await create(world, quick.keys.test);
    await expect.poll(() => world.endpoint.received.length).toBe(1);
    await create(world, slow.keys.test);
    await expect.poll(() => hanging.received.length).toBe(2);
    // Every tick ends when the next is due. The attempts continue.
    const poll = () => {
      void world.clock.advance(1_000);
      return ticks;
    };
    const begun = ticks;
    await expect.poll(poll).toBeGreaterThanOrEqual(begun + 8);
    const before = world.endpoint.received.length;
    await create(world, quick.keys.test);
    // The new event joins a tick in progress, or wakes the next one, which the clock runs.
    const received = () => {
      void world.clock.advance(0);
      return world.endpoint.received.length;
    };
    await expect.poll(received).toBeGreaterThan(before);
    expect(new Set(hanging.received.map(({ event }) => event.id)).size).toBe(hanging.received.length);
  });

  it('DLV-6: sends overdue deliveries directly after a start', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    const start = new Date('2026-11-21T09:30:00.000Z');
    await using before = await openWorld({ store, start });
    await create(before);
    expect(before.endpoint.received).toEqual([]);
    await using after = await openWorld({ store, start: new Date(start.getTime() + 60_000) });
    await expect
      .poll(async () => {
        await after.clock.advance(0);
        return before.endpoint.received.length;
      })
      .toBe(1);
    expect(after.clock.now().getTime()).toBe(start.getTime() + 60_000);
  });
});
