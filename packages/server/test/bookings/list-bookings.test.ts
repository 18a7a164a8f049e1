/** GET /v1/bookings and GET /v1/events: their filters and their pages, for the caller's organization and environment. */
import { limits, type Booking, type BookingEvent } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { engines, openWorldOn, type EngineWorld } from '../support/engines.ts';
import { newBooking, type NewBookingOptions } from '../support/new-booking.ts';
import { storeDue } from '../support/providers.ts';

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

describe.each(engines)('on %s', (engine) => {
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

  it('BKG-13 EVT-5 LIM-8: neither counts against the rate limit, and both need bookings:read', async () => {
    await using world = await openWorldOn(engine);
    const remaining = async () =>
      (await world.call('GET', '/v1/bookings/bkg_00000000000000000000000000000000')).headers.get('ratelimit-remaining');
    const before = Number(await remaining());
    for (const path of ['/v1/bookings', '/v1/events']) {
      expect((await world.call('GET', path)).headers.get('ratelimit-limit')).toBe('3000');
      expect((await world.call('GET', path, { key: null })).status).toBe(401);
    }
    expect(Number(await remaining())).toBe(before - 1);
    const limited = await world.addOrganization({ scopes: ['venues:read'] });
    for (const path of ['/v1/bookings', '/v1/events']) {
      expect(await world.call('GET', path, { key: limited.keys.test })).toMatchObject({
        status: 403,
        body: { error: 'insufficient_scope' },
      });
    }
  });
});
