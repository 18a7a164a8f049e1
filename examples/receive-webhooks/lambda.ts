import type { Receiver } from '@booking-service/webhooks';
import { createLambdaHandler } from '@booking-service/webhooks/lambda';

/** AWS Lambda behind API Gateway, a function URL or a load balancer: `export const handler = createLambdaHandler(receiver)`. */
export function createFunction(receiver: Receiver): { handler: ReturnType<typeof createLambdaHandler> } {
  return { handler: createLambdaHandler(receiver) };
}
