/** The sessions of callers, and the log of their requests. */
import { expect } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import { addSession, at, type Cases, type Context, start, verify } from './context.ts';
import type { RequestRow } from '../../../src/store/requests/requests.ts';

type CallerMethod =
  | 'findSessionCreations'
  | 'changeSessionCreations'
  | 'createSession'
  | 'findSession'
  | 'findSealedCode'
  | 'checkCode'
  | 'findLatestVerifiedSession'
  | 'changeSession'
  | 'countRequests'
  | 'findRequest'
  | 'listBookingRequests'
  | 'listFaultyRequests'
  | 'listRequests'
  | 'recordRequests'
  | 'removeRequests'
  | 'trimRequests';

/** Returns a request that ended so many seconds after the start. */
function requestAt({ organization }: Context, seconds: number, other: Partial<RequestRow> = {}): RequestRow {
  return {
    organization_id: organization.organization_id,
    mode: 'test',
    position: randomId('req', at(seconds)),
    id: `req_${String(seconds).padStart(8, '0')}`,
    created: at(seconds).toISOString(),
    operation: 'getBooking',
    method: 'GET',
    path: '/v1/bookings/{id}',
    status: 200,
    error_code: null,
    key_id: 'key_one',
    idempotency_key: null,
    booking_id: 'bkg_one',
    latency_ms: 3,
    ...other,
  };
}

const limited = { operation: 'createBooking', status: 429, error_code: 'rate_limited', booking_id: null } as const;

/** Returns the ids of the log, newest first. */
async function idsOf(
  { store, organization: { organization_id } }: Context,
  query: Partial<Parameters<Context['store']['listRequests']>[0]> = {},
): Promise<string[]> {
  const { rows } = await store.listRequests({ organization_id, mode: 'test', limit: 100, ...query });
  return rows.map(({ id }) => id);
}

