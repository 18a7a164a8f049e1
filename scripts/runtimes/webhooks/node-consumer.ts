/** The entry points whose types need the types of Node. */
import { createServer } from 'node:http';
import type { Receiver } from '@booking-service/webhooks';
import { createExpressHandler } from '@booking-service/webhooks/express';
import { createNodeHandler } from '@booking-service/webhooks/node';

export function serve(receiver: Receiver): unknown[] {
  return [createServer(createNodeHandler(receiver)), createExpressHandler(receiver)];
}
