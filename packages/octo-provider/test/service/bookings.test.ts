/** The service with the provider, from the search to the end of a booking. Each step is also read at the supplier. */
import type { Booking, SlotList, VenueList } from '@booking-service/contract';
import { openWorld, type World } from '@booking-service/server/testing';
import { describe, expect, it } from 'vitest';
import { toBookingUuid } from '../../src/ids.ts';
import { createOctoProvider } from '../../src/index.ts';
import { openOctoSupplier, type OctoSupplier } from '../supplier/octo-supplier.ts';
import type { SupplierOptions } from '../supplier/supplier-options.ts';
import { html } from '../support/open-provider.ts';
import { openStore, type Place, engines, makePlace } from './make-place.ts';

interface Opened extends AsyncDisposable {
  readonly world: World;
  readonly supplier: OctoSupplier;
}

async function openServiceOn(
  engine: Place['engine'],
  { readAfterSeconds, ...options }: Omit<SupplierOptions, 'clock'> & { readonly readAfterSeconds?: number } = {},
): Promise<Opened> {
  await using opened = new AsyncDisposableStack();
  const start = new Date('2026-11-21T09:30:00.000Z');
  const time = { now: () => start };
  const clock = { now: () => time.now() };
  const supplier = opened.use(await openOctoSupplier({ clock, ...options }));
  const provider = createOctoProvider({
    name: 'tours',
    baseUrl: supplier.url,
    token: supplier.token,
    readAfterSeconds,
    clock,
  });
  const place = opened.use(await makePlace(engine));
  const store = opened.use(await openStore(place));
  const organization = { rate_limit: 1_000_000, test_allowance: 1_000_000 };
  const world = opened.use(await openWorld({ store, start, providers: [provider], organization }));
  time.now = () => world.clock.now();
  const running = opened.move();
  return {
    world,
    supplier,
    async [Symbol.asyncDispose]() {
      await running.disposeAsync();
      expect(supplier.faults).toEqual([]);
    },
  };
}

async function searchSlot({ call }: World, key = 'test'): Promise<{ venue_id: string; slot_id: string }> {
  const venues = await call<VenueList>('POST', '/v1/venues/search', { key, body: { city: 'Lisbon' } });
  const venue_id = venues.body.data[0]?.id ?? '';
  const slots = await call<SlotList>('POST', '/v1/availability/search', {
    key,
    body: { venue_id, date: '2026-11-22', party_size: 2 },
  });
  return { venue_id, slot_id: slots.body.data[0]?.id ?? '' };
}

