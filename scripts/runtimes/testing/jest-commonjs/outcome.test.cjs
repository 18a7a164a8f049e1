// A CommonJS test of an app: its webhooks arrive, and the errors of the client and of the verifier are those that it requires.
const { RefusedError } = require('@booking-service/client');
const { errorCatalogue } = require('@booking-service/contract');
const { connectSandbox } = require('@booking-service/testing');
const { createReceiver, SignatureError } = require('@booking-service/webhooks');
const { createNodeHandler } = require('@booking-service/webhooks/node');

let sandbox;
beforeAll(async () => void (sandbox = await connectSandbox()));
afterAll(() => sandbox.close());

test('gets the webhook of a booking', async () => {
  const outcomes = {};
  const receiver = createReceiver({ verifier: sandbox.verifier });
  receiver.on('booking.failed', ({ data }) => void (outcomes[data.object.id] = data.object.error_code));
  await sandbox.deliverTo(createNodeHandler(receiver));

  const { id: venue_id } = sandbox.venues.broken_bell;
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const slots = await sandbox.client.availability.search({ venue_id, date, party_size: 2 });
  const guest = { first_name: 'Ada', email: 'ada@diner.test' };
  const create = { venue_id, slot_id: slots.data[0].id, party_size: 2, guest };
  const { id } = await sandbox.client.bookings.create(create);
  await sandbox.advance('1 minute');
  await sandbox.nextWebhook('booking.failed');
  expect(outcomes).toEqual({ [id]: 'provider_failed' });
});

test('gets the errors of the client and of the verifier', async () => {
  await expect(sandbox.client.bookings.get('bkg_none')).rejects.toBeInstanceOf(RefusedError);
  expect(Object.keys(errorCatalogue)).toContain('not_found');
  expect(() => sandbox.verifier.verify('{}', 'none')).toThrow(SignatureError);
});

test('has the key of the run in the environment', async () => {
  const response = await fetch(`${process.env.BOOKING_BASE_URL}/v1/venues/search`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${process.env.BOOKING_API_KEY}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect(response.status).toBe(200);
});
