/** A read sends the stored text. Its bytes are those of a body that is parsed and written again. */
import type { Booking, BookingEvent } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import type { TestEvent } from '@booking-service/contract/admin';
import type { World } from '../../src/testing.ts';
import { engines, type EngineWorld, openWorldOn } from '../support/engines.ts';
import { newBooking, newGuest } from '../support/new-booking.ts';
import { openAdminWorld } from '../support/worlds/admin-world.ts';

/** Names and values that JSON writes in more than one way, or orders by itself. */
const metadata = JSON.parse(
  String.raw`{"z":"last","10":"ten","2":"two","__proto__":"own","\u00e9":"\ud83d\ude00","quote":"\"livemode\":true","lines":"a\nb\u2028\u0001\u007f"}`,
) as Record<string, string>;

async function create(world: World, fields: Parameters<typeof newBooking>[0] = {}): Promise<string> {
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

describe.each(engines)('%s', (engine) => {
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
    const confirmed = await create(world);
    const asked = await create(world, { ...newBooking({ venue: 'code_house' }), metadata });
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

describe.each(engines)('on %s', (engine) => {
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

  it('EVT-6: refuses an event of another organization or environment, and a key without bookings:read', async () => {
    await using world = await openWorldOn(engine);
    const other = await world.addOrganization();
    const limited = await world.addOrganization({ scopes: ['venues:read'] });
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
