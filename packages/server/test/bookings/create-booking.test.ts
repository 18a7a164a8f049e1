import type { Booking, BookingStatus } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { openWebhookEndpoint, type World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking, newGuest } from '../support/new-booking.ts';

const always = [
  'created',
  'guest',
  'id',
  'livemode',
  'metadata',
  'object',
  'party_size',
  'price',
  'provider',
  'slot_id',
  'starts_at',
  'status',
  'updated',
  'venue_id',
];
const inSummary = ['id', 'object', 'provider', 'status'];

async function create(world: World, venue: string): Promise<string> {
  const { status, body } = await world.call<Booking>('POST', '/v1/bookings', { body: newBooking({ venue }) });
  expect(status).toBe(201);
  return body.id;
}

async function createAndWait(world: World, venue: string): Promise<string> {
  const id = await create(world, venue);
  await world.clock.advance(2_000);
  return id;
}

async function change(world: World, id: string, action: 'cancel' | 'continue', body?: unknown): Promise<string> {
  const { status } = await world.call('POST', `/v1/bookings/${id}/${action}`, { body });
  expect(status).toBe(200);
  return id;
}

interface Shape {
  readonly how: string;
  readonly status: BookingStatus;
  readonly reach: (world: World) => Promise<string>;
  /** The fields in addition to those of every full booking. */
  readonly more: readonly string[];
}

const shapes: readonly Shape[] = [
  { how: 'fresh', status: 'processing', reach: (world) => create(world, 'harbour_table'), more: [] },
  {
    how: 'waiting for a code',
    status: 'requires_action',
    reach: (world) => createAndWait(world, 'code_house'),
    more: ['expires_at', 'next_action'],
  },
  {
    how: 'continued',
    status: 'processing',
    reach: async (world) => {
      const id = await createAndWait(world, 'code_house');
      return change(world, id, 'continue', { type: 'enter_code', code: '424242' });
    },
    more: [],
  },
  {
    how: 'confirmed',
    status: 'confirmed',
    reach: (world) => createAndWait(world, 'harbour_table'),
    more: ['confirmation_code'],
  },
  {
    how: 'failed',
    status: 'failed',
    reach: (world) => createAndWait(world, 'broken_bell'),
    more: ['error_code', 'error_message'],
  },
  {
    how: 'cancelled while processing',
    status: 'cancelled',
    reach: async (world) => change(world, await create(world, 'harbour_table'), 'cancel'),
    more: [],
  },
  {
    how: 'cancelled while it waits',
    status: 'cancelled',
    reach: async (world) => change(world, await createAndWait(world, 'code_house'), 'cancel'),
    more: [],
  },
  {
    how: 'cancelled once confirmed',
    status: 'cancelled',
    reach: async (world) => change(world, await createAndWait(world, 'harbour_table'), 'cancel'),
    more: ['confirmation_code'],
  },
  {
    how: 'expired',
    status: 'expired',
    reach: async (world) => {
      const id = await createAndWait(world, 'code_house');
      await world.clock.advance(20 * 60_000 + 1);
      return id;
    },
    more: [],
  },
];

