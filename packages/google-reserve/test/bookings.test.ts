/** Bookings of Google, on both engines. */
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
// @boundaries-ignore the packages test on the same databases
import { engines } from '../../octo-provider/test/service/make-place.ts';
import { type OpenedReserve, openReserve, slotOf, user } from './support/open-reserve.ts';

const table = 'ven_harbour_table';

async function read({ world }: OpenedReserve, id: string): Promise<Booking> {
  return (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body;
}

/** The number of bookings of the organization. */
async function count({ world }: OpenedReserve): Promise<number> {
  return (await world.call<{ data: Booking[] }>('GET', '/v1/bookings')).body.data.length;
}

/** Advances the clock until the provider of the sandbox has decided. */
async function decide({ world }: OpenedReserve): Promise<void> {
  for (const ms of [2_000, 30_000, 30_000]) await world.clock.advance(ms);
}

describe.each(engines)('%s', (engine) => {
  it('books a table: pending, confirmed, at another time, for more guests, cancelled', async () => {
    await using reserve = await openReserve(engine);
    const { call, create } = reserve;
    const created = await create(table, { additional_request: 'By the window' });
    const { booking_id } = created.body.booking;
    const slot = { ...slotOf(table), availability_tag: 'slt_harbour_table_20261122T1100' };
    const booking = { booking_id, slot, user_information: user, status: 'PENDING_MERCHANT_CONFIRMATION' };
    expect(created).toMatchObject({ status: 200, body: { booking } });
    expect(await read(reserve, booking_id)).toMatchObject({
      status: 'processing',
      guest: { first_name: 'Ada', last_name: 'Byron', email: user.email, phone: '+351210000000' },
      metadata: { google_user_id: user.user_id, google_request_1: 'By the window' },
    });
    await decide(reserve);
    expect((await call('GetBookingStatus', { booking_id })).body).toEqual({
      booking_id,
      booking_status: 'CONFIRMED',
      prepayment_status: 'PREPAYMENT_NOT_PROVIDED',
    });

    const moved = { booking_id, slot: { start_sec: Number(slotOf(table, 19).start_sec), duration_sec: 5400 } };
    const later = { ...slotOf(table, 19), availability_tag: 'slt_harbour_table_20261122T1900' };
    const confirmed = { ...booking, slot: later, status: 'CONFIRMED' };
    for (const _ of ['first', 'repeated'])
      expect((await call('UpdateBooking', { booking: moved })).body).toEqual({ booking: confirmed });
    expect((await read(reserve, booking_id)).slot_id).toBe(later.availability_tag);
    const four = { booking_id, slot: { resources: { party_size: 4 } } };
    expect((await call('UpdateBooking', { booking: four })).body.booking.slot.resources).toEqual({ party_size: 4 });
    expect(await read(reserve, booking_id)).toMatchObject({ party_size: 4, slot_id: later.availability_tag });

    const cancel = { booking: { booking_id, status: 'CANCELED' } };
    for (const _ of ['first', 'repeated'])
      expect((await call('UpdateBooking', cancel)).body.booking).toMatchObject({ booking_id, status: 'CANCELED' });
    expect((await read(reserve, booking_id)).status).toBe('cancelled');
    expect((await call('UpdateBooking', { booking: four })).body).toMatchObject({
      booking_failure: { cause: 'BOOKING_ALREADY_CANCELLED' },
    });
  });

  it('makes one booking for a token, also for requests at once, and returns it when the slot is gone', async () => {
    await using reserve = await openReserve(engine);
    const fields = { idempotency_token: 'token-1' };
    const sent = await Promise.all([1, 2, 3].map(() => reserve.create('ven_express_counter', fields)));
    const { booking_id } = sent[0]?.body.booking ?? {};
    expect(sent.map(({ body }) => body.booking.booking_id)).toEqual([booking_id, booking_id, booking_id]);
    const repeated = await reserve.create('ven_express_counter', {
      ...fields,
      slot: slotOf('ven_express_counter', 3),
    });
    expect(repeated.body.booking).toMatchObject({
      booking_id,
      status: 'CONFIRMED',
      slot: slotOf('ven_express_counter'),
    });
    expect(await count(reserve)).toBe(1);
    const next = await reserve.create('ven_express_counter', { idempotency_token: 'token-2' });
    expect(next.body.booking.booking_id).not.toBe(booking_id);
  });

  it('lists the bookings of a user, and reaches those of Google only, of its organization and its mode', async () => {
    await using reserve = await openReserve(engine);
    const { call, create, world } = reserve;
    const { booking } = (await create('ven_express_counter')).body;
    await create('ven_express_counter', { user_information: { ...user, user_id: '2' } });
    expect((await call('ListBookings', { user_id: user.user_id })).body).toEqual({ bookings: [booking] });

    const own = { venue_id: table, slot_id: 'slt_harbour_table_20261122T1100', party_size: 2 };
    const guest = { first_name: 'Ada', email: 'ada@diner.test' };
    const direct = await world.call<Booking>('POST', '/v1/bookings', { body: { ...own, guest } });
    const others = (await world.addOrganization({ rate_limit: 1_000 })).keys;
    const { booking_id } = booking;
    for (const [id, password] of [
      [direct.body.id, undefined],
      ['890', undefined],
      [booking_id, world.organization.keys.live],
      [booking_id, others.test],
    ] as const) {
      const cancel = { booking: { booking_id: id, status: 'CANCELED' } };
      expect(await call('UpdateBooking', cancel, password)).toMatchObject({
        status: 404,
        body: { error: { code: 404 } },
      });
      expect((await call('GetBookingStatus', { booking_id: id }, password)).status).toBe(404);
    }
    expect((await call('ListBookings', { user_id: user.user_id }, others.test)).body).toEqual({ bookings: [] });
    expect((await read(reserve, booking_id)).status).toBe('confirmed');
  });

  it('states no time for a slot that the organization has moved the booking to', async () => {
    await using reserve = await openReserve(engine);
    const { booking } = (await reserve.create('ven_express_counter')).body;
    const { start_sec: _start, duration_sec: _duration, ...slot } = booking.slot;
    const availability_tag = 'slt_express_counter_20261122T1200';
    const change = { body: { slot_id: availability_tag } };
    expect((await reserve.world.call('POST', `/v1/bookings/${booking.booking_id}/modify`, change)).status).toBe(200);
    const moved = { ...booking, slot: { ...slot, availability_tag } };
    expect((await reserve.call('ListBookings', { user_id: user.user_id })).body).toEqual({ bookings: [moved] });
  });
});

describe('a booking', () => {
  it.each([
    { merchant: 'ven_closed_kitchen', cause: 'SLOT_UNAVAILABLE' },
    { merchant: 'ven_fully_booked', cause: 'SLOT_UNAVAILABLE' },
    { merchant: 'ven_nowhere', cause: 'SLOT_UNAVAILABLE' },
  ])('at $merchant fails with $cause', async ({ merchant, cause }) => {
    await using reserve = await openReserve();
    const failed = await reserve.create(merchant);
    expect(failed).toMatchObject({ status: 200, body: { booking_failure: { cause } } });
    expect(failed.body).not.toHaveProperty('booking');
  });

  it.each([
    { merchant: 'ven_last_seat', status: 'DECLINED_BY_MERCHANT' },
    { merchant: 'ven_broken_bell', status: 'FAILED' },
    { merchant: 'ven_code_house', status: 'PENDING_MERCHANT_CONFIRMATION' },
  ])('at $merchant is $status after the provider has decided', async ({ merchant, status }) => {
    await using reserve = await openReserve();
    const { booking_id } = (await reserve.create(merchant)).body.booking;
    await decide(reserve);
    expect((await reserve.call('GetBookingStatus', { booking_id })).body.booking_status).toBe(status);
  });

  it('is confirmed in the response to its create if the provider decides in time', async () => {
    const fetchDecided: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      // The server waits for the provider.
      if (request.method === 'GET') await decide(reserve);
      return fetch(request);
    };
    await using reserve = await openReserve('sqlite', { confirmSeconds: 60, fetch: fetchDecided });
    for (const [merchant, body] of [
      [table, { booking: { status: 'CONFIRMED' } }],
      ['ven_broken_bell', { booking_failure: { cause: 'SLOT_UNAVAILABLE' } }],
      ['ven_code_house', { booking: { status: 'PENDING_MERCHANT_CONFIRMATION' } }],
    ] as const)
      expect(await reserve.create(merchant)).toMatchObject({ status: 200, body });
  });

  it('that waits too long for an input has failed', async () => {
    await using reserve = await openReserve();
    const { booking_id } = (await reserve.create('ven_code_house')).body.booking;
    await decide(reserve);
    await reserve.world.clock.advance(20 * 60_000 + 1);
    expect((await reserve.call('GetBookingStatus', { booking_id })).body.booking_status).toBe('FAILED');
    const cancel = { booking: { booking_id, status: 'CANCELED' } };
    expect((await reserve.call('UpdateBooking', cancel)).body).toMatchObject({
      booking_failure: { cause: 'BOOKING_NOT_CANCELLABLE' },
    });
  });

  it.each([
    { why: 'a lease', fields: { lease_ref: { lease_id: '1' } }, cause: 'LEASE_EXPIRED' },
    { why: 'an offer', fields: { offer_id: '1' }, cause: 'OFFER_UNAVAILABLE' },
    { why: 'a payment', fields: { payment_processing_parameters: {} }, cause: 'PAYMENT_OPTION_NOT_VALID' },
    {
      why: 'a tag of another time',
      fields: { slot: { ...slotOf(table), availability_tag: 'slt_harbour_table_20261122T1900' } },
      cause: 'SLOT_UNAVAILABLE',
    },
    { why: 'another duration', fields: { slot: { ...slotOf(table), duration_sec: 60 } }, cause: 'SLOT_UNAVAILABLE' },
    {
      why: 'a party above any',
      fields: { slot: { ...slotOf(table), resources: { party_size: 51 } } },
      cause: 'SLOT_UNAVAILABLE',
    },
  ])('with $why fails with $cause', async ({ fields, cause }) => {
    await using reserve = await openReserve();
    expect(await reserve.create(table, fields)).toMatchObject({ status: 200, body: { booking_failure: { cause } } });
    expect(await count(reserve)).toBe(0);
  });

  it.each([
    { why: 'no token', fields: { idempotency_token: '' } },
    { why: 'no user', fields: { user_information: null } },
    { why: 'no e-mail address', fields: { user_information: { ...user, email: undefined } } },
    { why: 'no start', fields: { slot: { ...slotOf(table), start_sec: 0 } } },
    { why: 'a start that is not a time', fields: { slot: { ...slotOf(table), start_sec: '999999999999999' } } },
    { why: 'part of a guest', fields: { slot: { ...slotOf(table), resources: { party_size: 1.5 } } } },
    { why: 'a request that is too long', fields: { additional_request: 'x'.repeat(8_501) } },
    { why: 'a token that is too long', fields: { idempotency_token: 'x'.repeat(241) } },
  ])('with $why is refused', async ({ fields }) => {
    await using reserve = await openReserve();
    expect(await reserve.create(table, fields)).toMatchObject({ status: 400, body: { error: { code: 400 } } });
    expect(await count(reserve)).toBe(0);
  });

  it('cannot change to a slot that is not offered, or to a status of its own', async () => {
    await using reserve = await openReserve();
    const { booking_id } = (await reserve.create('ven_express_counter')).body.booking;
    const night = { booking: { booking_id, slot: { start_sec: slotOf(table, 3).start_sec } } };
    expect((await reserve.call('UpdateBooking', night)).body).toMatchObject({
      booking_failure: { cause: 'SLOT_UNAVAILABLE' },
    });
    const gone = { booking: { booking_id, status: 'NO_SHOW' } };
    expect((await reserve.call('UpdateBooking', gone)).status).toBe(400);
  });
});
