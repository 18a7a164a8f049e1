/** Sends events to /provider-events as a provider does, without the code of the service. */
import { createHmac } from 'node:crypto';
import type { Booking } from '@booking-service/contract';
import type { World } from '../../src/testing.ts';
import { secret as ownSecret } from '../suppliers/test-http-provider.ts';

export interface EventOptions {
  /** The name of the supplier. */
  readonly supplier?: string;
  readonly secret?: string;
  /** The seconds by which the signature is older than now. */
  readonly age_seconds?: number;
  /** Fields that replace those of the event. */
  readonly fields?: object;
  /** Sent instead of the event. */
  readonly text?: string;
  /** Sent instead of the signature. */
  readonly signature?: string;
}

/** Returns the header of a signature. */
export function signEvent(secret: string, body: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** Sends the event that this booking has changed, and returns the response. */
export function sendEvent(
  { url, clock, organization }: Pick<World, 'url' | 'clock' | 'organization'>,
  { id }: Pick<Booking, 'id'>,
  { supplier = 'corner', secret = ownSecret, age_seconds = 0, fields = {}, text, signature }: EventOptions = {},
): Promise<Response> {
  const { organization_id } = organization;
  const event = { operation: 'bookingChanged', event_id: 'evt-1', livemode: false, organization_id, booking_id: id };
  const body = text ?? JSON.stringify({ ...event, ...fields });
  const at = Math.floor(clock.now().getTime() / 1000) - age_seconds;
  const headers = { 'Content-Type': 'application/json', 'Service-Signature': signature ?? signEvent(secret, body, at) };
  return fetch(`${url}/provider-events/${supplier}`, { method: 'POST', headers, body });
}
