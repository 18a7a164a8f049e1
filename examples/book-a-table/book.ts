import { startSandbox } from '@booking-service/testing';

const sandbox = await startSandbox(); // the real server and database, a simulated provider, a webhook endpoint
const { client, venues } = sandbox;

const table = { venue_id: venues.harbour_table.id, party_size: 2 };
const date = new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10); // tomorrow
const slots = await client.availability.search({ ...table, date });
const guest = { first_name: 'Ada', email: 'ada@diner.test' };
await client.bookings.create({ ...table, slot_id: slots.data[0]?.id ?? '', guest });
await sandbox.advance('1 minute'); // books at the provider and delivers the webhooks
for (const type of ['booking.created', 'booking.confirmed'] as const) {
  const event = await sandbox.nextWebhook(type); // verified
  console.log(event.type);
}
await sandbox.close();
