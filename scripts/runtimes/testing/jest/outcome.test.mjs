// A test in an ES module has a sandbox of its own.
import { connectSandbox } from '@booking-service/testing';

test('gets the webhook of a booking', async () => {
  const sandbox = await connectSandbox();
  const { id: venue_id } = sandbox.venues.broken_bell;
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const slots = await sandbox.client.availability.search({ venue_id, date, party_size: 2 });
  const guest = { first_name: 'Ada', email: 'ada@diner.test' };
  await sandbox.client.bookings.create({ venue_id, slot_id: slots.data[0].id, party_size: 2, guest });
  await sandbox.advance('1 minute');
  expect((await sandbox.nextWebhook('booking.failed')).data.object.error_code).toBe('provider_failed');
  await sandbox.close();
});
