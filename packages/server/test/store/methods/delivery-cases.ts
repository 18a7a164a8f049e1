/** Deliveries and their turns. */
import { expect } from 'vitest';
import { addBooking, at, attempt, claim, claimDelivery, lease, start, type Cases } from './context.ts';
import { readDeliveries } from '../../support/read-deliveries.ts';

type DeliveryMethod =
  | 'findNextTurns'
  | 'claimTurns'
  | 'endTurns'
  | 'claimDeliveries'
  | 'giveBackDeliveries'
  | 'recordAttempts'
  | 'removeHistory';

const day = 24 * 3600;

export const deliveryCases: Cases<DeliveryMethod> = {
  async findNextTurns(context) {
    expect(await context.store.findNextTurns()).toStrictEqual({ quick: null, slow: null });
    await addBooking(context);
    expect(await context.store.findNextTurns()).toStrictEqual({ quick: start.toISOString(), slow: null });
    const { organization_id } = context.organization;
    await context.store.claimTurns({ ...claim, receivers: 'quick' });
    await context.store.endTurns([
      {
        organization_id,
        now: start,
        receivers: 'slow',
        lease_token: lease.lease_token,
        not_before: at(5),
      },
    ]);
    expect(await context.store.findNextTurns()).toStrictEqual({ quick: null, slow: at(5).toISOString() });
  },
  async claimTurns(context) {
    await addBooking(context);
    const turns = (now: Date) => context.store.claimTurns({ ...claim, now, receivers: 'quick' });
    expect(await context.store.claimTurns({ ...claim, receivers: 'slow' })).toEqual([]);
    const { organization_id } = context.organization;
    const turn = { organization_id, webhook_url: 'https://diner.test/', deliveries: [] };
    expect(await turns(start)).toEqual([turn]);
    expect(await turns(start)).toEqual([]);
    expect(await turns(at(61))).toEqual([turn]);
  },
  async endTurns(context) {
    const { organization_id } = context.organization;
    await addBooking(context);
    await context.store.claimTurns({ ...claim, receivers: 'quick' });
    const turn = { organization_id, now: start, receivers: 'slow' } as const;
    expect(await context.store.endTurns([{ ...turn, lease_token: 'lease_b' }])).toEqual([
      { due: false, abandoned: [] },
    ]);
    expect(await context.store.claimTurns({ ...claim, now: at(1), receivers: 'slow' })).toEqual([]);
    expect(await context.store.endTurns([{ ...turn, lease_token: lease.lease_token }])).toEqual([
      {
        due: true,
        abandoned: [],
      },
    ]);
    expect(await context.store.claimTurns({ ...claim, now: at(1), receivers: 'slow' })).toMatchObject([
      { organization_id },
    ]);
  },
  async claimDeliveries(context) {
    const { organization_id, signing_secret } = context.organization;
    const { booking } = await addBooking(context);
    expect(await context.store.claimDeliveries({ ...claim, of: ['org_none'] })).toEqual([]);
    const delivery = await claimDelivery(context);
    expect(delivery).toMatchObject({ organization_id, signing_secret, attempt: 1, webhook_url: 'https://diner.test/' });
    expect(delivery.payload).toContain(booking.id);
    expect(await context.store.claimDeliveries(claim)).toEqual([]);
  },
  async giveBackDeliveries(context) {
    await addBooking(context);
    const delivery = await claimDelivery(context);
    await context.store.giveBackDeliveries({ deliveries: [delivery], lease_token: 'lease_other' });
    expect(await context.store.claimDeliveries(claim)).toEqual([]);
    await context.store.giveBackDeliveries({ deliveries: [delivery], lease_token: delivery.lease_token });
    expect(await context.store.claimDeliveries({ ...claim, lease_token: 'lease_next' })).toMatchObject([
      { id: delivery.id, attempt: 1 },
    ]);
  },
  async recordAttempts(context) {
    await addBooking(context);
    const first = await claimDelivery(context);
    expect(await context.store.recordAttempts([{ delivery: first, attempt, due_at: at(30) }])).toEqual([true]);
    expect(await context.store.recordAttempts([{ delivery: first, attempt, due_at: at(30) }])).toEqual([false]);
    const [second] = await context.store.claimDeliveries({ ...claim, now: at(30), lease_until: at(90) });
    if (!second) throw new Error('The delivery is not due again.');
    expect(await context.store.recordAttempts([{ delivery: second, attempt, state: 'abandoned' }])).toEqual([true]);
    const attempts = [1, 2].map((number) => ({ attempt: number, status: 500, answer: 'no' }));
    expect(await readDeliveries(context.store)).toMatchObject([{ state: 'abandoned', attempts }]);
  },
  async removeHistory(context) {
    await addBooking(context);
    const delivery = await claimDelivery(context);
    const removeAll = async () => {
      const removal = { now: at(60 * day), before: at(40 * day) };
      const first = await context.store.removeHistory(removal);
      for (let { next } = first; next !== undefined;) {
        ({ next } = await context.store.removeHistory({ ...removal, from: next }));
      }
    };
    await removeAll();
    expect(await readDeliveries(context.store)).toHaveLength(1);
    await context.store.recordAttempts([{ delivery, attempt, state: 'succeeded' }]);
    await removeAll();
    expect(await readDeliveries(context.store)).toEqual([]);
  },
};
