/** Reads of bookings and events: the stored bytes of one, and the filters and pages of the lists. */
import { type Booking, type BookingEvent, limits } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import type { TestEvent } from '@booking-service/contract/admin';
import type { World } from '../../src/testing.ts';
import { engines, type EngineWorld, openWorldOn } from '../support/engines.ts';
import { newBooking, type NewBookingOptions, newGuest } from '../support/new-booking.ts';
import { openAdminWorld } from '../support/worlds/admin-world.ts';
import { storeDue } from '../support/providers.ts';

/** Names and values that JSON writes in more than one way, or orders by itself. */
const metadata = JSON.parse(
  String.raw`{"z":"last","10":"ten","2":"two","__proto__":"own","\u00e9":"\ud83d\ude00","quote":"\"livemode\":true","lines":"a\nb\u2028\u0001\u007f"}`,
) as Record<string, string>;

async function createOdd(world: World, fields: Parameters<typeof newBooking>[0] = {}): Promise<string> {
  const body = newBooking({ metadata, guest: newGuest({ first_name: 'Zoë "Z" \\ 日本' }), ...fields });
  const created = await world.call<Booking>('POST', '/v1/bookings', { body });
  expect(created).toMatchObject({ status: 201 });
  return created.body.id;
}

/** Returns the bytes of a read as text, and the text of the same booking parsed from the store. */
async function readTwice(world: World, id: string): Promise<[sent: string, written: string]> {
  const headers = { Authorization: `Bearer ${world.organization.keys.test}` };
  const response = await fetch(`${world.url}/v1/bookings/${id}`, { headers });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const sent = await response.text();
  return [sent, `${JSON.stringify((await world.store.findBooking({ ...world.organization, id }))?.booking)}\n`];
}

describe.each(engines)('the bytes of one, on %s', (engine) => {
  it('BKG-1 END-4: sends the same bytes in every status as if the booking were parsed', async () => {
    await using world = await openWorldOn(engine);
    const statuses: string[] = [];
    const compare = async (id: string) => {
      const [sent, written] = await readTwice(world, id);
      expect(sent).toBe(written);
      const { status, metadata: kept } = JSON.parse(sent) as Booking;
      expect(Object.entries(kept ?? {})).toEqual(Object.entries(metadata));
      statuses.push(status);
    };
    const confirmed = await createOdd(world);
    const asked = await createOdd(world, { ...newBooking({ venue: 'code_house' }), metadata });
    await compare(confirmed);
    await world.clock.advance(2_000);
    await compare(confirmed);
    await compare(asked);
    await world.clock.advance(20 * 60_000 + 1);
    await compare(asked);
    await world.call('POST', `/v1/bookings/${confirmed}/cancel`);
    await compare(confirmed);
    expect(statuses).toEqual(['processing', 'confirmed', 'requires_action', 'expired', 'cancelled']);
  });

  it('BKG-10: reads a live booking with a live key only', async () => {
    await using world = await openWorldOn(engine);
    const body = newBooking({ date: '2026-11-22' });
    const { id } = (await world.call<Booking>('POST', '/v1/bookings', { key: 'live', body })).body;
    expect(await world.store.findBookingText({ ...world.organization, id })).toMatchObject({ livemode: true });
    expect((await world.call('GET', `/v1/bookings/${id}`, { key: 'live' })).status).toBe(200);
    expect(await world.call('GET', `/v1/bookings/${id}`)).toMatchObject({ status: 403 });
  });
});

// GET /v1/events/{id}: one event, as its webhook has it.

/** Creates a booking that is confirmed, and returns its events, newest first. */
async function book(world: EngineWorld, key = 'test'): Promise<BookingEvent[]> {
  const { status, body } = await world.call('POST', '/v1/bookings', { key, body: newBooking() });
  expect(status).toBe(201);
  await world.clock.advance(60_000);
  const listed = await world.call<{ data: BookingEvent[] }>('GET', `/v1/events?booking_id=${String(body['id'])}`, {
    key,
  });
  expect(listed.body.data.map(({ type }) => type)).toEqual(['booking.confirmed', 'booking.created']);
  return listed.body.data;
}

