/** The personal data of a booking. */
import { expect } from 'vitest';
import { toKept } from '../../support/new-booking.ts';
import { accepted, addBooking, attempt, at, claim, claimDelivery, claimOne, type Cases } from './context.ts';

type PersonalMethod = 'findKeptBooking' | 'eraseBooking' | 'scanBookings';

export const personalCases: Cases<PersonalMethod> = {
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
    expect(found?.attempts).toMatchObject([{ answer: null, answer_deleted: at(7).toISOString() }]);
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
