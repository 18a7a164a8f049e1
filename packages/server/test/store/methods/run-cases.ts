/**
 * Runs, claims of expired bookings, the calls of bookings that are kept, and the reads of confirmed bookings at their providers.
 */
import { expect } from 'vitest';
import { accepted, addBooking, at, type Cases, claim, claimOne, type Context, lease, start } from './context.ts';
import { type BookingCall, maxCalls } from '../../../src/store/runs/booking-calls.ts';
import type { ClaimedRead, NewRead } from '../../../src/store/reads/booking-reads.ts';

type RunMethod =
  | 'claimExpired'
  | 'readyRuns'
  | 'claimRuns'
  | 'claimRun'
  | 'postponeRun'
  | 'finishRun'
  | 'findRuns'
  | 'listStuckRuns'
  | 'retryRun'
  | 'listBookingCalls'
  | 'recordBookingCalls'
  | 'removeBookingCalls'
  | 'claimReads'
  | 'findNextRead'
  | 'finishRead'
  | 'postponeRead'
  | 'requestRead';

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

const side = { provider: 'sandbox', mode: 'test' } as const;

/** Requests a read of a new booking. */
async function addRead(context: Context, other: Partial<NewRead> = {}): Promise<NewRead> {
  const { organization_id, booking } = await addBooking(context);
  const read = { organization_id, booking_id: booking.id, ...side, cause: 'event', due_at: start, ...other } as const;
  await context.store.requestRead(read);
  return read;
}

function claimAt({ store }: Context, seconds: number, cause: NewRead['cause'] = 'event'): Promise<ClaimedRead[]> {
  return store.claimReads({ ...side, cause, now: at(seconds), lease_until: at(seconds + 60), limit: 10 });
}

/** Claims the only due read. */
async function claimOnly(context: Context, seconds = 0): Promise<ClaimedRead> {
  const [claimed] = await claimAt(context, seconds);
  if (!claimed) throw new Error('No read was claimed.');
  return claimed;
}

