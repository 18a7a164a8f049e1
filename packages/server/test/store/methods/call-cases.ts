/** The calls of bookings that are kept. */
import { expect } from 'vitest';
import { maxCalls, type BookingCall } from '../../../src/store/runs/booking-calls.ts';
import { at, type Cases } from './context.ts';

type CallMethod = 'listBookingCalls' | 'recordBookingCalls' | 'removeBookingCalls';

/** Returns a call that ended so many seconds after the start. */
function callAt(seconds: number, other: Partial<BookingCall> = {}): BookingCall {
  return {
    at: at(seconds).toISOString(),
    provider: 'harbour',
    call: 'book',
    attempt: seconds,
    outcome: 'failed',
    duration_ms: 12,
    error: `It's "away" \\ é \u{1f6d1}`,
    amount_refunded: null,
    ...other,
  };
}

export const callCases: Cases<CallMethod> = {
  async listBookingCalls({ store, organization: { organization_id } }) {
    const of = { organization_id, booking_id: 'bkg_one' };
    expect(await store.listBookingCalls(of)).toEqual({ calls: [], dropped: 0 });
    const calls = [callAt(1), callAt(2, { provider: null, call: 'refund', error: null, amount_refunded: 500 })];
    await store.recordBookingCalls({ ...of, calls });
    expect(await store.listBookingCalls(of)).toEqual({ calls, dropped: 0 });
    expect(await store.listBookingCalls({ ...of, organization_id: 'org_none' })).toEqual({ calls: [], dropped: 0 });
    expect(await store.listBookingCalls({ ...of, booking_id: 'bkg_two' })).toEqual({ calls: [], dropped: 0 });
  },
  async recordBookingCalls({ store, organization: { organization_id } }) {
    const of = { organization_id, booking_id: 'bkg_one' };
    await store.recordBookingCalls({ ...of, calls: [] });
    for (let second = 1; second <= maxCalls + 5; second += 1)
      await store.recordBookingCalls({ ...of, calls: [callAt(second)] });
    const { calls, dropped } = await store.listBookingCalls(of);
    // The first one, and the newest.
    expect(calls.map(({ attempt }) => attempt)).toEqual([
      1,
      ...Array.from({ length: maxCalls - 1 }, (_, index) => index + 7),
    ]);
    expect(dropped).toBe(5);
    // Two workers write at once, and both calls are kept.
    const two = { ...of, booking_id: 'bkg_two' };
    await Promise.all([1, 2, 3].map((second) => store.recordBookingCalls({ ...two, calls: [callAt(second)] })));
    expect((await store.listBookingCalls(two)).calls).toHaveLength(3);
  },
  async removeBookingCalls({ store, organization: { organization_id } }) {
    const record = (booking_id: string, ...seconds: number[]) =>
      store.recordBookingCalls({ organization_id, booking_id, calls: seconds.map((second) => callAt(second)) });
    await record('bkg_old', 1, 2);
    await record('bkg_new', 1, 3);
    expect(await store.removeBookingCalls({ before: at(3) })).toEqual({ removed: 1, hasMore: false });
    expect(await store.removeBookingCalls({ before: at(3) })).toEqual({ removed: 0, hasMore: false });
    const callsOf = async (booking_id: string) =>
      (await store.listBookingCalls({ organization_id, booking_id })).calls.length;
    expect([await callsOf('bkg_old'), await callsOf('bkg_new')]).toEqual([0, 2]);
  },
};
