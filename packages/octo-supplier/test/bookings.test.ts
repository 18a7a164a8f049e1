/** Bookings of resellers, against a sandbox. */
import { randomUUID } from 'node:crypto';
import { createBookingClient, type BookingClient } from '@booking-service/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  contact,
  openReseller,
  optionId,
  partyOf,
  productId,
  type Reseller,
  type Schemas,
} from './support/call-supplier.ts';
import { type OpenedSupplier, openSupplier } from './support/open-supplier.ts';

type Booking = Schemas['Booking'];

let supplier: OpenedSupplier;
let reseller: Reseller;
let client: BookingClient;

beforeAll(async () => {
  supplier = await openSupplier({ confirmSeconds: 3 });
  reseller = openReseller(supplier.url, supplier.tokens.test);
  client = createBookingClient({ baseUrl: supplier.sandbox.url, apiKey: supplier.tokens.test });
});

afterAll(() => supplier[Symbol.asyncDispose]());

function confirm({ uuid }: Pick<Booking, 'uuid'>, fields: object = {}) {
  return reseller.call<Booking>('POST', `/bookings/${uuid}/confirm`, { contact, ...fields });
}

function read({ uuid }: Pick<Booking, 'uuid'>) {
  return reseller.call<Booking>('GET', `/bookings/${uuid}`);
}

describe('a reservation', () => {
  it('is a booking that waits for its caller, and that the provider has not seen', async () => {
    const uuid = randomUUID();
    const held = await reseller.reserve({ uuid, notes: 'By the window', resellerReference: 'R-1' });
    expect(held).toMatchObject({ uuid, productId, notes: 'By the window', resellerReference: 'R-1', testMode: true });
    expect(held.unitItems.map(({ unitId, status }) => `${unitId} ${status}`)).toEqual([
      'adult ON_HOLD',
      'adult ON_HOLD',
    ]);
    expect(new Set(held.unitItems.map((item) => item.uuid)).size).toBe(2);
    const booking = await client.bookings.get(held.id);
    expect(booking).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'confirm_booking' },
      party_size: 2,
    });
    expect(Date.parse(held.utcExpiresAt ?? '')).toBe(Math.floor(Date.parse(booking.expires_at ?? '') / 1000) * 1000);
    expect((await read(held)).body).toEqual(held);
  });

  it('is made once for a UUID, also if it is sent twice at once', async () => {
    const [first] = await reseller.availabilities();
    const body = { uuid: randomUUID(), productId, optionId, availabilityId: first?.id, unitItems: partyOf(2) };
    const sent = await Promise.all([1, 2].map(() => reseller.call<Booking>('POST', '/bookings/', body)));
    const again = await reseller.call<Booking>('POST', '/bookings/', { ...body, uuid: body.uuid.toUpperCase() });
    expect(new Set([...sent, again].map((each) => each.body.id)).size).toBe(1);
  });

  it('ends after the time of the service', async () => {
    await using own = await openSupplier();
    const other = openReseller(own.url, own.tokens.test);
    const { uuid } = await other.reserve();
    await own.sandbox.clock.advance(20 * 60_000 + 1);
    expect((await other.call<Booking>('GET', `/bookings/${uuid}`)).body.status).toBe('EXPIRED');
    const late = await other.call('POST', `/bookings/${uuid}/confirm`, { contact });
    expect(late).toMatchObject({ status: 400, body: { error: 'UNPROCESSABLE_ENTITY' } });
  });

  it.each([
    { why: 'another product', fields: { productId: 'tower' }, error: 'INVALID_PRODUCT_ID' },
    { why: 'a product that does not exist', fields: { productId: 'ven_nowhere' }, error: 'INVALID_PRODUCT_ID' },
    { why: 'another option', fields: { optionId: 'other' }, error: 'INVALID_OPTION_ID' },
    { why: 'another unit', fields: { unitItems: [{ unitId: 'child' }] }, error: 'INVALID_UNIT_ID' },
    { why: 'no unit items', fields: { unitItems: [] }, error: 'UNPROCESSABLE_ENTITY' },
    { why: 'too many guests', fields: { unitItems: partyOf(9) }, error: 'UNPROCESSABLE_ENTITY' },
    { why: 'a party above any', fields: { unitItems: partyOf(51) }, error: 'UNPROCESSABLE_ENTITY' },
    { why: 'no availability', fields: { availabilityId: 'tomorrow' }, error: 'INVALID_AVAILABILITY_ID' },
    {
      why: 'an availability that is not offered',
      fields: { availabilityId: '20260101T190000-90-slt_express_counter_20260101T1900' },
      error: 'UNPROCESSABLE_ENTITY',
    },
    { why: 'a text that is not a UUID', fields: { uuid: 'one' }, error: 'INVALID_BOOKING_UUID' },
    { why: 'a contact that is a text', fields: { contact: 'Ada' }, error: 'BAD_REQUEST' },
    { why: 'notes that are too long', fields: { notes: 'x'.repeat(9_000) }, error: 'BAD_REQUEST' },
  ])('is refused for $why: $error', async ({ fields, error }) => {
    const [first] = await reseller.availabilities();
    const body = { productId, optionId, availabilityId: first?.id, unitItems: partyOf(2), ...fields };
    expect(await reseller.call('POST', '/bookings/', body)).toMatchObject({ status: 400, body: { error } });
  });

  it('states the time of the slot, whatever the id of the reseller states', async () => {
    const [first] = await reseller.availabilities();
    const held = await reseller.reserve({ availabilityId: first?.id.replace('-90-', '-30-') });
    expect(held.availability).toMatchObject({ id: first?.id, localDateTimeEnd: first?.localDateTimeEnd });
  });
});

