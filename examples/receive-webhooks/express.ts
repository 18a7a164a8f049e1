import type { Receiver } from '@booking-service/webhooks';
import { createExpressHandler } from '@booking-service/webhooks/express';
import express from 'express';
import type { Express } from 'express';

/** Express: the route stands above the JSON parser, so that the bytes are still there. */
export function createApp(receiver: Receiver): Express {
  const app = express();
  app.post('/webhooks', createExpressHandler(receiver));
  app.use(express.json());
  return app;
}
