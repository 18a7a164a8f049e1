/** The booking service inside your tests: a sandbox with a clock to advance, a ready client and a ready verifier. */
export type { WebhookApp, WebhookListener } from './inbox.ts';
export {
  connectSandbox,
  startSandbox,
  venues,
  type ConnectOptions,
  type Sandbox,
  type SandboxOptions,
  type Venues,
} from './connect-sandbox.ts';
export type { Duration } from './admin-client.ts';
export type { Clock } from '@booking-service/webhooks';
