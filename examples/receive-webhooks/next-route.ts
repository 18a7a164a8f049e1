import type { Receiver } from '@booking-service/webhooks';
import { createFetchHandler } from '@booking-service/webhooks/fetch';

/**
 * Next.js: a route handler is a function from Request to Response. In `app/webhooks/route.ts`, write
 * `export const POST = createFetchHandler(receiver)`.
 */
export function createRoute(receiver: Receiver): { POST: (request: Request) => Promise<Response> } {
  return { POST: createFetchHandler(receiver) };
}
