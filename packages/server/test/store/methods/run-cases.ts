/** Runs. */
import { expect } from 'vitest';
import { accepted, lease, addBooking, at, claim, claimOne, start, type Cases } from './context.ts';

type RunMethod =
  | 'readyRuns'
  | 'claimRuns'
  | 'claimRun'
  | 'postponeRun'
  | 'finishRun'
  | 'findRuns'
  | 'listStuckRuns'
  | 'retryRun';

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
};
