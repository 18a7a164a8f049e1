/** Tools for tests against the real server: a world in one call, a manual clock, and checks of the wire against the contract. */
export { findDocsSite, withConsoleStart } from './http/documents.ts';
export type { DocsSite } from '@booking-service/kernel/http';
export { createManualClock, type ManualClock } from '@booking-service/kernel/testing';
export { openWorld, type TestResponse, type CallOptions, type World, type WorldOptions } from './testing/world.ts';
export { openSandbox, type OpenedSandbox } from './testing/open-sandbox.ts';
export { createMigratedFolder } from './testing/world.ts';
export { bothSides } from './providers/sandbox/sandbox-integrations.ts';
export { testContext } from './testing/world.ts';
export { testSealing } from './testing/world.ts';
export {
  routeCalls,
  sendCall,
  type Call,
  type CallRoute,
  type OpenCallRoute,
  type RawResponse,
} from './testing/world.ts';
export { serveWorlds, type ServedWorld, type ServeWorld } from './testing/world.ts';
export { createWireValidator, type WireResponse, type WireValidator } from './testing/wire-validator.ts';
export type { ReceivedWebhook, WebhookEndpoint } from '@booking-service/kernel/testing';
export { createRequestChecks, openWebhookEndpoint, type RequestChecks } from './testing/request-checks.ts';
export { documentedStatuses } from './testing/wire-validator.ts';
export { startRequestWork, type RequestWork, type WorkRequest } from './testing/request-work.ts';
export { openTestDashboard, type TestDashboard, type TestDashboardOptions } from './testing/open-sandbox.ts';
