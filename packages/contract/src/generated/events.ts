// Written from openapi/webhooks/. Edit that, then run: npm run generate

import type { components } from './openapi.ts';

export const eventTypes = [
  "booking.created",
  "booking.requires_action",
  "booking.processing",
  "booking.confirmed",
  "booking.failed",
  "booking.cancelled",
  "booking.modified"
] as const;

export interface EventMap {
  readonly 'booking.created': components['schemas']['BookingCreatedEvent'];
  readonly 'booking.requires_action': components['schemas']['BookingRequiresActionEvent'];
  readonly 'booking.processing': components['schemas']['BookingProcessingEvent'];
  readonly 'booking.confirmed': components['schemas']['BookingConfirmedEvent'];
  readonly 'booking.failed': components['schemas']['BookingFailedEvent'];
  readonly 'booking.cancelled': components['schemas']['BookingCancelledEvent'];
  readonly 'booking.modified': components['schemas']['BookingModifiedEvent'];
}

/** The headers of a webhook beside those of every JSON request. */
export interface WebhookHeaders {
  readonly 'Service-Signature': string;
  readonly 'traceparent'?: string;
}
