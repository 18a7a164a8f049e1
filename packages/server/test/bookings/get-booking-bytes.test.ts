/** A read sends the stored text. Its bytes are those of a body that is parsed and written again. */
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import type { World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking, newGuest } from '../support/new-booking.ts';

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
