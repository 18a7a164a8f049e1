/** Has a booking's webhooks sent, and prints what the wire validator says of them. Run by webhook-headers.test.ts. */
import { openWorld } from '../../../src/testing.ts';

const world = await openWorld();
await world.call('POST', '/v1/bookings', {
  body: {
    venue_id: 'ven_express_counter',
    slot_id: 'slt_express_counter_20261122T1900',
    party_size: 2,
    guest: { first_name: 'Ada', email: 'ada@diner.test' },
  },
});
await world.clock.advance(30_000);
const said = await world[Symbol.asyncDispose]().then(
  () => 'The wire validator found nothing.',
  (error: unknown) => String(error),
);
process.stdout.write(JSON.stringify(said));
