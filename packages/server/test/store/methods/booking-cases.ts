/** Bookings: their lists, the events of one, and its personal data. */
import { expect } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import { moveBooking, toEvents } from '../../../src/domain/booking.ts';
import {
  accepted,
  addBooking,
  at,
  attempt,
  type Cases,
  claim,
  claimDelivery,
  claimOne,
  type Context,
  start,
} from './context.ts';
import { openPayment } from '../../../src/domain/payment.ts';
import { toListedBooking } from '../../../src/store/lists/booking-lists.ts';
import type { StoredBooking } from '../../../src/store/store.ts';
import { toKept } from '../../support/new-booking.ts';

type BookingMethod =
  | 'createBooking'
  | 'findBooking'
  | 'findBookingText'
  | 'findBookingByKey'
  | 'changeBooking'
  | 'listBookings'
  | 'listPayments'
  | 'listEvents'
  | 'findEvent'
  | 'findBookings'
  | 'listBookingEvents'
  | 'searchObjects'
  | 'findKeptBooking'
  | 'eraseBooking'
  | 'scanBookings';

async function confirm({ store }: Context, before: StoredBooking, confirmation_code: string): Promise<StoredBooking> {
  const moved = moveBooking(before.booking, { trigger: 'provider', to: 'confirmed', confirmation_code }, at(5));
  if (!moved) throw new Error('The booking cannot be confirmed.');
  const events = toEvents(moved.events, moved.booking, { newId: randomId });
  const stored = await store.changeBooking({ before, booking: moved.booking, events });
  if (!stored) throw new Error('The booking was not changed.');
  return stored;
}

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
  async searchObjects(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    const { booking } = await addBooking(context);
    const search = (text: string, more: object = {}) =>
      store.searchObjects({ kind: 'booking', text, limit: 10, ...more });
    const found = [{ id: booking.id, organization_id, name: 'Diner' }];
    expect(await search(booking.id)).toStrictEqual(found);
    expect(await search(booking.id, { organization_id })).toStrictEqual(found);
    expect(await search(booking.id, { organization_id: 'org_none' })).toStrictEqual([]);
    expect(await search(booking.id, { kind: 'event' })).toStrictEqual([]);
    expect(await search('Din', { kind: 'organization' })).toMatchObject([{ id: organization_id }]);
    expect(await search('Din', { kind: 'organization', limit: 0 })).toStrictEqual([]);
  },
  async listBookings(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    const confirmed = (await confirm(context, await addBooking(context), 'OWN-1')).booking;
    const waiting = (await addBooking(context, { asks: true })).booking;
    const list = async (filter: object, now = start) =>
      store.listBookings({ organization_id, now, limit: 10, ...filter });
    const { rows, next } = await list({});
    expect(next).toBeNull();
    expect(rows).toStrictEqual([waiting, confirmed]);
    expect(toListedBooking(waiting, start)).toStrictEqual({
      id: waiting.id,
      status: 'requires_action',
      provider: 'sandbox',
      livemode: false,
      created: start.toISOString(),
      updated: start.toISOString(),
      venue_id: waiting.venue_id,
      slot_id: waiting.slot_id,
      party_size: 2,
      document_count: 0,
      expires_at: waiting.expires_at,
    });
    expect(toListedBooking(confirmed, start)).toMatchObject({ status: 'confirmed', confirmation_code: 'OWN-1' });
    const first = await list({ limit: 1 });
    expect(first.rows).toStrictEqual(rows.slice(0, 1));
    expect(await list({ limit: 1, cursor: first.next })).toStrictEqual({ rows: rows.slice(1), next: null });
    const found = async (filter: object, now?: Date) => (await list(filter, now)).rows.map(({ id }) => id);
    expect(await found({ status: 'confirmed', livemode: false })).toEqual([confirmed.id]);
    expect(await found({ livemode: true })).toEqual([]);
    expect(await found({ status: 'failed' })).toEqual([]);
    expect(await found({ from: at(1) })).toEqual([]);
    expect(await found({ before: start })).toEqual([]);
    expect(await found({ from: start, before: at(1) })).toHaveLength(2);
    // Expired at the time of the query, whether or not it is stored as expired (STA-9).
    const later = new Date(Date.parse(waiting.expires_at ?? '') + 1);
    expect(await found({ status: 'requires_action' })).toEqual([waiting.id]);
    expect(await found({ status: 'requires_action' }, later)).toEqual([]);
    expect(await found({ status: 'expired' })).toEqual([]);
    const { rows: expired } = await list({ status: 'expired' }, later);
    expect(expired.map((booking) => toListedBooking(booking, later))).toMatchObject([
      { id: waiting.id, status: 'expired', updated: waiting.expires_at },
    ]);
  },
  async listPayments(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    const { booking: unpaid, ...rest } = accepted(context);
    await addBooking(context);
    const payment = openPayment({ amount: 5000, currency: 'EUR' }, 'pay_1');
    const { stored: before } = await store.createBooking({ ...rest, booking: { ...unpaid, payment } });
    const list = async (filter: object) => store.listPayments({ organization_id, limit: 10, ...filter });
    expect(await list({})).toStrictEqual({ rows: [before.booking], next: null });
    const failed = { ...before.booking, status: 'failed', payment: { ...payment, status: 'unknown' } } as const;
    await store.changeBooking({ before, booking: failed, events: [] });
    expect(await list({ payment_status: 'unknown', payment_unsettled: true })).toStrictEqual({
      rows: [failed],
      next: null,
    });
    const none = { rows: [], next: null };
    expect(await list({ payment_status: 'requires_approval' })).toStrictEqual(none);
    expect(await list({ payment_unsettled: false })).toStrictEqual(none);
    expect(await store.listPayments({ organization_id: 'org_none', limit: 1 })).toStrictEqual(none);
  },
  async listEvents(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    const before = await addBooking(context);
    const { booking } = await confirm(context, before, 'OWN-1');
    const [event] = toEvents(['booking.failed'], booking, { newId: randomId });
    if (!event) throw new Error('The list has no event.');
    expect(await store.addTestEvent({ organization_id, subject_id: 'bkg_none', event })).toBe(true);
    const list = async (filter: object = {}) =>
      store.listEvents({ organization_id, livemode: false, limit: 10, ...filter });
    const { rows, next } = await list();
    expect(next).toBeNull();
    expect(rows).toStrictEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'booking.confirmed',
        created: at(5).toISOString(),
        data: { object: { id: booking.id, object: 'booking', status: 'confirmed', provider: 'sandbox' } },
      },
      expect.objectContaining({ type: 'booking.created', created: start.toISOString() }),
    ]);
    const first = await list({ limit: 1 });
    expect(first).toStrictEqual({ rows: rows.slice(0, 1), next: rows[0]?.id });
    expect(await list({ limit: 1, cursor: first.next })).toStrictEqual({ rows: rows.slice(1), next: null });
    expect((await list({ types: ['booking.created', 'booking.failed'] })).rows).toStrictEqual(rows.slice(1));
    expect((await list({ from: at(1) })).rows).toStrictEqual(rows.slice(0, 1));
    expect((await list({ from: start, before: at(5) })).rows).toStrictEqual(rows.slice(1));
    const other = await addBooking(context);
    const { rows: own } = await list({ booking_id: booking.id });
    expect(own).toStrictEqual(rows);
    expect(await list({ booking_id: booking.id, limit: 1, cursor: first.next })).toStrictEqual({
      rows: rows.slice(1),
      next: null,
    });
    expect((await list({ booking_id: booking.id, types: ['booking.confirmed'] })).rows).toStrictEqual(rows.slice(0, 1));
    expect((await list({ booking_id: booking.id, from: start, before: at(5) })).rows).toStrictEqual(rows.slice(1));
    expect((await list({ booking_id: other.booking.id })).rows).toHaveLength(1);
    for (const none of [{ livemode: true }, { organization_id: 'org_none' }]) {
      expect((await list(none)).rows).toEqual([]);
      expect((await list({ booking_id: booking.id, ...none })).rows).toEqual([]);
    }
  },
  async findEvent(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    const { booking } = await addBooking(context);
    const [created] = (await store.listEvents({ organization_id, livemode: false, limit: 1 })).rows;
    const id = String(created?.id);
    const found = await store.findEvent({ organization_id, id });
    expect(found).toStrictEqual({ booking_id: booking.id, livemode: false, payload: JSON.stringify(created) });
    expect(await store.findEvent({ organization_id: 'org_none', id })).toBeUndefined();
    expect(await store.findEvent({ organization_id, id: 'evt_none' })).toBeUndefined();
    const [event] = toEvents(['booking.failed'], booking, { newId: randomId });
    if (!event) throw new Error('The list has no event.');
    await store.addTestEvent({ organization_id, subject_id: 'bkg_none', event });
    expect(await store.findEvent({ organization_id, id: event.id })).toMatchObject({ livemode: null });
  },
  async findBookings(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    const keyed = { ...accepted(context), idempotency_key: 'order-1' };
    const { stored } = await store.createBooking(keyed);
    const other = await confirm(context, await addBooking(context), 'OWN-1');
    await confirm(context, stored, 'OWN-1');
    const find = async (name: Parameters<typeof store.findBookings>[0]['name'], limit = 10, id = organization_id) =>
      (await store.findBookings({ organization_id: id, name, limit, now: start })).map((booking) => booking.id);
    expect(await find({ id: other.booking.id })).toEqual([other.booking.id]);
    expect(await find({ id: 'bkg_none' })).toEqual([]);
    expect(await find({ id: other.booking.id }, 10, 'org_none')).toEqual([]);
    expect(await find({ idempotency_key: 'order-1' })).toEqual([stored.booking.id]);
    expect(await find({ idempotency_key: 'order-2' })).toEqual([]);
    expect(await find({ confirmation_code: 'OWN-1' })).toHaveLength(2);
    expect(await find({ confirmation_code: 'OWN-1' }, 1)).toHaveLength(1);
    expect(await find({ confirmation_code: 'OWN-2' })).toEqual([]);
  },
  async listBookingEvents(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    const before = await addBooking(context);
    await addBooking(context);
    const [delivery] = await store.claimDeliveries({ ...claim, limit: 1 });
    if (!delivery) throw new Error('No delivery was claimed.');
    await store.recordAttempts([{ delivery, attempt, due_at: at(30) }]);
    const { booking } = await confirm(context, before, 'OWN-1');
    const query = { organization_id, booking_id: booking.id };
    const { rows, next } = await store.listBookingEvents({ ...query, limit: 10 });
    const { request_headers: _headers, answer: _answer, ...listed } = attempt;
    const sent = { attempts: [{ attempt: 1, ...listed }], next_attempt_at: at(30).toISOString() };
    expect(rows).toStrictEqual([
      {
        id: delivery.event_id,
        type: 'booking.created',
        created: start.toISOString(),
        status: 'processing',
        deliveries: [{ id: delivery.id, state: 'pending', ...sent, has_earlier_attempts: false }],
      },
      expect.objectContaining({ type: 'booking.confirmed', created: at(5).toISOString(), status: 'confirmed' }),
    ]);
    expect(next).toBeNull();
    const first = await store.listBookingEvents({ ...query, limit: 1 });
    expect(first).toStrictEqual({ rows: rows.slice(0, 1), next: rows[0]?.id });
    const rest = await store.listBookingEvents({ ...query, limit: 1, cursor: first.next ?? undefined });
    expect(rest).toStrictEqual({ rows: rows.slice(1), next: null });
    expect(await store.listBookingEvents({ ...query, organization_id: 'org_none', limit: 1 })).toEqual({
      rows: [],
      next: null,
    });
  },
  async findKeptBooking(context) {
    const { store, organization } = context;
    const { booking } = await addBooking(context);
    const owned = { organization_id: organization.organization_id, id: booking.id };
    const delivery = await claimDelivery(context);
    await store.recordAttempts([{ delivery, attempt: { ...attempt, answer: 'Dear Ada' }, state: 'succeeded' }]);
    await addBooking(context);
    expect(await store.findKeptBooking(owned)).toStrictEqual({
      version: 1,
      working: true,
      booking,
      events: [{ id: delivery.event_id, payload: delivery.payload }],
      responses: [{ delivery_id: delivery.id, attempt: 1, answer: 'Dear Ada' }],
    });
    expect(await store.findKeptBooking({ ...owned, organization_id: 'org_none' })).toBeUndefined();
  },
  async eraseBooking(context) {
    const { store, organization } = context;
    const { organization_id } = organization;
    const { booking } = await addBooking(context);
    const owned = { organization_id, id: booking.id };
    const kept = await toKept(store, owned);
    const of = { organization_id, booking_id: booking.id };
    const call = { at: at(1).toISOString(), provider: 'sandbox', call: 'book', attempt: 1, outcome: 'failed' } as const;
    const failed = { ...call, duration_ms: 1, error: 'Ada', amount_refunded: null };
    await store.recordBookingCalls({ ...of, calls: [failed] });
    const erased = { ...booking, guest: { first_name: 'Erased', email: 'erased@erased.invalid' } };
    const events = kept.events.map(({ id }) => ({ id, payload: '{}' }));
    const erase = async (version: number, now = at(0)) =>
      store.eraseBooking({ ...owned, version, booking: erased, events, now });

    expect(await erase(1)).toEqual({ outcome: 'changed' });
    const run = await claimOne(context);
    await store.finishRun(run, run);
    const delivery = await claimDelivery(context);
    expect(await erase(1)).toEqual({ outcome: 'delivering' });
    await store.recordAttempts([{ delivery, attempt: { ...attempt, answer: 'Dear Ada' }, due_at: at(5) }]);
    expect(await erase(2)).toEqual({ outcome: 'changed' });
    expect(await toKept(store, owned)).toMatchObject({ version: 1, booking, responses: [{ answer: 'Dear Ada' }] });

    expect((await store.listBookingCalls(of)).calls).toEqual([failed]);
    expect(await erase(1, at(7))).toEqual({ outcome: 'erased', responses: 1 });
    expect((await store.listBookingCalls(of)).calls).toEqual([]);
    expect(await toKept(store, owned)).toEqual({ version: 2, working: false, booking: erased, events, responses: [] });
    const [later] = await store.claimDeliveries({ ...claim, now: at(10), lease_until: at(60) });
    expect(later).toMatchObject({ id: delivery.id, payload: '{}', attempt: 2 });
    const found = await store.findDelivery({ organization_id, id: delivery.id }, { attempts: 10 });
    expect(found?.attempts).toMatchObject([{ answer: null, answer_deleted_at: at(7).toISOString() }]);
    expect(
      await store.eraseBooking({ ...owned, organization_id: 'org_none', version: 2, booking, events, now: at(0) }),
    ).toEqual({ outcome: 'changed' });
  },
  async scanBookings(context) {
    const { store, organization } = context;
    const { organization_id } = organization;
    const ids = [(await addBooking(context)).booking.id, (await addBooking(context)).booking.id].toSorted();
    const first = await store.scanBookings({ organization_id, limit: 1 });
    expect([first.rows.map(({ id }) => id), first.next]).toEqual([[ids[0]], ids[0]]);
    const second = await store.scanBookings({ organization_id, cursor: ids[0], limit: 2 });
    expect([second.rows.map(({ id }) => id), second.next]).toEqual([[ids[1]], null]);
    expect(second.rows[0]?.guest).toEqual(accepted(context).booking.guest);
    expect(await store.scanBookings({ organization_id: 'org_none', limit: 2 })).toEqual({ rows: [], next: null });
  },
};
