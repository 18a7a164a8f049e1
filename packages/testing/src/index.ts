/** The booking service inside your tests: a sandbox with a clock to advance, a ready client and a ready verifier. */
export type { WebhookApp, WebhookListener } from './app-server.ts';
export { connectSandbox, type ConnectOptions, type Sandbox, type SandboxOptions } from './connect-sandbox.ts';
export type { Duration } from './duration.ts';
export type { Clock } from '@booking-service/webhooks';
export { startSandbox } from './start-sandbox.ts';
export { venues, type Venues } from './venues.ts';
