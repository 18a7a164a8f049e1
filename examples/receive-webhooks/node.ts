import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Receiver } from '@booking-service/webhooks';
import { createNodeHandler } from '@booking-service/webhooks/node';

/** Plain node:http. */
export function createWebhookServer(receiver: Receiver): Server {
  return createServer(createNodeHandler(receiver));
}