export const runCases: Cases<RunMethod> = {
  async claimExpired(context) {
    const asking = await addBooking(context, { asks: true });
    await addBooking(context);
    const claimExpiredAt = (seconds: number, limit = 10) =>
      context.store.claimExpired({ now: at(seconds), lease_until: at(seconds + 60), limit });
    expect(await claimExpiredAt(60)).toEqual([]);
    expect(await claimExpiredAt(86_400, 0)).toEqual([]);
    expect(await claimExpiredAt(86_400)).toStrictEqual([asking]);
    expect(await claimExpiredAt(86_460)).toEqual([]);
    expect(await claimExpiredAt(86_461)).toStrictEqual([asking]);
  },
  async readyRuns(context) {
    for (const _ of [1, 2])
      await context.store.createBooking({ ...accepted(context), run: { step: 1, due_at: at(30).toISOString() } });
    const ready = (seconds: number, limit = 10) => context.store.readyRuns({ now: at(seconds), limit });
    expect([await ready(29), await ready(30, 1), await ready(30), await ready(30)]).toEqual([0, 1, 1, 0]);
  },
  async claimRuns(context) {
    const { booking } = await addBooking(context);
    expect(await context.store.claimRuns(claim)).toMatchObject([{ booking_id: booking.id, attempt: 1 }]);
    expect(await context.store.claimRuns(claim)).toEqual([]);
    expect(await context.store.claimRuns({ ...claim, now: at(61) })).toMatchObject([{ attempt: 2 }]);
  },
  async claimRun(context) {
    await addBooking(context);
    const { organization_id, booking } = await addBooking(context);
    const one = { ...lease, now: start, organization_id, booking_id: booking.id };
    expect(await context.store.claimRun({ ...one, organization_id: 'org_none' })).toBeUndefined();
    expect(await context.store.claimRun(one)).toMatchObject({ booking_id: booking.id, attempt: 1 });
    expect(await context.store.claimRun(one)).toBeUndefined();
  },
  async postponeRun(context) {
    await addBooking(context);
    const run = await claimOne(context);
    const failing = { times: 2, since: start.toISOString() };
    expect(await context.store.postponeRun(run, at(30), failing)).toEqual(at(30));
    expect(await context.store.postponeRun(run, at(30), failing)).toBeUndefined();
    expect(await context.store.claimRuns({ ...claim, now: at(29) })).toEqual([]);
    expect(await context.store.claimRuns({ ...claim, now: at(30) })).toMatchObject([{ failing, attempt: 2 }]);
  },
  async finishRun(context) {
    await addBooking(context);
    const run = await claimOne(context);
    expect(await context.store.finishRun({ ...run, lease_token: 'lease_b' }, run)).toBeUndefined();
    expect(await context.store.finishRun({ ...run, organization_id: 'org_none' }, run)).toBeUndefined();
    expect(await context.store.finishRun(run, run)).toBe('ended');
    expect(await context.store.finishRun(run, run)).toBeUndefined();
    expect((await context.store.findNextDue()).runs).toBeNull();
  },
  async findRuns(context) {
    const { organization_id, booking } = await addBooking(context);
    const of = { organization_id, booking_id: booking.id };
    const waiting = {
      ...of,
      status: 'processing',
      work: 'booking',
      attempts: 0,
      reason: null,
      since: null,
      lease_until: null,
    };
    expect(await context.store.findRuns(of)).toMatchObject([waiting]);
    expect(await context.store.findRuns({ ...of, organization_id: 'org_none' })).toEqual([]);
    const run = await claimOne(context);
    expect(await context.store.findRuns(of)).toMatchObject([{ attempts: 1, lease_until: at(60).toISOString() }]);
    await context.store.postponeRun(run, at(30), 'pending');
    const pending = { reason: 'pending', since: start.toISOString(), due_at: at(30).toISOString() };
    expect(await context.store.findRuns(of)).toMatchObject([pending]);
  },
  async listStuckRuns(context) {
    const { booking } = await addBooking(context);
    const run = await claimOne(context);
    const failure = { times: 3, since: at(5).toISOString() };
    await context.store.postponeRun(run, at(900), { ...failure, error: 'away' });
    const list = (seconds: number) => context.store.listStuckRuns({ stuck_before: at(seconds), limit: 10 });
    expect((await list(4)).rows).toEqual([]);
    const failing = {
      booking_id: booking.id,
      reason: 'failing',
      failures: 3,
      since: at(5).toISOString(),
      last_error: 'away',
    };
    expect(await list(5)).toMatchObject({ rows: [failing], next: null });
    // A failure without an error, such as a busy database, keeps the last one.
    const again = await claimOne(context, 900);
    await context.store.postponeRun(again, at(901), failure);
    expect(await list(5)).toMatchObject({ rows: [{ last_error: 'away' }] });
    await context.store.postponeRun(await claimOne(context, 901), at(902));
    expect(await context.store.findRuns(again)).toMatchObject([{ failures: 0, last_error: null }]);
  },
  async retryRun(context) {
    const { organization_id, booking } = await addBooking(context);
    const of = { organization_id, booking_id: booking.id };
    const run = await claimOne(context);
    expect(await context.store.retryRun({ ...of, now: at(10) })).toBe(false);
    await context.store.postponeRun(run, at(900), 'pending');
    expect(await context.store.claimRuns({ ...claim, now: at(10), lease_until: at(70) })).toEqual([]);
    expect(await context.store.retryRun({ ...of, organization_id: 'org_none', now: at(10) })).toBe(false);
    expect(await context.store.retryRun({ ...of, now: at(10) })).toBe(true);
    expect(await context.store.claimRuns({ ...claim, now: at(10), lease_until: at(70) })).toHaveLength(1);
  },
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
  async requestRead(context) {
    const read = await addRead(context, { cause: 'sweep', due_at: at(100) });
    expect(await claimAt(context, 99, 'sweep')).toEqual([]);
    // An event makes it due earlier and takes precedence; a sweep does neither.
    await context.store.requestRead({ ...read, cause: 'event', due_at: at(50) });
    await context.store.requestRead({ ...read, cause: 'sweep', due_at: at(80) });
    expect(await claimAt(context, 49)).toEqual([]);
    const { organization_id, booking_id } = read;
    expect(await claimAt(context, 50)).toEqual([
      { organization_id, booking_id, cause: 'event', failures: 0, version: 4 },
    ]);
  },
  async claimReads(context) {
    const later = await addRead(context, { due_at: at(2) });
    const first = await addRead(context, { due_at: at(1) });
    await addRead(context, { mode: 'live' });
    await addRead(context, { provider: 'other' });
    await addRead(context, { cause: 'sweep' });
    const limited = { ...side, cause: 'event', now: at(2), lease_until: at(60), limit: 1 } as const;
    expect((await context.store.claimReads(limited)).map(({ booking_id }) => booking_id)).toEqual([first.booking_id]);
    expect((await claimAt(context, 2)).map(({ booking_id }) => booking_id)).toEqual([later.booking_id]);
    expect(await claimAt(context, 3)).toEqual([]);
    // The lease of the first has ended.
    expect((await claimAt(context, 61)).map(({ booking_id }) => booking_id)).toEqual([first.booking_id]);
  },
  async postponeRead(context) {
    await addRead(context);
    const claimed = await claimOnly(context);
    const next = { cause: 'sweep', due_at: at(30), failures: 2 } as const;
    expect(await context.store.postponeRead({ ...claimed, organization_id: 'org_none' }, next)).toBe(false);
    expect(await context.store.postponeRead(claimed, next)).toBe(true);
    expect(await context.store.postponeRead(claimed, next)).toBe(false);
    expect(await claimAt(context, 29, 'sweep')).toEqual([]);
    expect(await claimAt(context, 30, 'sweep')).toMatchObject([{ failures: 2 }]);
  },
  async finishRead(context) {
    const read = await addRead(context);
    const claimed = await claimOnly(context);
    // An event that comes during the read makes the booking due again.
    await context.store.requestRead({ ...read, due_at: at(5) });
    expect(await context.store.finishRead(claimed)).toBe(false);
    const again = await claimOnly(context, 5);
    expect(await context.store.finishRead({ ...again, organization_id: 'org_none' })).toBe(false);
    expect(await context.store.finishRead(again)).toBe(true);
    expect(await context.store.findNextRead()).toBeNull();
  },
  async findNextRead(context) {
    expect(await context.store.findNextRead()).toBeNull();
    await addRead(context, { due_at: at(20) });
    await addRead(context, { cause: 'sweep', due_at: at(10) });
    expect(await context.store.findNextRead()).toBe(at(10).toISOString());
  },
};