const guest = { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' };

async function create(
  world: World,
  fields: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Booking> {
  const body = { ...(await searchSlot(world)), party_size: 2, guest, ...fields };
  const created = await world.call<Booking>('POST', '/v1/bookings', { body, headers });
  expect(created.status).toBeLessThan(300);
  return created.body;
}

async function read({ call }: World, { id }: Booking): Promise<Booking> {
  return (await call<Booking>('GET', `/v1/bookings/${id}`)).body;
}

/** The status and the number of units of each booking at the supplier, with our id. */
function atSupplier({ bookings }: OctoSupplier) {
  return [...bookings.all.keys()].map((uuid) => {
    const { status, resellerReference, unitItems } = bookings.get(uuid);
    return { status, id: resellerReference, units: unitItems.length };
  });
}

it('MOD-1: a create with a test key reserves nothing at the live supplier, and one with a live key nothing at the other', async () => {
  const start = new Date('2026-11-21T09:30:00.000Z');
  const clock = { now: () => start };
  await using live = await openOctoSupplier({ clock });
  await using test = await openOctoSupplier({ clock });
  const connect = ({ url, token }: OctoSupplier, headers = {}) =>
    createOctoProvider({ name: 'tours', baseUrl: url, token, headers, clock });
  const suppliers = [{ live: connect(live), test: connect(test, { 'OCTO-Env': 'test' }) }];
  await using world = await openWorld({ start, integrations: { suppliers } });
  const book = async (key: 'live' | 'test') => {
    const slot = await searchSlot(world, key);
    const body = { ...slot, party_size: 2, guest };
    const created = await world.call<Booking>('POST', '/v1/bookings', { key, body });
    await world.clock.advance(2_000);
    const booked = await world.call<Booking>('GET', `/v1/bookings/${created.body.id}`, { key });
    expect(booked.body).toMatchObject({ status: 'confirmed', livemode: key === 'live' });
  };

  await book('test');
  expect(live.requests).toEqual([]);
  expect(test.bookings.all.size).toBe(1);
  expect(test.requests.every(({ headers }) => headers['octo-env'] === 'test')).toBe(true);
  const before = test.requests.length;
  await book('live');
  expect(live.bookings.all.size).toBe(1);
  expect(test.requests).toHaveLength(before);
});

describe.each(engines)('on %s', (engine) => {
  it('books, modifies and cancels at the supplier', async () => {
    await using opened = await openServiceOn(engine);
    const { world, supplier } = opened;
    const booking = await create(world);
    expect(booking.status).toBe('processing');
    await world.clock.advance(1000);
    expect(await read(world, booking)).toMatchObject({ status: 'confirmed', confirmation_code: 'SUP-1' });
    expect(atSupplier(supplier)).toEqual([{ status: 'CONFIRMED', id: booking.id, units: 2 }]);

    const modified = await world.call('POST', `/v1/bookings/${booking.id}/modify`, { body: { party_size: 3 } });
    expect(modified.status).toBe(200);
    expect(atSupplier(supplier)).toEqual([{ status: 'CONFIRMED', id: booking.id, units: 3 }]);

    const cancelled = await world.call('POST', `/v1/bookings/${booking.id}/cancel`);
    expect(cancelled.body).toMatchObject({ status: 'cancelled' });
    await world.clock.advance(1000);
    expect(atSupplier(supplier)).toEqual([{ status: 'CANCELLED', id: booking.id, units: 3 }]);
  });

  it('PRV-4: cancels a booking that the supplier cancelled, after the next regular read', async () => {
    await using opened = await openServiceOn(engine, { readAfterSeconds: 3600 });
    const { world, supplier } = opened;
    const booking = await create(world);
    await world.clock.advance(1_800_000);
    supplier.bookings.setStatus(toBookingUuid(booking.id), 'CANCELLED');
    await world.clock.advance(1_000_000);
    expect((await read(world, booking)).status).toBe('confirmed');
    await world.clock.advance(1_000_000);
    expect((await read(world, booking)).status).toBe('cancelled');
    await world.clock.advance(60_000);
    const types = world.endpoint.received.map(({ event }) => event.type);
    expect(types.filter((type) => type === 'booking.cancelled')).toHaveLength(1);
  });

  it.each([
    { refund: 'FULL', payment: { status: 'refunded', amount_refunded: 2000 } },
    { refund: 'PARTIAL', payment: { status: 'captured', amount_refunded: 1000 } },
    { refund: 'NONE', payment: { status: 'captured', amount_refunded: 0 } },
  ] as const)('CRD-9: returns what the supplier refunds, also after a lost response: $refund', async (row) => {
    const capabilities = ['octo/content', 'octo/pricing'];
    await using opened = await openServiceOn(engine, { capabilities, refund: row.refund });
    const { world, supplier } = opened;
    const booking = await create(world, { payment_collection: 'cardservice_external' });
    const body = { type: 'authorize_payment' };
    await world.call('POST', `/v1/bookings/${booking.id}/continue`, { body });
    await world.clock.advance(4_000);
    expect(await read(world, booking)).toMatchObject({ status: 'confirmed', payment: { status: 'captured' } });
    supplier.fail({ route: 'cancel', after: true });
    await world.call('POST', `/v1/bookings/${booking.id}/cancel`);
    await world.clock.advance(10_000);
    expect((await read(world, booking)).payment).toMatchObject(row.payment);
    expect(supplier.requests.filter(({ route }) => route === 'cancel')).toHaveLength(1);
  });

  it('reserves nothing for a booking that expires before its payment is approved', async () => {
    await using opened = await openServiceOn(engine, { capabilities: ['octo/content', 'octo/pricing'] });
    const { world, supplier } = opened;
    const booking = await create(world, { payment_collection: 'cardservice_external' });
    expect(booking).toMatchObject({ status: 'requires_action', price: { amount: 2000, currency: 'EUR' } });
    await world.clock.advance(20 * 60_000 + 60_000);
    expect(await read(world, booking)).toMatchObject({ status: 'expired' });
    expect(atSupplier(supplier)).toEqual([]);
    expect(supplier.requests.at(-1)).toMatchObject({ route: 'read' });
  });

  it('confirms a booking that the supplier decides later', async () => {
    await using opened = await openServiceOn(engine, { products: [{ id: 'tower', instantConfirmation: false }] });
    const { world, supplier } = opened;
    const booking = await create(world);
    await world.clock.advance(1000);
    expect(await read(world, booking)).toMatchObject({ status: 'processing' });
    const [uuid = ''] = supplier.bookings.all.keys();
    supplier.bookings.setStatus(uuid, 'CONFIRMED');
    await world.clock.advance(30_000);
    expect(await read(world, booking)).toMatchObject({ status: 'confirmed' });
  });

  it('fails a booking whose hold ended while the supplier was down, and leaves nothing reserved', async () => {
    await using opened = await openServiceOn(engine, { maxHoldMinutes: 1, variant: { without: ['extend'] } });
    const { world, supplier } = opened;
    const down = { route: 'confirm', respond: html(503) } as const;
    supplier.fail(...Array.from({ length: 20 }, () => down));
    const booking = await create(world);
    await world.clock.advance(30 * 60_000);
    expect(await read(world, booking)).toMatchObject({ status: 'failed', error_code: 'slot_not_offered' });
    expect(atSupplier(supplier)).toMatchObject([{ status: 'EXPIRED' }]);
  });

  it.each(['expired', 'forgotten', 'stale'] as const)(
    'fails a booking as soon as its hold has ended, where an ended hold is %s',
    async (endedHold) => {
      await using opened = await openServiceOn(engine, {
        maxHoldMinutes: 1,
        endedHold,
        variant: { without: ['extend'] },
      });
      const { world, supplier } = opened;
      const down = { route: 'confirm', respond: html(503) } as const;
      supplier.fail(down, down, down, down, down);
      const booking = await create(world);
      await world.clock.advance(3 * 60_000);
      expect(await read(world, booking)).toMatchObject({ status: 'failed', error_code: 'slot_not_offered' });
      const [held] = supplier.bookings.all.values();
      expect(held?.status).toBe('EXPIRED');
    },
  );

  it('releases the hold of a booking that is given up', async () => {
    await using opened = await openServiceOn(engine);
    const { world, supplier } = opened;
    const down = { route: 'confirm', respond: html(503) } as const;
    supplier.fail(...Array.from({ length: 500 }, () => down));
    const booking = await create(world);
    await world.clock.advance(65 * 60_000);
    expect(await read(world, booking)).toMatchObject({ status: 'failed', error_code: 'provider_failed' });
    expect(atSupplier(supplier)).toMatchObject([{ status: 'CANCELLED' }]);
  });

  it('makes one reservation for the same create, repeated 30 times at once', async () => {
    await using opened = await openServiceOn(engine);
    const { world, supplier } = opened;
    const made = await Promise.all(Array.from({ length: 30 }, () => create(world, {}, { 'Idempotency-Key': 'once' })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await world.clock.advance(1000);
    expect(atSupplier(supplier)).toEqual([{ status: 'CONFIRMED', id: made[0]?.id, units: 2 }]);
  });

  it('makes no reservation for a create that is refused', async () => {
    await using opened = await openServiceOn(engine, { products: [{ id: 'tower', required: ['lastName'] }] });
    const { world, supplier } = opened;
    const body = { ...(await searchSlot(world)), party_size: 2, guest: { first_name: 'Ada', email: 'ada@diner.test' } };
    const refused = await world.call('POST', '/v1/bookings', { body });
    expect(refused).toMatchObject({ status: 422, body: { error_code: 'missing_last_name' } });
    expect(atSupplier(supplier)).toEqual([]);
  });

  it('reports a supplier that is down with the codes of the contract', async () => {
    await using opened = await openServiceOn(engine);
    const { world, supplier } = opened;
    const slot = await searchSlot(world);
    const respond = html(503);
    supplier.fail({ route: 'availability', respond }, { route: 'availability', respond });
    const search = { venue_id: slot.venue_id, date: '2026-11-22', party_size: 2 };
    expect(await world.call('POST', '/v1/availability/search', { body: search })).toMatchObject({
      status: 502,
      body: { error_code: 'availability_failed' },
    });
    expect(await world.call('POST', '/v1/bookings', { body: { ...slot, party_size: 2, guest } })).toMatchObject({
      status: 503,
      body: { error_code: 'service_unavailable' },
    });
    await world.clock.advance(300_000);
    supplier.fail({ route: 'products', respond });
    expect(await world.call('POST', '/v1/venues/search', { body: {} })).toMatchObject({
      status: 502,
      body: { error_code: 'search_failed' },
    });
    expect(atSupplier(supplier)).toEqual([]);
  });
});
