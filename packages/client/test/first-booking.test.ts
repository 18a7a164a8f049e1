import { expect, it } from 'vitest';
import { openWorld } from '@booking-service/server/testing';
import { createBookingClient } from '@booking-service/client';

it('makes a booking', async () => {
  await using world = await openWorld();
  const client = createBookingClient({ apiKey: world.organization.keys.test, baseUrl: world.url });
  const names: string[] = [];
  for await (const venue of client.venues.search({ limit: 5 })) names.push(venue.name);
  const slots = await client.availability.search({
    venue_id: 'ven_express_counter',
    date: '2026-11-22',
    party_size: 2,
  });
  const made = await client.bookings
    .create({
      venue_id: 'ven_express_counter',
      slot_id: slots.data[0]!.id,
      party_size: 2,
      guest: { first_name: 'Ada', email: 'ada@diner.test' },
    })
    .withResponse();
  console.log(made, names);
  console.log(await client.bookings.get('bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1').result());
  expect((await client.bookings.waitFor(made.data.id, { until: 'confirmed' })).status).toBe('confirmed');
});
