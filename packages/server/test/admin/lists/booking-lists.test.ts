/** The lists of bookings and payments of an organization, and the search over the ids of all kinds of objects. */
import { hash } from 'node:crypto';
import type {
  AdminError,
  BookingList,
  BookingState,
  BookingTimeline,
  FoundBookings,
  SearchResults,
} from '@booking-service/contract/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '@booking-service/contract';
import { type AdminWorld, openAdminWorld } from '../../support/worlds/admin-world.ts';
import { engines } from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';
import { addEvent, daysAgo, removeAll, sendDue } from '../../store/retention/old-events.ts';
import { cancel, create, createCardLedger, pay, pricedProvider } from '../../support/card-ledger.ts';
import { createAt } from '../../support/providers.ts';
import { addSession } from '../../store/methods/context.ts';

/** Creates a booking by the public API and returns its id. */
async function createBooking({ url, organization }: AdminWorld, venue?: string, key = ''): Promise<string> {
  const response = await fetch(`${url}/v1/bookings`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${organization.keys.test}`,
      'Content-Type': 'application/json',
      ...(key !== '' && { 'Idempotency-Key': key }),
    },
    body: JSON.stringify(newBooking(venue === undefined ? {} : { venue })),
  });
  expect(response.status).toBe(201);
  // Other tests check this response with the wire validator.
  return ((await response.json()) as { id: string }).id;
}

describe.each(engines)('bookings, on %s', (engine) => {
  it('END-12: takes a time of any offset in every filter, and refuses a leap second', async () => {
    await using world = await openAdminWorld(engine);
    const path = { organization_id: world.organization_id };
    const { developer } = world.tokens;
    const at = async (time: string) => [
      await world.call('listOrganizationBookings', { path, query: { created_from: time } }, developer),
      await world.call('listOrganizationBookings', { path, query: { created_before: time } }, developer),
      await world.call('listDeliveries', { path, query: { created_from: time } }, developer),
      await world.call('getDeliveryStatistics', { path, query: { created_from: time, bucket: 'day' } }, developer),
      await world.call('resendDeliveries', { path, body: { created_from: time } }, developer),
    ];
    for (const time of ['2026-11-20T12:00:00Z', '2026-11-20T12:00:00.5-10:30'])
      expect(await at(time)).toMatchObject(Array.from({ length: 5 }, () => ({ status: 200 })));
    const refusal = { status: 400, body: { error_code: 'invalid_request' } };
    for (const time of ['2016-12-31T23:59:60Z', '2017-01-01T00:59:60+01:00', '2026-11-20T12:00:00+01'])
      expect(await at(time)).toMatchObject(Array.from({ length: 5 }, () => refusal));
  });

  it('BKG-2: lists and finds bookings, without their guests', async () => {
    await using world = await openAdminWorld(engine);
    const path = { organization_id: world.organization_id };
    const keyed = await createBooking(world, 'harbour_table', 'order-1');
    await world.clock.advance(5_000);
    const waiting = await createBooking(world, 'code_house');
    await world.clock.advance(5_000);
    const list = async (query: Record<string, string | number> = {}) =>
      (await world.call<BookingList>('listOrganizationBookings', { path, query }, world.tokens.viewer)).body;
    const { data, next_cursor } = await list();
    expect(data).toMatchObject([
      { id: waiting, status: 'requires_action', livemode: false },
      { id: keyed, status: 'confirmed', provider: 'sandbox', confirmation_code: expect.any(String) },
    ]);
    expect(next_cursor).toBeNull();
    expect(JSON.stringify(data)).not.toContain('ada@diner.test');
    const first = await list({ limit: 1 });
    expect(first.data).toEqual(data.slice(0, 1));
    expect((await list({ limit: 1, cursor: first.next_cursor ?? '' })).data).toEqual(data.slice(1));
    const ids = async (query: Record<string, string>) => (await list(query)).data.map(({ id }) => id);
    expect(await ids({ status: 'confirmed', mode: 'test', provider: 'sandbox' })).toEqual([keyed]);
    expect(await ids({ mode: 'live' })).toEqual([]);
    const start = data[0]?.starts_at ?? '';
    expect(start).toMatch(/T19:00:00\.000Z$/);
    expect(await ids({ starts_from: start, starts_before: start.replace('T19:00', 'T19:01') })).toEqual([
      waiting,
      keyed,
    ]);
    expect(await ids({ starts_from: start, status: 'confirmed' })).toEqual([keyed]);
    // The same instant with an offset.
    expect(await ids({ starts_from: start.replace('T19:00:00.000Z', 'T20:00:01+01:00') })).toEqual([]);
    expect(await ids({ starts_before: start })).toEqual([]);
    for (const name of ['starts_from', 'created_from']) {
      const query = { [name]: '2026-12-31T23:59:60Z' };
      const call = world.call('listOrganizationBookings', { path, query }, world.tokens.viewer);
      expect(await call).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
    }
    expect(await ids({ created_before: data[0]?.created ?? '' })).toEqual([keyed]);
    await world.clock.advance(20 * 60_000);
    expect(await ids({ status: 'expired' })).toEqual([waiting]);

    const find = async (query: Record<string, string>) =>
      world.call<FoundBookings>('findBooking', { path, query }, world.tokens.viewer);
    const found = async (query: Record<string, string>) => (await find(query)).body.data.map(({ id }) => id);
    expect(await found({ id: waiting })).toEqual([waiting]);
    expect(await found({ idempotency_key: 'order-1' })).toEqual([keyed]);
    expect(await found({ confirmation_code: data[1]?.confirmation_code ?? '' })).toEqual([keyed]);
    expect(await found({ idempotency_key: 'order-2' })).toEqual([]);
    for (const query of [{}, { id: waiting, idempotency_key: 'order-1' }])
      expect(await find(query)).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
    const cursor = { cursor: keyed };
    expect(await world.call('listOrganizationBookings', { path, query: cursor })).toMatchObject({ status: 400 });
  });

  it('EVT-3: shows the changes of a booking in order, with their webhooks', async () => {
    await using world = await openAdminWorld(engine);
    const id = await createBooking(world, 'code_house');
    await world.clock.advance(30_000);
    await world.clock.advance(21 * 60_000);
    const path = { organization_id: world.organization_id, booking_id: id };
    const { body } = await world.call<BookingTimeline>('getBookingTimeline', { path }, world.tokens.viewer);
    expect(body.booking).toMatchObject({ id, status: 'expired' });
    const changes = body.data.flatMap(({ change }) => change ?? []);
    expect(changes.map(({ status, event_type }) => [status, event_type])).toEqual([
      ...world.endpoint.received.map(({ event }) => [event.data.object.status, event.type]),
      ['expired', null],
    ]);
    expect(changes[0]?.deliveries).toMatchObject([{ state: 'succeeded', has_earlier_attempts: false }]);
    expect(body.data.flatMap(({ attempt }) => attempt ?? [])[0]).toMatchObject({
      delivery_id: changes[0]?.deliveries[0]?.id,
      event_type: 'booking.created',
      outcome: { attempt: 1, status: 204 },
    });
    const times = body.data.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    const unknown = { ...path, booking_id: 'bkg_unknown' };
    expect(await world.call('getBookingTimeline', { path: unknown })).toMatchObject({ status: 404 });
  });

  it('DLV-14: shows a booking whose events were removed, and since when they are', async () => {
    await using world = await openAdminWorld(engine);
    const { store, organization, organization_id } = world;
    await addEvent(store, organization, daysAgo(90));
    await sendDue(store, organization);
    await removeAll(store);
    const { data } = (await world.call<BookingList>('listOrganizationBookings', { path: { organization_id } })).body;
    const path = { organization_id, booking_id: data[0]?.id ?? '' };
    const { body } = await world.call<BookingTimeline>('getBookingTimeline', { path });
    expect(body.booking).toEqual(data[0]);
    expect(body.data).toEqual([
      {
        at: daysAgo(90).toISOString(),
        request: null,
        call: null,
        change: { status: 'processing', event_id: null, event_type: null, deliveries: [] },
        attempt: null,
      },
    ]);
    expect(Date.parse(body.removed_before)).toBeGreaterThan(daysAgo(90).getTime());
  });
});

describe.each(engines)('payments, on %s', (engine) => {
  it('CRD-7: lists the payments of an organization by status and by what is unsettled, in pages', async () => {
    const ledger = createCardLedger({ approved: true });
    const provider = pricedProvider();
    await using world = await openAdminWorld(engine, { providers: [provider], payments: ledger.payments });
    const { service, organization_id, clock } = world;
    const path = { organization_id };
    const list = async (query = {}) => (await world.call<BookingList>('listPayments', { path, query })).body;
    const ids = async (query = {}) => (await list(query)).data.map(({ id }) => id);
    expect(await list()).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null });

    const kept = await pay(service, 'own');
    const refunded = await pay(service, 'own');
    const requested = await pay(service, 'own');
    await createAt(service, 'own');
    await clock.advance(1000);
    const waiting = await create(service, 'own');
    ledger.fail('refund', 'before', Infinity);
    await cancel(service, refunded);
    const refund = { path: { ...path, booking_id: requested.id }, body: { amount_refunded: 100 } };
    await world.call('refundPayment', refund);
    await clock.advance(4_000);

    const all: Pick<Booking, 'id'>[] = [waiting, requested, refunded, kept];
    expect(await ids()).toEqual(all.map(({ id }) => id));
    expect(await ids({ unsettled: 'true' })).toEqual([requested.id, refunded.id]);
    expect(await ids({ unsettled: 'false' })).toEqual([waiting.id, kept.id]);
    expect(await ids({ status: 'captured' })).toEqual([requested.id, refunded.id, kept.id]);
    expect(await ids({ status: 'captured', unsettled: 'false' })).toEqual([kept.id]);
    expect(await ids({ status: 'refunded' })).toEqual([]);
    ledger.fail('refund', 'before', 0);
    await clock.advance(60_000);
    expect(await ids({ unsettled: 'true' })).toEqual([]);
    expect(await ids({ status: 'refunded' })).toEqual([refunded.id]);
    expect((await list({ status: 'captured' })).data).toMatchObject([
      { id: requested.id, status: 'confirmed', payment: { amount_refunded: 100, refund_requested: 100 } },
      { id: kept.id, payment: { amount_refunded: 0 } },
    ]);

    const first = await list({ limit: 3 });
    expect(first.data.map(({ id }) => id)).toEqual(all.slice(0, 3).map(({ id }) => id));
    const second = await list({ limit: 3, cursor: first.next_cursor });
    expect([second.data.map(({ id }) => id), second.next_cursor]).toEqual([[kept.id], null]);
    for (const query of [{ status: 'paid' }, { unsettled: 'yes' }, { cursor: 'evt_1' }, { limit: 0 }])
      expect(await world.call('listPayments', { path, query })).toMatchObject({ status: 400 });
    const other = { path: { organization_id: world.foreign_id } };
    expect((await world.call<BookingList>('listPayments', other)).body.data).toEqual([]);
  });
});

// The payment of a booking on the admin server.

function pathOf({ organization_id }: AdminWorld, { id }: Pick<Booking, 'id'>) {
  return { path: { organization_id, booking_id: id } };
}

describe.each(engines)('the payment of a booking, on %s', (engine) => {
  it('CRD-7: each operation that returns a booking shows its payment, and null without one', async () => {
    const ledger = createCardLedger({ approved: true });
    await using world = await openAdminWorld(engine, { providers: [pricedProvider()], payments: ledger.payments });
    const booking = await pay(world.service, 'own');
    const { organization_id } = world;
    const payment = {
      status: 'captured',
      amount: 5000,
      amount_refunded: 0,
      currency: 'EUR',
      reference: `ledger_${booking.id}`,
    };
    const state = await world.call<BookingState>('getBookingState', pathOf(world, booking));
    expect(state.body.booking.payment).toStrictEqual(payment);
    const timeline = await world.call<BookingTimeline>('getBookingTimeline', pathOf(world, booking));
    expect(timeline.body.booking.payment).toStrictEqual(payment);
    const query = { id: booking.id };
    const found = await world.call<FoundBookings>('findBooking', { path: { organization_id }, query });
    expect(found.body.data.map((each) => each.payment)).toStrictEqual([payment]);
    await world.clock.advance(1000);
    await createAt(world.service, 'own');
    const list = await world.call<BookingList>('listOrganizationBookings', { path: { organization_id } });
    expect(list.body.data.map((each) => each.payment)).toStrictEqual([null, payment]);
  });
});

describe.each(engines)('the search, on %s', (engine) => {
  let world: AdminWorld;
  beforeAll(async () => {
    world = await openAdminWorld(engine, { access: 'token', organization: { name: 'Harbour Group' } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const search = async (q: string, token = world.tokens.operator) =>
    (await world.call<SearchResults>('searchObjects', { query: { q } }, token)).body;

  it('finds each kind of object by its id, with its organization and its page', async () => {
    const { organization_id, store, service } = world;
    const booking_id = await createAt(service, 'harbour_table');
    await world.clock.advance(60_000);
    const { session } = await addSession({ store, engine, organization: service.organization });
    const [delivery] = (await store.listDeliveries({ organization_id, limit: 1 })).rows;
    const [event] = (await store.listBookingEvents({ organization_id, booking_id, limit: 1 })).rows;
    const [key] = await store.listApiKeys({ organization_id, limit: 1 });
    const of = `/organizations/${organization_id}`;
    const expected = [
      ['organization', organization_id, of],
      ['booking', booking_id, `${of}/bookings/${booking_id}`],
      ['delivery', delivery?.id, `${of}/webhooks/${delivery?.id}`],
      ['event', event?.id, `${of}/bookings/${booking_id}`],
      ['key', key?.id, `${of}/api-keys/${key?.id}`],
      ['session', session.id, null],
    ] as const;
    for (const [kind, id = '', page] of expected) {
      const data = [{ id, organization_id, name: 'Harbour Group', page }];
      expect(await search(id)).toEqual({ object: 'search_results', kind, data });
      expect(await search(id, world.tokens.viewer)).toMatchObject({ data });
      expect(await search(id, world.tokens.foreign)).toEqual({ object: 'search_results', kind, data: [] });
    }
  });

  it('finds a key by the beginning of its digest, and an organization by the beginning of its name', async () => {
    const { organization_id } = world;
    const digest = hash('sha256', world.service.organization.keys.test, 'hex');
    for (const q of [digest, digest.slice(0, 12)]) {
      expect(await search(q)).toMatchObject({ kind: 'key', data: [{ organization_id }] });
    }
    expect(await search(`${digest.slice(0, 11)}g`)).toMatchObject({ kind: 'organization', data: [] });
    expect((await search(digest.slice(0, 12), world.tokens.foreign)).data).toEqual([]);
    for (const q of ['Harbour Group', 'harb', ' HARBOUR ']) {
      expect(await search(q)).toMatchObject({ kind: 'organization', data: [{ id: organization_id }] });
    }
    for (const q of ['arbour', 'Harb%', 'Harbour_Group']) expect((await search(q)).data).toEqual([]);
    expect((await search('Harb', world.tokens.foreign)).data).toEqual([]);
  });

  it('refuses a secret, and finds nothing for an unknown id', async () => {
    const secret = world.service.organization.keys.test;
    const refused = await world.call<AdminError>('searchObjects', { query: { q: secret } }, world.tokens.operator);
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
    expect(JSON.stringify(refused.body)).not.toContain(secret);
    expect(await search('bkg_none')).toEqual({ object: 'search_results', kind: 'booking', data: [] });
    expect(await search('req_none')).toMatchObject({ kind: 'request', data: [] });
    expect(await search("'; DROP TABLE bookings")).toMatchObject({ kind: 'organization', data: [] });
  });
});
