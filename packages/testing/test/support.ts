import express from 'express';
import type { Booking } from '@booking-service/client';
import type { Sandbox } from '@booking-service/testing';
import { createReceiver } from '@booking-service/webhooks';
import { createExpressHandler } from '@booking-service/webhooks/express';

/** Creates a booking of tomorrow at this venue. */
export async function book({ client, clock }: Sandbox, { id: venue_id }: { readonly id: string }): Promise<Booking> {
  const date = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const [slot] = (await client.availability.search({ venue_id, date, party_size: 2 })).data;
  const guest = { first_name: 'Ada', email: 'ada@diner.test' };
  return client.bookings.create({ venue_id, slot_id: slot?.id ?? '', party_size: 2, guest });
}

interface App {
  readonly app: express.Express;
  /** The ids of the confirmed bookings. */
  readonly confirmed: string[];
}

/** Creates an app that keeps the confirmed bookings. It fails the first `failures` of them. */
export function createApp(verifier: Sandbox['verifier'], { failures = 0 }: { failures?: number } = {}): App {
  const confirmed: string[] = [];
  let left = failures;
  const receiver = createReceiver({ verifier }).on('booking.confirmed', ({ data }) => {
    left -= 1;
    if (left >= 0) throw new Error('The database is unavailable.');
    confirmed.push(data.object.id);
  });
  const app = express();
  app.post('/webhooks', createExpressHandler(receiver));
  app.use((_error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
    response.sendStatus(500);
  });
  return { app, confirmed };
}
