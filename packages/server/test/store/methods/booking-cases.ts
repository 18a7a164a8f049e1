/** Bookings. */
import { moveBooking } from '../../../src/domain/booking.ts';
import { expect } from 'vitest';
import { accepted, addBooking, at, type Cases } from './context.ts';

type BookingMethod =
  | 'createBooking'
  | 'findBooking'
  | 'findBookingText'
  | 'findBookingByKey'
  | 'changeBooking'
  | 'claimExpired';

export const bookingCases: Cases<BookingMethod> = {
  async createBooking(context) {
    const first = { ...accepted(context), idempotency_key: 'order-1' };
    const second = { ...accepted(context), idempotency_key: 'order-1' };
    const { stored, replayed } = await context.store.createBooking(first);
    expect({ replayed, booking: stored.booking }).toEqual({ replayed: false, booking: first.booking });
    expect(await context.store.createBooking(second)).toEqual({ stored, replayed: true });
  },
  async findBooking(context) {
    const stored = await addBooking(context);
    expect(await context.store.findBooking({ ...stored, id: stored.booking.id })).toStrictEqual(stored);
    expect(await context.store.findBooking({ ...stored, id: 'bkg_none' })).toBeUndefined();
    expect(await context.store.findBooking({ organization_id: 'org_none', id: stored.booking.id })).toBeUndefined();
  },
  async findBookingText(context) {
    const { organization_id, booking } = await addBooking(context);
    expect(await context.store.findBookingText({ organization_id, id: booking.id })).toStrictEqual({
      livemode: booking.livemode,
      expires_at: null,
      text: JSON.stringify(booking),
    });
    expect(await context.store.findBookingText({ organization_id, id: 'bkg_none' })).toBeUndefined();
    expect(await context.store.findBookingText({ organization_id: 'org_none', id: booking.id })).toBeUndefined();
  },
  async findBookingByKey(context) {
    const { stored } = await context.store.createBooking({ ...accepted(context), idempotency_key: 'order-1' });
    const { organization_id } = context.organization;
    const key = { organization_id, livemode: false, idempotency_key: 'order-1' };
    expect(await context.store.findBookingByKey(key)).toStrictEqual(stored);
    for (const other of [{ organization_id: 'org_none' }, { livemode: true }, { idempotency_key: 'order-2' }]) {
      expect(await context.store.findBookingByKey({ ...key, ...other })).toBeUndefined();
    }
  },
  async changeBooking(context) {
    const before = await addBooking(context);
    const moved = moveBooking(before.booking, { trigger: 'cancel', to: 'cancelled' }, at(1));
    if (!moved) throw new Error('The booking cannot be cancelled.');
    const change = { before, booking: moved.booking, events: [] };
    const changed = await context.store.changeBooking(change);
    expect(changed).toMatchObject({ version: before.version + 1, booking: { status: 'cancelled' } });
    expect(await context.store.findBooking({ ...before, id: before.booking.id })).toStrictEqual(changed);
    expect(await context.store.changeBooking(change)).toBeUndefined();
  },
  async claimExpired(context) {
    const asking = await addBooking(context, { asks: true });
    await addBooking(context);
    const claimAt = (seconds: number, limit = 10) =>
      context.store.claimExpired({ now: at(seconds), lease_until: at(seconds + 60), limit });
    expect(await claimAt(60)).toEqual([]);
    expect(await claimAt(86_400, 0)).toEqual([]);
    expect(await claimAt(86_400)).toStrictEqual([asking]);
    expect(await claimAt(86_460)).toEqual([]);
    expect(await claimAt(86_461)).toStrictEqual([asking]);
  },
};
