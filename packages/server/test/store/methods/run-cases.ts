/** Runs. */
import { expect } from 'vitest';
import { accepted, lease, addBooking, at, claim, claimOne, start, type Cases } from './context.ts';

type RunMethod = 'readyRuns' | 'claimRuns' | 'claimRun' | 'postponeRun' | 'finishRun';

export const runCases: Cases<RunMethod> = {
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
    expect(await context.store.postponeRun(run, at(30), failing)).toBe(true);
    expect(await context.store.postponeRun(run, at(30), failing)).toBe(false);
    expect(await context.store.claimRuns({ ...claim, now: at(29) })).toEqual([]);
    expect(await context.store.claimRuns({ ...claim, now: at(30) })).toMatchObject([{ failing, attempt: 2 }]);
  },
  async finishRun(context) {
    await addBooking(context);
    const run = await claimOne(context);
    expect(await context.store.finishRun({ ...run, lease_token: 'lease_b' })).toBe(false);
    expect(await context.store.finishRun({ ...run, organization_id: 'org_none' })).toBe(false);
    expect(await context.store.finishRun(run)).toBe(true);
    expect(await context.store.finishRun(run)).toBe(false);
    expect((await context.store.findNextDue()).runs).toBeNull();
  },
};