describe('a confirmation', () => {
  it('books with the contact as the guest, and returns the voucher', async () => {
    const held = await reseller.reserve({ resellerReference: 'R-2' });
    const { body } = await confirm(held, { contact: { ...contact, phoneNumber: '+351210000000', notes: 'Vegan' } });
    const booking = await client.bookings.get(held.id);
    expect(booking).toMatchObject({
      status: 'confirmed',
      guest: { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test', phone: '+351210000000' },
    });
    expect(body).toMatchObject({
      status: 'CONFIRMED',
      supplierReference: held.id,
      resellerReference: 'R-2',
      contact: { ...contact, notes: 'Vegan' },
      voucher: { deliveryOptions: [{ deliveryFormat: 'QRCODE', deliveryValue: booking.confirmation_code }] },
    });
    expect((await read(held)).body).toEqual(body);
    expect((await confirm(held)).body).toEqual(body);
  });

  it('takes an address that no mail reaches for a contact without one', async () => {
    const held = await reseller.reserve();
    expect((await confirm(held, { contact: { fullName: 'Ada' } })).body.contact.emailAddress).toBeNull();
    expect((await client.bookings.get(held.id)).guest).toEqual({ first_name: 'Ada', email: 'no-email@octo.invalid' });
  });

  it('may change the number of guests', async () => {
    const held = await reseller.reserve();
    const { body } = await confirm(held, { unitItems: partyOf(3) });
    expect(body).toMatchObject({ uuid: held.uuid, status: 'CONFIRMED' });
    expect(await client.bookings.get(body.id)).toMatchObject({ status: 'confirmed', party_size: 3 });
    expect(await client.bookings.get(held.id)).toMatchObject({ status: 'cancelled' });
  });

  it('is REJECTED where the provider fails, and PENDING where it takes its time or asks for a code', async () => {
    const statuses = await Promise.all(
      ['ven_closed_kitchen', 'ven_code_house'].map(async (product) => {
        const [first] = await reseller.availabilities(product);
        const held = await reseller.reserve({ productId: product, availabilityId: first?.id });
        return (await confirm(held)).body.status;
      }),
    );
    expect(statuses).toEqual(['REJECTED', 'PENDING']);
  });

  it.each([
    { why: 'no contact', uuid: undefined, fields: { contact: null }, error: 'BAD_REQUEST' },
    { why: 'another unit', uuid: undefined, fields: { unitItems: [{ unitId: 'x' }] }, error: 'INVALID_UNIT_ID' },
    { why: 'an unknown UUID', uuid: randomUUID(), fields: {}, error: 'INVALID_BOOKING_UUID' },
  ])('is refused for $why: $error', async ({ uuid, fields, error }) => {
    const held = await reseller.reserve();
    expect(await confirm({ uuid: uuid ?? held.uuid }, fields)).toMatchObject({ status: 400, body: { error } });
    expect((await read(held)).body.status).toBe('ON_HOLD');
  });
});

describe('a change', () => {
  it('replaces a hold, and keeps its UUID and what the change does not name', async () => {
    const held = await reseller.reserve({
      notes: 'By the window',
      unitItems: [{ unitId: 'adult', uuid: randomUUID() }],
    });
    const [, second] = await reseller.availabilities();
    const moved = await reseller.call<Booking>('PATCH', `/bookings/${held.uuid}`, { availabilityId: second?.id });
    expect(moved.body).toMatchObject({
      uuid: held.uuid,
      status: 'ON_HOLD',
      availabilityId: second?.id,
      notes: held.notes,
    });
    expect(moved.body.unitItems).toEqual(held.unitItems);
    const grown = await reseller.call<Booking>('PATCH', `/bookings/${held.uuid}`, { contact, unitItems: partyOf(4) });
    expect(grown.body).toMatchObject({ contact, availabilityId: second?.id });
    expect((await read(held)).body).toEqual(grown.body);
    expect(grown.body.unitItems).toHaveLength(4);
    const mine = (await client.bookings.list({ metadata: { octo_uuid: held.uuid } })).data;
    expect(mine.map(({ status }) => status)).toEqual(['requires_action', 'cancelled', 'cancelled']);
  });

  it('leaves the hold as it is if the new place is not offered', async () => {
    const held = await reseller.reserve();
    const refused = await reseller.call('PATCH', `/bookings/${held.uuid}`, { unitItems: partyOf(9) });
    expect(refused).toMatchObject({ status: 400, body: { error: 'UNPROCESSABLE_ENTITY' } });
    expect((await read(held)).body).toEqual(held);
  });

  it('extends a hold 19 times', async () => {
    const held = await reseller.reserve();
    for (let times = 1; times <= 19; times += 1) {
      const extended = await reseller.call<Booking>('POST', `/bookings/${held.uuid}/extend`, { expirationMinutes: 30 });
      expect(extended.body.status).toBe('ON_HOLD');
    }
    const refused = await reseller.call('POST', `/bookings/${held.uuid}/extend`, {});
    expect(refused).toMatchObject({ status: 400, body: { error: 'UNPROCESSABLE_ENTITY' } });
    expect((await confirm(held)).body.status).toBe('CONFIRMED');
  });

  it('of a confirmed booking sets its guests only', async () => {
    const held = await reseller.reserve();
    await confirm(held);
    const same = { unitItems: partyOf(3), availabilityId: held.availabilityId };
    expect((await reseller.call<Booking>('PATCH', `/bookings/${held.uuid}`, same)).body.unitItems).toHaveLength(3);
    expect(await client.bookings.get(held.id)).toMatchObject({ status: 'confirmed', party_size: 3 });
    for (const other of [{ notes: 'Later' }, { contact }, { productId: 'ven_harbour_table' }]) {
      const refused = await reseller.call('PATCH', `/bookings/${held.uuid}`, other);
      expect(refused).toMatchObject({ status: 400, body: { error: 'UNPROCESSABLE_ENTITY' } });
    }
  });

  it('states no availability for a booking that the organization has moved', async () => {
    const held = await reseller.reserve();
    await confirm(held);
    const [, second] = await reseller.availabilities();
    await client.bookings.modify(held.id, { slot_id: second?.id.split('-').slice(2).join('-') ?? '' });
    expect((await read(held)).body).toMatchObject({ status: 'CONFIRMED', availabilityId: null, availability: null });
  });
});

it('cancels a hold and a confirmed booking, and a second time without an effect', async () => {
  const [held, booked] = [await reseller.reserve(), await reseller.reserve()];
  await confirm(booked);
  for (const { uuid, id } of [held, booked, booked]) {
    const cancelled = await reseller.call<Booking>('POST', `/bookings/${uuid}/cancel`, { reason: 'Rain' });
    expect(cancelled.body).toMatchObject({ status: 'CANCELLED', cancellable: false, cancellation: { reason: 'Rain' } });
    expect(await client.bookings.get(id)).toMatchObject({ status: 'cancelled' });
  }
});

it('states the refund of the cancellation policy', async () => {
  await using own = await openSupplier();
  const other = openReseller(own.url, own.tokens.test);
  const book = async (venue: string) => {
    const [first] = await other.availabilities(venue);
    const { uuid } = await other.reserve({ productId: venue, availabilityId: first?.id });
    await other.call('POST', `/bookings/${uuid}/confirm`, { contact });
    return uuid;
  };
  const uuids = [await book('ven_late_fee'), await book('ven_late_fee'), await book(productId)];
  const refundOf = async (uuid?: string) =>
    (await other.call<Booking>('POST', `/bookings/${uuid}/cancel`, {})).body.cancellation?.refund;
  expect(await refundOf(uuids[0])).toBe('FULL');
  await own.sandbox.clock.advance(7 * 86_400_000);
  expect(await refundOf(uuids[1])).toBe('PARTIAL');
  expect(await refundOf(uuids[2])).toBe('FULL');
});

it('lists the bookings with a reference, in their current state', async () => {
  const held = await reseller.reserve({ resellerReference: 'first' });
  const other = await reseller.reserve({ resellerReference: 'other' });
  await reseller.call('PATCH', `/bookings/${held.uuid}`, { resellerReference: 'second' });
  const { body } = await confirm(held);
  const list = async (query: string) => (await reseller.call<Booking[]>('GET', `/bookings/?${query}`)).body;
  expect(await list('resellerReference=second')).toEqual([body]);
  expect(await list('resellerReference=first')).toEqual([]);
  expect(await list('resellerReference=other')).toEqual([other]);
  expect(await list(`supplierReference=${body.supplierReference}`)).toEqual([body]);
  expect(await list(`supplierReference=${body.supplierReference}&resellerReference=other`)).toEqual([]);
  expect(await list('supplierReference=unknown')).toEqual([]);
  const all = await reseller.call('GET', '/bookings/');
  expect(all).toMatchObject({ status: 400, body: { error: 'BAD_REQUEST' } });
});
