/** Deliveries and their turns, their lists, and resends. */
import { expect } from 'vitest';
import { addBooking, at, attempt, type Cases, claim, claimDelivery, type Context, lease, start } from './context.ts';
import { readDeliveries } from '../../support/databases.ts';
import type { ClaimedDelivery } from '../../../src/store/store.ts';

type DeliveryMethod =
  | 'findNextTurns'
  | 'claimTurns'
  | 'endTurns'
  | 'claimDeliveries'
  | 'giveBackDeliveries'
  | 'recordAttempts'
  | 'removeHistory'
  | 'listDeliveries'
  | 'findDelivery'
  | 'readDeliveryCounts'
  | 'readFailingSince'
  | 'openIncident'
  | 'dropIncident'
  | 'endIncidents'
  | 'resendDelivery'
  | 'countDeliveries'
  | 'resendDeliveries'
  | 'deleteAttemptResponse';

const day = 24 * 3600;

/** Stores a booking whose delivery is abandoned after its first attempt. */
async function abandonOne(context: Context): Promise<ClaimedDelivery> {
  await addBooking(context);
  const delivery = await claimDelivery(context);
  await context.store.recordAttempts([{ delivery, attempt, state: 'abandoned' }]);
  return delivery;
}

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
  async listDeliveries(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    const abandoned = await abandonOne(context);
    const { booking } = await addBooking(context);
    const { rows, next } = await store.listDeliveries({ organization_id, limit: 10 });
    expect(next).toBeNull();
    const { request_headers: _headers, answer: _answer, ...last } = attempt;
    expect(rows).toStrictEqual([
      {
        id: expect.stringMatching(/^dlv_/),
        organization_id,
        event_id: expect.stringMatching(/^evt_/),
        event_type: 'booking.created',
        subject_id: booking.id,
        created: start.toISOString(),
        state: 'pending',
        status_class: 'none',
        next_attempt_at: start.toISOString(),
        last_attempt: null,
      },
      expect.objectContaining({
        id: abandoned.id,
        state: 'abandoned',
        status_class: '5xx',
        next_attempt_at: null,
        last_attempt: { attempt: 1, ...last },
      }),
    ]);
    const first = await store.listDeliveries({ organization_id, limit: 1 });
    expect(first).toStrictEqual({ rows: rows.slice(0, 1), next: rows[0]?.id });
    const rest = await store.listDeliveries({ organization_id, limit: 1, cursor: first.next ?? undefined });
    expect(rest).toStrictEqual({ rows: rows.slice(1), next: null });
    const found = async (filter: object) =>
      (await store.listDeliveries({ organization_id, limit: 10, ...filter })).rows.map(({ id }) => id);
    expect(await found({ state: 'abandoned' })).toEqual([abandoned.id]);
    expect(await found({ status_class: '5xx', event_type: 'booking.created' })).toEqual([abandoned.id]);
    expect(await found({ event_type: 'booking.failed' })).toEqual([]);
    expect(await found({ subject_id: booking.id })).toEqual([rows[0]?.id]);
    expect(await found({ subject_id: booking.id, state: 'abandoned' })).toEqual([]);
    expect(await found({ from: at(1) })).toEqual([]);
    expect(await found({ before: start })).toEqual([]);
    expect(await found({ from: start, before: at(1) })).toHaveLength(2);
    expect(await store.listDeliveries({ organization_id: 'org_none', limit: 10 })).toEqual({ rows: [], next: null });
  },
  async findDelivery(context) {
    const { store } = context;
    const { booking } = await addBooking(context);
    for (const seconds of [0, 100]) {
      const [delivery] = await store.claimDeliveries({ ...claim, now: at(seconds), lease_until: at(seconds + 60) });
      if (!delivery) throw new Error('The delivery is not due.');
      await store.recordAttempts([{ delivery, attempt, due_at: at(seconds + 100) }]);
    }
    const [listed] = (await store.listDeliveries({ ...context.organization, limit: 1 })).rows;
    if (!listed) throw new Error('There is no delivery.');
    const { last_attempt: _last, ...row } = listed;
    const found = await store.findDelivery(listed, { attempts: 10 });
    expect(found).toStrictEqual({
      ...row,
      request_body: expect.stringContaining(booking.id),
      attempts: [1, 2].map((number) => ({ attempt: number, ...attempt, answer_deleted_at: null })),
      has_earlier_attempts: false,
    });
    const last = await store.findDelivery(listed, { attempts: 1 });
    expect(last).toMatchObject({ attempts: [{ attempt: 2 }], has_earlier_attempts: true });
    const earlier = await store.findDelivery(listed, { attempts: 1, before_attempt: 2 });
    expect(earlier).toMatchObject({ attempts: [{ attempt: 1 }], has_earlier_attempts: false });
    expect(await store.findDelivery({ ...listed, id: 'dlv_none' }, { attempts: 1 })).toBeUndefined();
    expect(await store.findDelivery({ ...listed, organization_id: 'org_none' }, { attempts: 1 })).toBeUndefined();
  },
  async readDeliveryCounts(context) {
    const { organization_id } = context.organization;
    await abandonOne(context);
    const read = (from: Date, before: Date) => context.store.readDeliveryCounts({ organization_id, from, before });
    const hour = new Date('2026-11-21T09:00:00.000Z');
    const next = new Date('2026-11-21T10:00:00.000Z');
    const times = { responded_ms: attempt.duration_ms, slowest_ms: attempt.duration_ms };
    const none = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, other: 0, no_response: 0 };
    expect(await read(hour, next)).toStrictEqual([
      { at: hour, succeeded: 0, failed: 1, abandoned: 1, status_classes: { ...none, '5xx': 1 }, ...times },
    ]);
    expect(await read(new Date(0), hour)).toEqual([]);
    expect(await read(next, at(86_400))).toEqual([]);
  },
  async readFailingSince(context) {
    const { organization_id } = context.organization;
    expect(await context.store.readFailingSince(organization_id)).toBeNull();
    await abandonOne(context);
    expect(await context.store.readFailingSince(organization_id)).toBe(attempt.started_at);
    expect(await context.store.readFailingSince('org_none')).toBeNull();
  },
  async openIncident({ store, organization: { organization_id } }) {
    const open = (failing_since: string) => store.openIncident({ organization_id, failing_since });
    const opened = await Promise.all([open(attempt.started_at), open(attempt.started_at), open(at(1).toISOString())]);
    expect(opened.filter(Boolean)).toEqual([true]);
  },
  async dropIncident({ store, organization: { organization_id } }) {
    const open = () => store.openIncident({ organization_id, failing_since: attempt.started_at });
    await open();
    await store.dropIncident({ organization_id: 'org_none' });
    expect(await open()).toBe(false);
    await store.dropIncident({ organization_id });
    expect(await open()).toBe(true);
  },
  async endIncidents(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    const incident = { organization_id, failing_since: attempt.started_at };
    await abandonOne(context);
    await store.openIncident(incident);
    expect(await store.endIncidents()).toEqual([]);
    await addBooking(context);
    const delivery = await claimDelivery(context);
    const started_at = new Date(Date.parse(attempt.started_at) + 1).toISOString();
    await store.recordAttempts([{ delivery, attempt: { ...attempt, started_at, status: 204 }, state: 'succeeded' }]);
    const ended = await Promise.all([store.endIncidents(), store.endIncidents()]);
    expect(ended.flat()).toStrictEqual([incident]);
  },
  async resendDelivery(context) {
    await addBooking(context);
    const delivery = await claimDelivery(context);
    expect(await context.store.resendDelivery(delivery, at(1))).toMatchObject({ resent: false });
    await context.store.recordAttempts([{ delivery, attempt, due_at: at(30) }]);
    expect(await context.store.resendDelivery(delivery, at(1))).toMatchObject({
      resent: true,
      delivery: { state: 'pending', next_attempt_at: at(1).toISOString() },
    });
    const [early] = await context.store.claimDeliveries({ ...claim, now: at(1) });
    if (!early) throw new Error('Nothing was claimed.');
    // It remains one of the four.
    expect(early).toMatchObject({ id: delivery.id, attempt: 2, attempts_allowed: 4 });
    await context.store.recordAttempts([{ delivery: early, attempt, state: 'succeeded' }]);
    const resent = await context.store.resendDelivery(delivery, at(1));
    expect(resent).toMatchObject({
      resent: true,
      delivery: { state: 'pending', next_attempt_at: at(1).toISOString(), last_attempt: { attempt: 2 } },
    });
    expect(await context.store.claimDeliveries({ ...claim, now: at(1) })).toMatchObject([
      { event_id: delivery.event_id, attempt: 3 },
    ]);
    expect(await context.store.resendDelivery({ ...delivery, id: 'dlv_none' }, at(1))).toBeUndefined();
    expect(await context.store.resendDelivery({ ...delivery, organization_id: 'org_none' }, at(1))).toBeUndefined();
  },
  async countDeliveries(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    const times = { from: start, before: at(1) };
    const count = (wanted: object = {}, max = 10) =>
      store.countDeliveries({ organization_id, state: 'abandoned', ...times, ...wanted, max });
    expect(await count()).toBe(0);
    for (let index = 0; index < 3; index += 1) await abandonOne(context);
    expect(await count()).toBe(3);
    expect(await count({}, 2)).toBe(2);
    expect(await count({ status_class: '5xx', event_type: 'booking.created' })).toBe(3);
    expect(await count({ status_class: '4xx' })).toBe(0);
    expect(await count({ event_type: 'booking.failed' })).toBe(0);
    expect(await count({ state: 'succeeded' })).toBe(0);
    expect(await count({ from: at(1), before: at(2) })).toBe(0);
    expect(await count({ organization_id: 'org_none' })).toBe(0);
  },
  async resendDeliveries(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    const abandoned = [await abandonOne(context), await abandonOne(context), await abandonOne(context)];
    const step = (cursor?: string | null, wanted: object = {}) => {
      const selection = { organization_id, state: 'abandoned', from: start, ...wanted } as const;
      return store.resendDeliveries({ ...selection, now: at(1), cursor: cursor ?? undefined, limit: 2 });
    };
    for (const other of [{ from: at(1) }, { before: start }, { state: 'succeeded' }, { status_class: '4xx' }])
      expect(await step(undefined, other)).toEqual({ resent: 0, next: null });
    const first = await step();
    expect(first).toEqual({ resent: 2, next: abandoned[1]?.id });
    expect(await step(first.next)).toEqual({ resent: 1, next: null });
    expect(await step()).toEqual({ resent: 0, next: null });
    const again = await store.claimDeliveries({ ...claim, now: at(1) });
    expect(again.map(({ id, attempt: number, attempts_allowed }) => [id, number, attempts_allowed])).toEqual(
      abandoned.map(({ id }) => [id, 2, 2]),
    );
  },
  async deleteAttemptResponse(context) {
    const { store } = context;
    const delivery = await abandonOne(context);
    const wanted = { organization_id: delivery.organization_id, id: delivery.id, attempt: 1 };
    const deleted = { attempt: 1, ...attempt, answer: null, answer_deleted_at: at(1).toISOString() };
    expect(await store.deleteAttemptResponse(wanted, at(1))).toStrictEqual({ attempt: deleted, deleted: true });
    expect(await store.deleteAttemptResponse(wanted, at(2))).toStrictEqual({ attempt: deleted, deleted: false });
    expect(await store.findDelivery(delivery, { attempts: 1 })).toMatchObject({ attempts: [deleted] });
    for (const unknown of [{ attempt: 2 }, { id: 'dlv_none' }, { organization_id: 'org_none' }])
      expect(await store.deleteAttemptResponse({ ...wanted, ...unknown }, at(1))).toBeUndefined();
  },
};
