/** The prices of slots and bookings. */
import type { Booking, BookingPrice, Slot, SlotList } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { sandboxPayments, type PaymentService, type Provider } from '../../src/index.ts';
import { openWorld, type World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking, type NewBookingOptions } from '../support/new-booking.ts';
import { ownProvider } from '../support/providers.ts';

const external = { payment_collection: 'cardservice_external' } as const;
const price: BookingPrice = { amount: 4200, currency: 'JPY' };

function create(world: World, options: NewBookingOptions = {}) {
  return world.call<Booking & { error_code?: string }>('POST', '/v1/bookings', { body: newBooking(options) });
}

async function read(world: World, { id }: Booking): Promise<Booking> {
  return (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body;
}

function modify(world: World, { id }: Booking, body: object) {
  return world.call<Booking>('POST', `/v1/bookings/${id}/modify`, { body });
}

async function slotAt(world: World, venue_id: string): Promise<Slot | undefined> {
  const body = { venue_id, date: '2026-11-22', party_size: 3 };
  return (await world.call<SlotList>('POST', '/v1/availability/search', { body })).body.data[0];
}

describe.each(engines)('%s', (engine) => {
  it.each([
    { venue: 'harbour_table', of: { amount: 2500, currency: 'EUR', per: 'person' }, total: 7500, later: 10_000 },
    { venue: 'whole_room', of: { amount: 18_000, currency: 'EUR', per: 'booking' }, total: 18_000, later: 18_000 },
  ])('CRD-4 CRD-5: a slot of $venue has its price, and a booking the total', async ({ venue, of, total, later }) => {
    await using world = await openWorldOn(engine);
    expect((await slotAt(world, `ven_${venue}`))?.price).toEqual(of);
    const { body: booking } = await create(world, { venue, party_size: 3 });
    expect(booking.price).toStrictEqual({ amount: total, currency: 'EUR' });
    await world.clock.advance(2_000);
    expect((await read(world, booking)).price).toStrictEqual({ amount: total, currency: 'EUR' });
    const modified = await modify(world, booking, { party_size: 4 });
    expect([modified.status, modified.body.price]).toStrictEqual([200, { amount: later, currency: 'EUR' }]);
    expect((await read(world, booking)).price).toStrictEqual({ amount: later, currency: 'EUR' });
    await world.clock.advance(60_000);
    expect(JSON.stringify(world.endpoint.received.map(({ event }) => event))).not.toContain('price');
  });

  it('CRD-4 CRD-5: neither a slot nor a booking has a price that the provider does not state', async () => {
    await using world = await openWorldOn(engine);
    expect(await slotAt(world, 'ven_open_bill')).not.toHaveProperty('price');
    const { body: booking } = await create(world, { venue: 'open_bill' });
    await world.clock.advance(2_000);
    expect(await read(world, booking)).not.toHaveProperty('price');
    expect((await modify(world, booking, { party_size: 4 })).body).not.toHaveProperty('price');
  });

  it('CRD-5: a modification without a price leaves that of the create', async () => {
    const provider = ownProvider('own', {
      checkRequest: async () => ({ at_once: true, price }),
      modify: async () => ({ outcome: 'modified' }),
    });
    await using world = await openWorldOn(engine, { providers: [provider] });
    const { body: booking } = await create(world, { venue: 'own' });
    const modified = await modify(world, booking, { party_size: 4 });
    expect([modified.status, modified.body.price]).toStrictEqual([200, price]);
  });

  it('CRD-6: refuses an external payment without a price, and does not call the card service', async () => {
    const opened: string[] = [];
    const payments: PaymentService = {
      ...sandboxPayments,
      open: async ({ booking_id }) => {
        opened.push(booking_id);
        return { url: `https://pay.test/${booking_id}`, reference: booking_id };
      },
    };
    await using world = await openWorldOn(engine, { payments });
    expect(await create(world, { venue: 'open_bill', ...external })).toMatchObject({
      status: 502,
      body: {
        error: 'The provider states no price for this booking, so no payment can be set up. No booking was made.',
        error_code: 'payment_setup_failed',
      },
    });
    const { body } = await world.call<{ data: Booking[] }>('GET', '/v1/bookings');
    expect([body.data, opened]).toEqual([[], []]);
    expect(await create(world, external)).toMatchObject({ status: 201, body: { price: { amount: 5000 } } });
    expect(opened).toHaveLength(1);
  });
});

it('CRD-6: accepts an external payment of a price of zero', async () => {
  const checkRequest: Provider['checkRequest'] = async () => ({ at_once: false, price: { ...price, amount: 0 } });
  await using world = await openWorld({ providers: [ownProvider('own', { checkRequest })] });
  const { status, body } = await create(world, { venue: 'own', ...external });
  expect([status, body.price]).toStrictEqual([201, { amount: 0, currency: 'JPY' }]);
});

it('CRD-5 CRD-6: a simulated booking has no price', async () => {
  const live = ownProvider('own', {});
  await using world = await openWorld({ integrations: { suppliers: [{ live, test: 'simulate' }] } });
  const slot_id = 'slt_harbour_table_20261121T1900';
  expect((await create(world, { venue: 'own', slot_id })).body).not.toHaveProperty('price');
  expect((await create(world, { venue: 'own', slot_id, ...external })).body.error_code).toBe('payment_setup_failed');
});

it.each([
  { name: 'a slot that is not offered', options: { slot_id: 'slt_open_bill_20261121T0300' }, code: 'slot_not_offered' },
  { name: 'a missing card service', options: {}, code: 'cardservice_disabled' },
])('CRD-6: $name is refused before a missing price', async ({ options, code }) => {
  await using world = await openWorld({ integrations: { payments: undefined } });
  expect((await create(world, { venue: 'open_bill', ...external, ...options })).body.error_code).toBe(code);
});