describe.each(engines)('the bytes of one, on %s', (engine) => {
  it('EVT-6: returns the body of the webhook, also of an event that was never delivered', async () => {
    await using world = await openWorldOn(engine);
    const silent = await world.addOrganization();
    for (const [key, isDelivered] of [
      ['test', true],
      ['live', true],
      [silent.keys.test, false],
    ] as const) {
      for (const event of await book(world, key)) {
        const { status, body, headers } = await world.call<BookingEvent>('GET', `/v1/events/${event.id}`, { key });
        expect({ status, body }).toEqual({ status: 200, body: event });
        expect(headers.get('ratelimit-limit')).toBe('3000');
        const sent = world.endpoint.received.filter((webhook) => webhook.event.id === event.id);
        expect(sent.map((webhook) => webhook.event)).toEqual(isDelivered ? [body] : []);
      }
    }
  });

  it('EVT-6: refuses an event of another organization or environment, and a key without events:read', async () => {
    await using world = await openWorldOn(engine);
    const other = await world.addOrganization();
    const limited = await world.addOrganization({ scopes: ['bookings:read'] });
    const [event] = await book(world);
    const path = `/v1/events/${event?.id}`;
    const refused = [
      [path, other.keys.test, 404, 'not_found'],
      [path, 'live', 403, 'wrong_key_environment'],
      [`/v1/events/evt_${'0'.repeat(32)}`, 'test', 404, 'not_found'],
      ['/v1/events/bkg_1', 'test', 400, 'invalid_request'],
    ] as const;
    for (const [url, key, status, error_code] of refused)
      expect({ url, ...(await world.call('GET', url, { key })) }).toMatchObject({ url, status, body: { error_code } });
    expect(await world.call('GET', path, { key: limited.keys.test })).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope' },
    });
  });

  it('EVT-6: does not return a test event of the dashboard', async () => {
    await using world = await openAdminWorld(engine);
    const path = { organization_id: world.organization_id };
    const { body } = await world.call<TestEvent>('sendTestEvent', { path, body: { type: 'booking.failed' } });
    const read = await fetch(`${world.url}/v1/events/${body.event_id}`, {
      headers: { Authorization: `Bearer ${world.organization.keys.test}` },
    });
    expect(read.status).toBe(404);
  });
});