export const callerCases: Cases<CallerMethod> = {
  async findSessionCreations({ store, organization: { organization_id } }) {
    const of = { organization_id, destination: 'ada@diner.test' };
    expect(await store.findSessionCreations(of)).toEqual([]);
    const after = [start.toISOString(), at(1).toISOString()];
    await store.changeSessionCreations({ ...of, before: [], after, forget_before: start });
    expect(await store.findSessionCreations(of)).toEqual(after);
    expect(await store.findSessionCreations({ ...of, destination: 'eve@diner.test' })).toEqual([]);
    expect(await store.findSessionCreations({ ...of, organization_id: 'org_none' })).toEqual([]);
  },
  async changeSessionCreations({ store, organization: { organization_id } }) {
    const change = {
      organization_id,
      destination: 'ada@diner.test',
      before: [],
      after: [start.toISOString()],
      forget_before: start,
    };
    expect(await store.changeSessionCreations(change)).toBe(true);
    expect(await store.changeSessionCreations(change)).toBe(false);
    const other = { ...change, destination: 'eve@diner.test', forget_before: at(1) };
    expect(await store.changeSessionCreations(other)).toBe(true);
    expect(await store.findSessionCreations(change)).toEqual([]);
  },
  async findSealedCode(context) {
    const { store } = context;
    const { organization_id, session } = await addSession(context);
    const found = await store.findSealedCode({ organization_id, id: session.id });
    expect(found?.destination).toMatch(/^v2\./);
    expect(JSON.stringify(found)).not.toMatch(/ada@|424242/);
    expect(await store.findSealedCode({ organization_id, id: 'ses_none' })).toBeUndefined();
    expect(await store.findSealedCode({ organization_id: 'org_none', id: session.id })).toBeUndefined();
  },
  async checkCode(context) {
    const { store } = context;
    const { organization_id, session } = await addSession(context);
    const of = { organization_id, id: session.id };
    expect(await store.checkCode({ ...of, code: '424242' })).toBe('ada@diner.test');
    expect(await store.checkCode({ ...of, code: '424243' })).toBeUndefined();
    expect(await store.checkCode({ ...of, id: 'ses_none', code: '424242' })).toBeUndefined();
    expect(await store.checkCode({ ...of, organization_id: 'org_none', code: '424242' })).toBeUndefined();
  },
  async createSession(context) {
    expect(await addSession(context)).toMatchObject({
      organization_id: context.organization.organization_id,
      session: { status: 'pending', destination: 'a***@diner.test' },
      card_reference: null,
    });
    // A session that is created later removes the code of one that is over.
    const { store } = context;
    const { organization_id } = context.organization;
    const old = await addSession(context);
    const of = { organization_id, id: old.session.id };
    await addSession(context, at(600));
    expect(await store.findSealedCode(of)).toMatchObject({ code: expect.any(String) as unknown });
    await addSession(context, at(601));
    expect(await store.findSealedCode(of)).toEqual({ code: null, destination: null });
    expect(await store.checkCode({ ...of, code: '424242' })).toBeUndefined();
  },
  async findSession(context) {
    const stored = await addSession(context);
    await addSession(context);
    expect(await context.store.findSession({ ...stored, id: stored.session.id })).toStrictEqual(stored);
    expect(await context.store.findSession({ ...stored, id: 'ses_none' })).toBeUndefined();
    expect(await context.store.findSession({ organization_id: 'org_none', id: stored.session.id })).toBeUndefined();
  },
  async findLatestVerifiedSession(context) {
    const { organization_id } = context.organization;
    const pending = await addSession(context);
    expect(await context.store.findLatestVerifiedSession(organization_id)).toBeUndefined();
    const verified = await verify(context, pending);
    await addSession(context);
    expect(await context.store.findLatestVerifiedSession(organization_id)).toStrictEqual(verified);
    expect(await context.store.findLatestVerifiedSession('org_none')).toBeUndefined();
  },
  async changeSession(context) {
    const before = await addSession(context);
    const changed = await verify(context, before);
    const expected = { version: before.version + 1, card_reference: 'card_1', session: { status: 'verified' } };
    expect(changed).toMatchObject(expected);
    expect(await context.store.findSession({ ...before, id: before.session.id })).toStrictEqual(changed);
    expect(await verify(context, before)).toBeUndefined();
  },
  async recordRequests(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    // The second one has every column that may be null.
    const full = requestAt(context, 1, { idempotency_key: `order '1' \\ "x"`, error_code: 'not_found', status: 404 });
    const empty = requestAt(context, 2, { status: null, booking_id: null });
    await store.recordRequests([full, empty]);
    await store.recordRequests([]);
    const { rows } = await store.listRequests({ organization_id, mode: 'test', limit: 10 });
    expect(rows).toEqual([
      { ...empty, status_class: '0xx' },
      { ...full, status_class: '4xx' },
    ]);
  },
  async listFaultyRequests(context) {
    const { store } = context;
    await store.recordRequests([
      requestAt(context, 1, { status: 503, error_code: 'service_unavailable' }),
      requestAt(context, 2, limited),
      requestAt(context, 3, { status: 500, mode: 'live' }),
      requestAt(context, 4, { status: null }),
      requestAt(context, 5, { status: 503, key_id: 'key_two' }),
    ]);
    const list = async (query: Partial<Parameters<typeof store.listFaultyRequests>[0]> = {}) => {
      const { rows, next } = await store.listFaultyRequests({ from: at(0), before: at(100), limit: 10, ...query });
      return { ids: rows.map(({ id }) => id), next };
    };
    const [first, second, third] = ['req_00000001', 'req_00000003', 'req_00000005'];
    expect(await list()).toEqual({ ids: [third, second, first], next: null });
    const page = await list({ limit: 2 });
    expect(page.ids).toEqual([third, second]);
    expect(await list({ cursor: page.next ?? '' })).toEqual({ ids: [first], next: null });
    expect((await list({ from: at(2), before: at(5) })).ids).toEqual([second]);
  },
  async listRequests(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    await store.recordRequests([
      requestAt(context, 1),
      requestAt(context, 2, { ...limited, idempotency_key: 'order-1' }),
      requestAt(context, 3, { mode: 'live' }),
      requestAt(context, 4, { organization_id: 'org_other' }),
      requestAt(context, 5),
    ]);
    const [first, second, third] = ['req_00000001', 'req_00000002', 'req_00000005'];
    expect(await idsOf(context)).toEqual([third, second, first]);
    expect(await idsOf(context, { failed: true })).toEqual([second]);
    expect(await idsOf(context, { idempotency_key: 'order-1' })).toEqual([second]);
    expect(await idsOf(context, { idempotency_key: 'order-2' })).toEqual([]);
    expect(await idsOf(context, { from: at(2) })).toEqual([third, second]);
    expect(await idsOf(context, { before: at(2) })).toEqual([first]);
    expect(await idsOf(context, { mode: 'live' })).toEqual(['req_00000003']);
    const page = await store.listRequests({ organization_id, mode: 'test', limit: 2 });
    expect(page.next).toBe(page.rows[1]?.position);
    expect(await idsOf(context, { cursor: page.next ?? undefined })).toEqual([first]);
  },
  async findRequest(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    const id = 'req_chosen01';
    const newest = requestAt(context, 2, { id });
    await store.recordRequests([requestAt(context, 1, { id }), newest, requestAt(context, 3, { id, mode: 'live' })]);
    expect(await store.findRequest({ organization_id, mode: 'test', id })).toEqual(newest);
    expect(await store.findRequest({ organization_id, mode: 'test', id: 'req_none0001' })).toBeUndefined();
    expect(await store.findRequest({ organization_id: 'org_none', mode: 'test', id })).toBeUndefined();
    // The ids of the service are positions. A later caller chose the second one.
    const [own, repeated] = [randomId('req', at(4)), randomId('req', at(5))];
    const named = [own, repeated].map((name, index) => requestAt(context, 4 + index, { id: name, position: name }));
    const chosen = requestAt(context, 6, { id: repeated });
    await store.recordRequests([...named, chosen]);
    expect(await store.findRequest({ organization_id, mode: 'test', id: own })).toEqual(named[0]);
    expect(await store.findRequest({ organization_id, mode: 'test', id: repeated })).toEqual(chosen);
    expect(await store.findRequest({ organization_id, mode: 'live', id: own })).toBeUndefined();
  },
  async listBookingRequests(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    const cancel = { operation: 'cancelBooking', method: 'POST' } as const;
    await store.recordRequests([
      requestAt(context, 1, { operation: 'createBooking', method: 'POST', status: 201 }),
      requestAt(context, 2),
      requestAt(context, 3, { status: 404 }),
      requestAt(context, 4, { status: null, mode: 'live' }),
      requestAt(context, 5, cancel),
      requestAt(context, 6, { ...cancel, booking_id: 'bkg_two' }),
      requestAt(context, 7, { ...cancel, booking_id: null }),
      requestAt(context, 8, { ...cancel, organization_id: 'org_other' }),
    ]);
    const list = async (query: { from?: Date; limit?: number; organization_id?: string } = {}) => {
      const rows = await store.listBookingRequests({ organization_id, booking_id: 'bkg_one', limit: 10, ...query });
      return rows.map(({ id }) => Number(id.slice(-1)));
    };
    expect(await list()).toEqual([1, 3, 4, 5]);
    expect(await list({ limit: 2 })).toEqual([1, 3]);
    expect(await list({ from: at(4) })).toEqual([4, 5]);
    expect(await list({ organization_id: 'org_none' })).toEqual([]);
  },
  async countRequests(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    await store.recordRequests([
      requestAt(context, 1),
      requestAt(context, 2, limited),
      requestAt(context, 3, { status: 500, key_id: 'key_two' }),
      requestAt(context, 3600, { status: null }),
    ]);
    const query = { organization_id, mode: 'test', limit: 10 } as const;
    const none = { rate_limited: 0, client_errors: 0, server_errors: 0 };
    expect(await store.countRequests({ ...query, by: 'hour' })).toEqual([
      { name: '2026-11-21T09', requests: 3, rate_limited: 1, client_errors: 1, server_errors: 1 },
      { name: '2026-11-21T10', requests: 1, ...none },
    ]);
    expect(await store.countRequests({ ...query, by: 'key' })).toEqual([
      { name: 'key_one', requests: 3, ...none, rate_limited: 1, client_errors: 1 },
      { name: 'key_two', requests: 1, ...none, server_errors: 1 },
    ]);
    const early = { ...query, by: 'operation', before: at(3) } as const;
    expect(await store.countRequests(early)).toEqual([
      { name: 'createBooking', requests: 1, ...none, rate_limited: 1, client_errors: 1 },
      { name: 'getBooking', requests: 1, ...none },
    ]);
    expect(await store.countRequests({ ...query, by: 'hour', limit: 1 })).toEqual([
      { name: '2026-11-21T10', requests: 1, ...none },
    ]);
  },
  async trimRequests(context) {
    const { store } = context;
    const { organization_id } = context.organization;
    await store.recordRequests([1, 2, 3].map((second) => requestAt(context, second)));
    await store.recordRequests([requestAt(context, 1, { mode: 'live' })]);
    await store.trimRequests({ organization_id, mode: 'test', keep: 2 });
    expect(await idsOf(context)).toEqual(['req_00000003', 'req_00000002']);
    expect(await idsOf(context, { mode: 'live' })).toEqual(['req_00000001']);
  },
  async removeRequests(context) {
    const { store } = context;
    await store.recordRequests([1, 2, 3].map((second) => requestAt(context, second)));
    await store.recordRequests([requestAt(context, 1, { mode: 'live' })]);
    let [removed, from] = [0, undefined as string | undefined];
    do {
      const step = await store.removeRequests({ before: at(3), from });
      removed += step.removed;
      from = step.next;
    } while (from !== undefined);
    // Other organizations of the store may have old requests, too.
    expect(removed).toBeGreaterThanOrEqual(3);
    expect(await idsOf(context)).toEqual(['req_00000003']);
    expect(await idsOf(context, { mode: 'live' })).toEqual([]);
  },
};
