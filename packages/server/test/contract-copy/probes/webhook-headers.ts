/** Sends the webhooks of a booking, and prints the report of the wire validator. new-fields.test.ts runs it. */
import { openWorld } from '../../../src/testing.ts';
import { newBooking } from '../../support/new-booking.ts';

const world = await openWorld();
await world.call('POST', '/v1/bookings', {
  body: newBooking({ venue: 'express_counter', date: '2026-11-22' }),
});
await world.clock.advance(30_000);
const said = await world[Symbol.asyncDispose]().then(
  () => 'The wire validator found nothing.',
  (error: unknown) => String(error),
);
process.stdout.write(JSON.stringify(said));
