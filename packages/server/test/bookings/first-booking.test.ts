import type { Booking, SlotList } from '@booking-service/contract';
import { createVerifier } from '@booking-service/webhooks';
import { expect, it } from 'vitest';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

it.each(engines)(
  'END-1 END-2 END-3 END-4 STA-1 STA-4: takes a booking from the search to its confirmation and its two webhooks (%s)',
  async (engine) => {
    await using world = await openWorldOn(engine);
    const { call, clock, endpoint, organization } = world;

    const venues = await call('POST', '/v1/venues/search', { body: { city: 'Lisbon' } });
    expect(venues.body).toMatchObject({ object: 'list', has_more: false });
    const slots = await call<SlotList>('POST', '/v1/availability/search', {
      body: { venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2 },
    });
    const created = await call<Booking>('POST', '/v1/bookings', {
      body: { ...newBooking(), slot_id: slots.body.data[0]?.id },
    });
    expect(created.status).toBe(201);
    expect(created.body.status).toBe('processing');

    await clock.advance(30_000);
    const read = await call<Booking>('GET', `/v1/bookings/${created.body.id}`);
    expect(read.body).toMatchObject({ status: 'confirmed', confirmation_code: expect.stringMatching(/^SBX-/) });

    await clock.advance(30_000);
    expect(endpoint.received.map(({ event }) => event.type).toSorted()).toEqual([
      'booking.confirmed',
      'booking.created',
    ]);
    const verifier = createVerifier({ secrets: [organization.signing_secret], clock });
    for (const { text, headers } of endpoint.received) {
      expect(verifier.check(text, headers.get('service-signature'))).toMatchObject({ ok: true });
    }
  },
);
