import type { Receiver } from '@booking-service/webhooks';
import { createFetchHandler } from '@booking-service/webhooks/fetch';

/**
 * Next.js, `app/webhooks/route.ts`: a route handler is a function from Request to Response. There it reads
 * `export const POST = createFetchHandler(receiver)`.
 */
export function createRoute(receiver: Receiver): { POST: (request: Request) => Promise<Response> } {
  return { POST: createFetchHandler(receiver) };
}