describe.each(engines)('%s', (engine) => {
  it.each(shapes)(
    'BKG-2 BKG-6: a booking in $status ($how) has exactly its fields',
    async ({ status, reach, more }) => {
      await using world = await openWorldOn(engine);
      const id = await reach(world);
      const { body } = await world.call<Booking>('GET', `/v1/bookings/${id}`);
      expect(body.status).toBe(status);
      expect(Object.keys(body).toSorted()).toEqual([...always, ...more].toSorted());
    },
  );

  it('BKG-1: the summary in every event has exactly its fields', async () => {
    await using world = await openWorldOn(engine, { tick_seconds: 3600 });
    await change(world, await createAndWait(world, 'harbour_table'), 'cancel');
    await createAndWait(world, 'broken_bell');
    const waiting = await createAndWait(world, 'code_house');
    await change(world, waiting, 'continue', { type: 'enter_code', code: '424242' });
    await world.clock.advance(3_600_000);

    const fields = (type: string) =>
      world.endpoint.received
        .filter(({ event }) => event.type === type)
        .map(({ event }) => Object.keys(event.data.object).toSorted());
    expect(fields('booking.created')).toEqual([inSummary, inSummary, inSummary]);
    expect(fields('booking.confirmed')).toEqual([inSummary, inSummary]);
    expect(fields('booking.cancelled')).toEqual([inSummary]);
    expect(fields('booking.processing')).toEqual([inSummary]);
    expect(fields('booking.failed')).toEqual([[...inSummary, 'error_code', 'error_message'].toSorted()]);
    expect(fields('booking.requires_action')).toEqual([[...inSummary, 'next_action'].toSorted()]);
  });

  it('BKG-6: a new booking has the values and the time of the request and the environment of the key', async () => {
    await using world = await openWorldOn(engine);
    const body = {
      ...newBooking(),
      guest: newGuest({ last_name: 'Byron', phone: '+351210000000' }),
      webhook_url: 'https://hooks.diner.test/bookings',
      metadata: { order: '1041' },
    };
    for (const [key, livemode] of [
      ['test', false],
      ['live', true],
    ] as const) {
      const { status, body: booking, headers } = await world.call<Booking>('POST', '/v1/bookings', { key, body });
      expect(status).toBe(201);
      expect(booking).toStrictEqual({
        ...body,
        id: expect.stringMatching(/^bkg_[0-9a-f]{32}$/),
        object: 'booking',
        status: 'processing',
        provider: 'sandbox',
        livemode,
        starts_at: '2026-11-21T19:00:00.000Z',
        price: { amount: 5000, currency: 'EUR' },
        created: '2026-11-21T09:30:00.000Z',
        updated: '2026-11-21T09:30:00.000Z',
      });
      expect(headers.get('location')).toBe(`/v1/bookings/${booking.id}`);
      const read = await world.call<Booking>('GET', `/v1/bookings/${booking.id}`, { key });
      expect(read.body).toStrictEqual(booking);
    }
  });

  it('BKG-6: created never changes, and updated is the time of the last change', async () => {
    await using world = await openWorldOn(engine);
    const id = await createAndWait(world, 'harbour_table');
    await world.clock.advance(3_000);
    await change(world, id, 'cancel');
    const { body } = await world.call<Booking>('GET', `/v1/bookings/${id}`);
    expect(body).toMatchObject({ created: '2026-11-21T09:30:00.000Z', updated: '2026-11-21T09:30:05.000Z' });
  });

  it('BKG-3: stores and returns webhook_url, and sends nothing to it', async () => {
    await using own = await openWebhookEndpoint();
    await using world = await openWorldOn(engine);
    const body = { ...newBooking(), webhook_url: own.url };
    const created = await world.call<Booking>('POST', '/v1/bookings', { body });
    await world.clock.advance(60_000);
    const read = await world.call<Booking>('GET', `/v1/bookings/${created.body.id}`);
    expect([created.body.webhook_url, read.body.webhook_url]).toEqual([own.url, own.url]);
    expect(own.received).toEqual([]);
    expect(world.endpoint.received).toHaveLength(2);
  });

  it.each(['ftp://x.test/', '/hook', ' ', 'ü'.repeat(2048)])(
    'BKG-3: accepts any text as webhook_url, %#',
    async (webhook_url) => {
      await using world = await openWorldOn(engine);
      const { status, body } = await world.call<Booking>('POST', '/v1/bookings', {
        body: { ...newBooking(), webhook_url },
      });
      expect({ status, stored: body.webhook_url }).toEqual({ status: 201, stored: webhook_url });
      await world.clock.advance(60_000);
      expect((await world.call<Booking>('GET', `/v1/bookings/${body.id}`)).body.webhook_url).toBe(webhook_url);
      expect(world.endpoint.received.map(({ event }) => event.type)).toEqual(['booking.created', 'booking.confirmed']);
    },
  );

  it.each(['', 'a\u0000', 'a'.repeat(2049)])(
    'BKG-3: refuses a webhook_url that is empty, too long or has U+0000',
    async (webhook_url) => {
      await using world = await openWorldOn(engine);
      expect(await world.call('POST', '/v1/bookings', { body: { ...newBooking(), webhook_url } })).toMatchObject({
        status: 400,
        body: { details: [{ in: 'body', path: '/webhook_url' }] },
      });
    },
  );

  it('BKG-6: returns guest and metadata byte for byte, in their order', async () => {
    await using world = await openWorldOn(engine);
    const name = 'Zoë Åsa\u0301 Ð 👩‍👩‍👧 \u202Eעדה 愛達 "\\\u001F\u2028';
    // JSON text, because __proto__ has another meaning in an object literal.
    const metadata =
      '{"note é":"e\u0301 is not é","__proto__":"kept","constructor":"kept","🍽️":"🥂","z":"","a":" \\t\\n "}';
    const text = JSON.stringify({
      ...newBooking(),
      guest: newGuest({ first_name: name, last_name: name }),
    }).replace(/}$/, `,"metadata":${metadata}}`);
    const created = await world.call<Booking>('POST', '/v1/bookings', { text });
    expect(created.status).toBe(201);
    const { body } = await world.call<Booking>('GET', `/v1/bookings/${created.body.id}`);
    expect(JSON.stringify(body.metadata)).toBe(JSON.stringify(JSON.parse(metadata)));
    expect([body.guest.first_name, body.guest.last_name]).toEqual([name, name]);
  });

  it('BKG-7: next_action has the channel, the masked destination and the expiry', async () => {
    await using world = await openWorldOn(engine);
    const id = await createAndWait(world, 'code_house');
    const { body } = await world.call<Booking>('GET', `/v1/bookings/${id}`);
    const expires_at = '2026-11-21T09:50:02.000Z';
    const asked = { type: 'enter_code', channel: 'email', destination: 'a***@diner.test', test_code: '424242' };
    const next_action = { ...asked, expires_at };
    expect(body).toMatchObject({ next_action, expires_at });
    expect(body.next_action).toStrictEqual(next_action);
  });

  it('BKG-9: returns a failed booking with 200, a code and a message', async () => {
    await using world = await openWorldOn(engine);
    const id = await createAndWait(world, 'last_seat');
    const { status, body } = await world.call<Booking>('GET', `/v1/bookings/${id}`);
    expect(status).toBe(200);
    const error_message = 'The provider does not offer this slot, or no longer does.';
    expect(body).toMatchObject({ status: 'failed', error_code: 'slot_not_offered', error_message });
  });

  it('BKG-10: returns not_found to another organization and wrong_key_environment to the other environment', async () => {
    await using world = await openWorldOn(engine);
    const stranger = await world.addOrganization();
    const id = await createAndWait(world, 'code_house');
    const before = await world.call<Booking>('GET', `/v1/bookings/${id}`);
    const calls = [
      { method: 'GET', path: '' },
      { method: 'POST', path: '/cancel' },
      { method: 'POST', path: '/continue', body: { type: 'enter_code', code: '424242' } },
      { method: 'POST', path: '/modify', body: { party_size: 3 } },
    ];
    for (const { method, path, body } of calls) {
      for (const key of [stranger.keys.test, stranger.keys.live]) {
        const refused = await world.call(method, `/v1/bookings/${id}${path}`, { key, body });
        expect(refused).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
      }
      const refused = await world.call(method, `/v1/bookings/${id}${path}`, { key: 'live', body });
      expect(refused).toMatchObject({ status: 403, body: { error_code: 'wrong_key_environment' } });
    }
    expect(await world.call<Booking>('GET', `/v1/bookings/${id}`)).toMatchObject({ body: before.body });
  });
});
