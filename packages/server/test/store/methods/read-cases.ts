/** Reads of confirmed bookings at their providers. */
import { expect } from 'vitest';
import type { ClaimedRead, NewRead } from '../../../src/store/reads/booking-reads.ts';
import { addBooking, at, start, type Cases, type Context } from './context.ts';

type ReadMethod = 'claimReads' | 'findNextRead' | 'finishRead' | 'postponeRead' | 'requestRead';

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

export const readCases: Cases<ReadMethod> = {
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
