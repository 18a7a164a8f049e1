import type { Booking } from '@booking-service/client';
import type { BookingStatus } from '@booking-service/contract';
import { serviceId } from './availability.ts';
import type { Kept } from './kept.ts';
import type { GoogleBooking, GoogleStatus } from './messages.ts';

/** Returns the booking as Google reads it. The time of a slot is known if it is the one that was kept. */
export function toGoogleBooking(booking: Booking, { user_id, telephone, slot }: Kept): GoogleBooking {
  const { id, venue_id, slot_id, party_size, guest } = booking;
  return {
    booking_id: id,
    slot: {
      merchant_id: venue_id,
      service_id: serviceId,
      ...(slot.slot_id === slot_id && {
        start_sec: String(slot.start_sec),
        duration_sec: String(slot.duration_sec),
      }),
      availability_tag: slot_id,
      resources: { party_size },
    },
    user_information: {
      user_id,
      given_name: guest.first_name,
      family_name: guest.last_name ?? '',
      telephone,
      email: guest.email,
    },
    status: statusOf(booking),
  };
}

/**
 * The status at Google. A booking that waits for a code or a payment approval is pending: Google has no input for it, but the
 * organization may continue it.
 */
export function statusOf({ status, error_code }: Booking): GoogleStatus {
  if (status === 'failed' && error_code === 'slot_not_offered') return 'DECLINED_BY_MERCHANT';
  return isKnown(status) ? statuses[status] : 'PENDING_MERCHANT_CONFIRMATION';
}

/** A state that the contract gains does not compile without its status. */
const statuses: Readonly<Record<BookingStatus, GoogleStatus>> = {
  processing: 'PENDING_MERCHANT_CONFIRMATION',
  requires_action: 'PENDING_MERCHANT_CONFIRMATION',
  confirmed: 'CONFIRMED',
  failed: 'FAILED',
  cancelled: 'CANCELED',
  expired: 'FAILED',
};

function isKnown(status: string): status is BookingStatus {
  return Object.hasOwn(statuses, status);
}