interface Page<Entry> {
  readonly data: readonly Entry[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

async function create(world: EngineWorld, options: NewBookingOptions = {}, key = 'test'): Promise<string> {
  const { status, body } = await world.call('POST', '/v1/bookings', { key, body: newBooking(options) });
  expect(status).toBe(201);
  return String(body['id']);
}

async function list<Entry>(world: EngineWorld, path: string, key?: string): Promise<Page<Entry>> {
  const { status, body } = await world.call<Page<Entry>>('GET', path, key === undefined ? {} : { key });
  expect(status).toBe(200);
  return body;
}

/** Reads every page of a list. `between` runs after each page. */
async function readAll<Entry>(
  world: EngineWorld,
  path: string,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Entry[]> {
  const found: Entry[] = [];
  let cursor = '';
  for (;;) {
    const page = await list<Entry>(world, path + cursor);
    found.push(...page.data);
    expect(page.has_more).toBe(page.next_cursor !== null);
    if (page.next_cursor === null) return found;
    cursor = `&cursor=${page.next_cursor}`;
    await between();
  }
}

const idsOf = (entries: readonly { readonly id: string }[]): string[] => entries.map(({ id }) => id);

describe.each(engines)('the lists, on %s', (engine) => {
  it('BKG-13: lists the bookings of the organization and environment in full, newest first', async () => {
    await using world = await openWorldOn(engine);
    const other = await world.addOrganization();
    const first = await create(world, { metadata: { order: '1041', table: 'a' } });
    await world.clock.advance(5_000);
    const second = await create(world, { venue: 'code_house', metadata: { order: '1042' } });
    const live = await create(world, {}, 'live');
    const foreign = await create(world, {}, other.keys.test);
    const { data, has_more } = await list<Booking>(world, '/v1/bookings');
    expect(idsOf(data)).toEqual([second, first]);
    expect(has_more).toBe(false);
    for (const booking of data) expect(booking).toEqual((await world.call('GET', `/v1/bookings/${booking.id}`)).body);
    expect(idsOf((await list<Booking>(world, '/v1/bookings', 'live')).data)).toEqual([live]);
    expect(idsOf((await list<Booking>(world, '/v1/bookings', other.keys.test)).data)).toEqual([foreign]);

    const found = async (query: string) => idsOf((await list<Booking>(world, `/v1/bookings?${query}`)).data);
    const created = encodeURIComponent(data[0]?.created ?? '');
    expect(await found('status=confirmed')).toEqual([first]);
    expect(await found('status=failed')).toEqual([]);
    expect(await found(`created_from=${created}`)).toEqual([second]);
    expect(await found(`created_before=${created}`)).toEqual([first]);
    expect(await found('created_from=2026-11-21T11:30:04%2B02:00')).toEqual([second]);
    expect(await found('created_before=9999-12-31T23:59:59-23:59')).toEqual([second, first]);
    expect(await found('metadata[order]=1041')).toEqual([first]);
    expect(await found('metadata%5Border%5D=1041&metadata[table]=a&status=confirmed')).toEqual([first]);
    expect(await found('metadata[order]=1041&metadata[table]=b')).toEqual([]);
    expect(await found('metadata[order]=1041&status=failed')).toEqual([]);
  });

  it('BKG-13 STA-9: shows an expired booking as expired, and stores it', async () => {
    await using world = await openWorldOn(engine);
    const id = await create(world, { venue: 'code_house' });
    await world.clock.advance(5_000);
    const { body: waiting } = await world.call<Booking>('GET', `/v1/bookings/${id}`);
    expect(waiting.status).toBe('requires_action');
    // The worker has not run at this moment.
    await world.clock.advance(Date.parse(waiting.expires_at ?? '') - world.clock.now().getTime() + 1);
    expect((await list<Booking>(world, '/v1/bookings')).data).toMatchObject([{ id, status: 'expired' }]);
    expect(idsOf((await list<Booking>(world, '/v1/bookings?status=expired')).data)).toEqual([id]);
    expect((await list<Booking>(world, '/v1/bookings?status=requires_action')).data).toEqual([]);
    const [row] = await world.query(`SELECT status FROM bookings WHERE id = '${id}'`);
    expect(row).toEqual({ status: 'expired' });
  });

  it('EVT-5: lists the events as their webhooks have them, delivered or not, newest first', async () => {
    await using world = await openWorldOn(engine);
    const other = await world.addOrganization();
    const delivered = await create(world);
    await create(world, {}, 'live');
    await create(world, {}, other.keys.test);
    await world.clock.advance(60_000);
    const { data } = await list<BookingEvent>(world, '/v1/events');
    const webhooks = world.endpoint.received.map(({ event }) => event);
    const own = webhooks.filter((event) => event.data.object.id === delivered);
    expect(own.length).toBeGreaterThan(1);
    expect(data).toEqual(own.toSorted((a, b) => (a.id < b.id ? 1 : -1)));
    expect((await list<BookingEvent>(world, '/v1/events', 'live')).data).toHaveLength(webhooks.length - own.length);
    // Without a webhook URL nothing is delivered, and the events are listed.
    const unsent = await list<BookingEvent>(world, '/v1/events', other.keys.test);
    expect(unsent.data.map(({ type }) => type)).toEqual(['booking.confirmed', 'booking.created']);

    const found = async (query: string) =>
      (await list<BookingEvent>(world, `/v1/events?${query}`)).data.map(({ type }) => type);
    expect(await found('type=booking.created')).toEqual(['booking.created']);
    expect(await found('type=booking.created&type=booking.confirmed')).toEqual([
      'booking.confirmed',
      'booking.created',
    ]);
    expect(await found('type=booking.failed')).toEqual([]);
    const second = await create(world);
    expect(await found(`booking_id=${second}`)).toEqual(['booking.created']);
    expect(await found(`booking_id=${delivered}`)).toEqual(['booking.confirmed', 'booking.created']);
    expect(await found(`booking_id=${delivered}&type=booking.created`)).toEqual(['booking.created']);
    for (const key of ['live', other.keys.test])
      expect((await list(world, `/v1/events?booking_id=${delivered}`, key)).data).toEqual([]);
    const created = encodeURIComponent(data[0]?.created ?? '');
    expect(await found(`created_from=${created}&booking_id=${delivered}`)).toEqual(['booking.confirmed']);
    expect(await found(`created_before=${created}`)).toEqual(['booking.created']);
  });

  it('END-13 END-16: an entry that is added between pages changes no page', async () => {
    await using world = await openWorldOn(engine);
    for (let at = 0; at < 7; at += 1) {
      await create(world, { metadata: { half: String(at % 2) } });
      await world.clock.advance(at % 3);
    }
    for (const path of ['/v1/bookings?limit=2', '/v1/bookings?limit=2&metadata[half]=0', '/v1/events?limit=3']) {
      const before = await readAll<{ id: string }>(world, path.replace(/limit=\d/, 'limit=100'));
      const during = await readAll<{ id: string }>(world, path, () => create(world, { metadata: { half: '0' } }));
      expect(idsOf(during)).toEqual(idsOf(before));
      expect(during.length).toBeGreaterThan(3);
    }
  });

  it('LIM-9 BKG-13: compares at most 200 bookings for a page, and continues with the next one', async () => {
    await using world = await openWorldOn(engine, { organization: { test_allowance: 1_000 } });
    const oldest = await create(world, { metadata: { order: 'rare' } });
    await world.clock.advance(1);
    const { organization_id } = world.organization;
    await storeDue(world, { organization_id, provider: 'sandbox', count: limits.reads.compared_rows });
    const first = await list<Booking>(world, '/v1/bookings?metadata[order]=rare');
    expect(first).toMatchObject({ data: [], has_more: true });
    const next = await list<Booking>(world, `/v1/bookings?metadata[order]=rare&cursor=${first.next_cursor}`);
    expect({ ...next, data: idsOf(next.data) }).toMatchObject({ data: [oldest], has_more: false, next_cursor: null });
  });

  it('END-16: refuses a cursor that is changed, or of another list, organization, environment or filter', async () => {
    await using world = await openWorldOn(engine);
    const other = await world.addOrganization();
    for (const key of ['test', 'live', other.keys.test]) for (let at = 0; at < 3; at += 1) await create(world, {}, key);
    for (const [name, another] of [
      ['bookings', 'events'],
      ['events', 'bookings'],
    ]) {
      const { next_cursor } = await list(world, `/v1/${name}?limit=1`);
      const cursor = next_cursor ?? '';
      const from = `cursor=${cursor}`;
      const last = cursor.endsWith('0') ? '1' : '0';
      const digest = cursor.startsWith('A') ? 'B' : 'A';
      // The limit may change from page to page.
      await list(world, `/v1/${name}?limit=2&${from}`);
      const refused: [path: string, key?: string][] = [
        [`/v1/${name}?cursor=${cursor.slice(0, -1)}${last}`],
        [`/v1/${name}?cursor=${digest}${cursor.slice(1)}`],
        [`/v1/${name}?cursor=${cursor.slice(16)}`],
        [`/v1/${name}?cursor=MjA`],
        [`/v1/${another}?${from}`],
        [`/v1/${name}?${from}`, 'live'],
        [`/v1/${name}?${from}`, other.keys.test],
        [`/v1/${name}?${from}&created_from=2026-01-01T00:00:00Z`],
        [`/v1/${name}?${from}&${name === 'events' ? 'type=booking.created' : 'metadata[order]=1'}`],
        [`/v1/${name}?${from}&${name === 'events' ? `booking_id=bkg_${'0'.repeat(32)}` : 'status=confirmed'}`],
      ];
      for (const [path, key] of refused) {
        const { status, body } = await world.call('GET', path, key === undefined ? {} : { key });
        expect({ path, status }).toEqual({ path, status: 400 });
        expect(body).toMatchObject({ error_code: 'invalid_request', details: [{ in: 'query', path: 'cursor' }] });
      }
    }
  });

  it('END-12: names the parameter that does not match the contract', async () => {
    await using world = await openWorldOn(engine);
    const refused = [
      ['/v1/bookings?status=lost', 'status'],
      ['/v1/bookings?limit=0', 'limit'],
      ['/v1/bookings?status=lost&created_from=2026-11-21T09:30:00Z', 'status'],
      ['/v1/bookings?created_from=2016-12-31T23:59:60Z', 'created_from'],
      ['/v1/bookings?created_from=yesterday', 'created_from'],
      ['/v1/bookings?metadata=order', 'metadata'],
      ['/v1/bookings?metadata[]=1041', 'metadata'],
      ['/v1/bookings?metadata[order]=1&metadata[order]=2', 'metadata/order'],
      ['/v1/bookings?mode=live', 'mode'],
      ['/v1/events?type=booking.lost', 'type/0'],
      ['/v1/events?booking_id=evt_1', 'booking_id'],
    ] as const;
    for (const [path, field] of refused) {
      const { status, body } = await world.call('GET', path);
      expect({ path, status }).toEqual({ path, status: 400 });
      expect(body).toMatchObject({ error_code: 'invalid_request', details: [{ in: 'query', path: field }] });
    }
  });

  it('BKG-13 EVT-5 LIM-8: neither counts against the rate limit, and each needs its scope', async () => {
    await using world = await openWorldOn(engine);
    const remaining = async () =>
      (await world.call('GET', '/v1/bookings/bkg_00000000000000000000000000000000')).headers.get('ratelimit-remaining');
    const before = Number(await remaining());
    for (const path of ['/v1/bookings', '/v1/events']) {
      expect((await world.call('GET', path)).headers.get('ratelimit-limit')).toBe('3000');
      expect((await world.call('GET', path, { key: null })).status).toBe(401);
    }
    expect(Number(await remaining())).toBe(before - 1);
    const bookings = (await world.addOrganization({ scopes: ['bookings:read'] })).keys.test;
    const events = (await world.addOrganization({ scopes: ['events:read'] })).keys.test;
    const statusOf = async (path: string, key: string) => (await world.call('GET', path, { key })).status;
    expect([await statusOf('/v1/bookings', bookings), await statusOf('/v1/events', bookings)]).toEqual([200, 403]);
    expect([await statusOf('/v1/bookings', events), await statusOf('/v1/events', events)]).toEqual([403, 200]);
  });
});
