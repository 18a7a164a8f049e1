export { createManualClock, type ManualClock } from '../testing/test-doubles.ts';
export { openWebhookEndpoint, type ReceivedWebhook, type WebhookEndpoint } from '../testing/test-doubles.ts';
