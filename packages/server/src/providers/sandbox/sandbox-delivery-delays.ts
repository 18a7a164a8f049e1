import { sandbox } from '@booking-service/contract';
import type { DeliveryDelays } from '../../domain/booking-events.ts';
import { findSandboxVenue } from './sandbox-venues.ts';

/**
 * The delivery delays of the sandbox. One venue sends every webhook twice, and another sends `booking.created` after the later
 * events.
 */
export const sandboxDeliveryDelays: DeliveryDelays = (type, { venue_id }) => {
  const fault = findSandboxVenue(venue_id)?.fault;
  if (fault === 'webhook_twice') return [0, 0];
  return [fault === 'webhook_late' && type === 'booking.created' ? sandbox.webhook_late_seconds : 0];
};
