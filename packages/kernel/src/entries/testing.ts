export { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
export { openWebhookEndpoint, type ReceivedWebhook, type WebhookEndpoint } from '../testing/webhook-endpoint.ts';
