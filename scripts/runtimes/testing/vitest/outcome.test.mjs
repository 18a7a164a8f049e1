// Uses the fixture: each test has an organization of its own in the sandbox of the run.
import { expect } from 'vitest';
import { test } from '@booking-service/testing/vitest';

test('gets the webhook of a booking', async ({ sandbox }) => {
  const { id: venue_id } = sandbox.venues.express_counter;
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const slots = await sandbox.client.availability.search({ venue_id, date, party_size: 2 });
  const guest = { first_name: 'Ada', email: 'ada@diner.test' };
  const { id } = await sandbox.client.bookings.create({ venue_id, slot_id: slots.data[0].id, party_size: 2, guest });
  await sandbox.advance('1 second');
  expect((await sandbox.nextWebhook('booking.confirmed')).data.object.id).toBe(id);
});

test('sees no booking of another test', async ({ sandbox }) => {
  expect((await sandbox.client.bookings.list()).data).toEqual([]);
});
