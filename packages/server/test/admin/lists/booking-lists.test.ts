/** The operations on the bookings of an organization, over HTTP. */
import type { BookingList, BookingTimeline, FoundBookings } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { openAdminWorld, type AdminWorld } from '../../support/worlds/admin-world.ts';
import { engines } from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';
import { addEvent, daysAgo, removeAll, sendDue } from '../../store/retention/old-events.ts';

/** Creates a booking by the public API and returns its id. */
async function create({ url, organization }: AdminWorld, venue?: string, key = ''): Promise<string> {
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

describe.each(engines)('%s', (engine) => {
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
    const keyed = await create(world, 'harbour_table', 'order-1');
    await world.clock.advance(5_000);
    const waiting = await create(world, 'code_house');
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
    const id = await create(world, 'code_house');
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
