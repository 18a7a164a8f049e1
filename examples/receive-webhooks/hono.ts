import type { Receiver } from '@booking-service/webhooks';
import { createFetchHandler } from '@booking-service/webhooks/fetch';
import { Hono } from 'hono';

/** Hono, on any runtime. */
export function createApp(receiver: Receiver): Hono {
  const handle = createFetchHandler(receiver);
  return new Hono().post('/webhooks', (context) => handle(context.req.raw));
}
