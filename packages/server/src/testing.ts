/** What a test against the real server needs: a world in one call, a clock to move, and the wire held to the contract. */
export { findDocsPage, type DocsPage } from './http/docs-page.ts';
export { createManualClock, type ManualClock } from './time/manual-clock.ts';
export { openWorld, type TestResponse, type CallOptions, type World, type WorldOptions } from './testing/world.ts';
export { testSealing } from './testing/test-sealing.ts';
export {
  routeCalls,
  sendCall,
  type Call,
  type CallRoute,
  type OpenCallRoute,
  type RawResponse,
} from './testing/call-route.ts';
export { createWireValidator, type WireResponse, type WireValidator } from './testing/wire-validator.ts';
export { openWebhookEndpoint, type ReceivedWebhook, type WebhookEndpoint } from './testing/webhook-endpoint.ts';
export { documentedStatuses } from './testing/contract-responses.ts';
