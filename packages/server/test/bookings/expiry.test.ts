import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { createSandboxProvider, type Provider } from '../../src/index.ts';
import { createManualClock, type World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const minutes_20 = 20 * 60_000;
const minutes_1 = 60_000;
const sandbox = createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) });

async function create(world: World): Promise<string> {
  const { body } = await world.call<Booking>('POST', '/v1/bookings', {
    body: newBooking({ venue: 'code_house' }),
  });
  return body.id;
}

async function createWaiting(world: World): Promise<string> {
  const id = await create(world);
  await world.clock.advance(2_000);
  return id;
}

async function read(world: World, id: string): Promise<Booking> {
  return (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body;
}

function sendCode(world: World, id: string, code = '424242') {
  return world.call<Booking>('POST', `/v1/bookings/${id}/continue`, { body: { type: 'enter_code', code } });
}

describe.each(engines)('%s', (engine) => {
  it('STA-8 STA-9: a booking waits at 20 min and is expired at 20 min + 1 ms, with or without the expiry worker', async () => {
    const released: Booking[] = [];
    const release = async (booking: Booking) => {
      released.push(booking);
    };
    await using world = await openWorldOn(engine, { providers: [{ ...sandbox, release }], tick_seconds: 3600 });
    const id = await createWaiting(world);
    await world.clock.advance(minutes_20);
    expect(await read(world, id)).toMatchObject({
      status: 'requires_action',
      expires_at: world.clock.now().toISOString(),
    });
    await world.clock.advance(1);
    const expired = await read(world, id);
    expect(expired.status).toBe('expired');
    expect(released).toEqual([]);

    await world.clock.advance(3_600_000);
    expect(await read(world, id)).toStrictEqual(expired);
    expect(released).toEqual([expired]);
    const types = world.endpoint.received.map(({ event }) => event.type).toSorted();
    expect(types).toEqual(['booking.created', 'booking.requires_action']);
  });

  it('STA-8 EVT-1: the expiry worker sends no event', async () => {
    await using world = await openWorldOn(engine);
    const id = await createWaiting(world);
    await world.clock.advance(3_600_000);
    expect(await read(world, id)).toMatchObject({ status: 'expired' });
    expect(world.endpoint.received).toHaveLength(2);
  });

  it('STA-9: each return to requires_action starts a new 20 minutes', async () => {
    await using world = await openWorldOn(engine);
    const id = await createWaiting(world);
    const first = await read(world, id);
    await world.clock.advance(19 * minutes_1);
    await sendCode(world, id, '0000');
    await world.clock.advance(2_000);
    const second = await read(world, id);
    const expires_at = new Date(world.clock.now().getTime() + minutes_20).toISOString();
    expect(second).toMatchObject({ status: 'requires_action', expires_at, next_action: { expires_at } });
    expect(expires_at > String(first.expires_at)).toBe(true);

    await world.clock.advance(minutes_20);
    expect(await read(world, id)).toMatchObject({ status: 'requires_action' });
    await world.clock.advance(1);
    expect(await read(world, id)).toMatchObject({ status: 'expired' });
  });

  it('STA-8: a booking in processing does not expire in 25 minutes', async () => {
    const provider: Provider = {
      ...sandbox,
      book: async ({ attempt }) =>
        attempt === 1
          ? { outcome: 'pending', retry_after_seconds: 25 * 60 }
          : { outcome: 'confirmed', confirmation_code: 'OWN-1' },
    };
    await using world = await openWorldOn(engine, { providers: [provider] });
    const id = await createWaiting(world);
    await world.clock.advance(24 * minutes_1);
    expect(await read(world, id)).toMatchObject({ status: 'processing' });
    await world.clock.advance(minutes_1);
    expect(await read(world, id)).toMatchObject({ status: 'confirmed' });
  });

  it.each([
    { when: 'before the expiry worker ran', tick_seconds: 86_400 },
    { when: 'after the expiry worker ran', tick_seconds: 30 },
  ])('STA-9 STA-10: continue and cancel of an expired booking are refused $when', async ({ tick_seconds }) => {
    await using world = await openWorldOn(engine, { tick_seconds });
    const id = await createWaiting(world);
    await world.clock.advance(minutes_20 + 60_000);
    for (const refused of [await sendCode(world, id), await world.call('POST', `/v1/bookings/${id}/cancel`)]) {
      const body = { error_code: 'invalid_state', error: expect.stringContaining('expired') };
      expect(refused).toMatchObject({ status: 409, body });
    }
    await world.clock.advance(60_000);
    expect(await read(world, id)).toMatchObject({ status: 'expired' });
  });

  it('STA-9: accepts a continue at exactly 20 min, and the booking continues after that time', async () => {
    await using world = await openWorldOn(engine);
    const id = await createWaiting(world);
    await world.clock.advance(minutes_20);
    expect(await sendCode(world, id)).toMatchObject({ status: 200, body: { status: 'processing' } });
    await world.clock.advance(60_000);
    expect(await read(world, id)).toMatchObject({ status: 'confirmed' });
  });

  it('STA-9: refuses a continue at 20 min + 1 ms before the expiry worker ran', async () => {
    await using world = await openWorldOn(engine);
    const id = await createWaiting(world);
    await world.clock.advance(minutes_20 + 1);
    expect((await sendCode(world, id)).status).toBe(409);
    expect(await read(world, id)).toMatchObject({ status: 'expired' });
  });

  it('STA-9 STA-10: of a continue and an expiry at the same time exactly one wins', async () => {
    await using world = await openWorldOn(engine);
    const ids = await Promise.all(Array.from({ length: 20 }, () => create(world)));
    await world.clock.advance(2_000 + minutes_20);
    const [responses] = await Promise.all([
      Promise.all(ids.map((id) => sendCode(world, id))),
      world.clock.advance(30_000),
    ]);
    await world.clock.advance(60_000);

    const ends = await Promise.all(ids.map(async (id) => (await read(world, id)).status));
    expect(ends).toEqual(responses.map(({ status }) => (status === 200 ? 'confirmed' : 'expired')));
    const continued = world.endpoint.received.filter(({ event }) => event.type === 'booking.processing');
    expect(continued).toHaveLength(responses.filter(({ status }) => status === 200).length);
  });
});
