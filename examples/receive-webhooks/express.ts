import type { Receiver } from '@booking-service/webhooks';
import { createExpressHandler } from '@booking-service/webhooks/express';
import express from 'express';
import type { Express } from 'express';

/** Express: the route comes before the JSON parser, so that it gets the raw body. */
export function createApp(receiver: Receiver): Express {
  const app = express();
  app.post('/webhooks', createExpressHandler(receiver));
  app.use(express.json());
  return app;
}
