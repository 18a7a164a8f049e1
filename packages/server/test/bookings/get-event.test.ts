/** GET /v1/events/{id}: one event, as its webhook has it. */
import type { BookingEvent } from '@booking-service/contract';
import type { TestEvent } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { engines, openWorldOn, type EngineWorld } from '../support/engines.ts';
import { openAdminWorld } from '../support/worlds/admin-world.ts';
import { newBooking } from '../support/new-booking.ts';

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
