import type { Booking } from '@booking-service/client';
import { toAvailability, toUtc } from '../catalogue/availability.ts';
import { optionId, unitId } from '../catalogue/products.ts';
import type { components } from '../generated/octo.ts';
import { noContact } from './contact.ts';
import { deliveredOf } from './delivered.ts';
import type { Kept } from './kept.ts';

type OctoBooking = components['schemas']['Booking'];
type OctoStatus = components['schemas']['BookingStatus'];

/** Returns the booking as OCTO writes it. `reason` is known in the response to its cancellation only, as the service stores none. */
export function toOctoBooking(booking: Booking, kept: Kept, reason: string | null = null): OctoBooking {
  const status = statusOf(booking);
  const { livemode, venue_id, slot_id, party_size, created, updated } = booking;
  const { voucher, tickets } = deliveredOf(booking);
  // The organization may have moved the booking. The service states the time of a slot in a search only.
  const availability = slot_id === kept.time.slot_id ? toAvailability(kept.time) : null;
  const isEnded = status === 'CANCELLED' || status === 'EXPIRED';
  return {
    id: booking.id,
    uuid: kept.uuid,
    testMode: !livemode,
    resellerReference: kept.resellerReference,
    supplierReference: status === 'ON_HOLD' ? null : booking.id,
    status,
    utcCreatedAt: toUtc(created),
    utcUpdatedAt: toUtc(updated),
    utcExpiresAt:
      status === 'ON_HOLD' ? toUtc(booking.expires_at ?? updated) : status === 'EXPIRED' ? toUtc(updated) : null,
    utcRedeemedAt: null,
    utcConfirmedAt: status === 'CONFIRMED' ? toUtc(updated) : null,
    productId: venue_id,
    optionId,
    cancellable: status === 'ON_HOLD' || status === 'CONFIRMED' || status === 'PENDING',
    cancellation: isEnded ? { refund: refundOf(booking), reason, utcCancelledAt: toUtc(updated) } : null,
    freesale: false,
    availabilityId: availability?.id ?? null,
    availability,
    contact: kept.contact,
    notes: kept.notes,
    deliveryMethods: tickets.length === 0 ? ['VOUCHER'] : ['VOUCHER', 'TICKET'],
    voucher,
    unitItems: Array.from({ length: party_size }, (_, index) => ({
      uuid: kept.items[index]?.uuid ?? itemUuid(kept.uuid, index),
      resellerReference: kept.items[index]?.resellerReference ?? null,
      supplierReference: null,
      unitId,
      status,
      utcRedeemedAt: null,
      contact: kept.items[index]?.contact ?? noContact,
      ticket: tickets[index] ?? null,
    })),
  };
}

/** The status at OCTO. A booking that waits for a code or for a payment approval is PENDING: OCTO has no input for it. */
export function statusOf({ status, next_action }: Booking): OctoStatus {
  return next_action?.type === 'confirm_booking' ? 'ON_HOLD' : (decided.get(status) ?? 'PENDING');
}

/** The refund by the cancellation policy. A booking without one, or that was never confirmed, costs nothing. */
function refundOf({ cancellation }: Booking): components['schemas']['Refund'] {
  const percent = cancellation?.refund_percent ?? 100;
  if (percent === 100) return 'FULL';
  return percent === 0 ? 'NONE' : 'PARTIAL';
}

const decided = new Map<string, OctoStatus>([
  ['confirmed', 'CONFIRMED'],
  ['failed', 'REJECTED'],
  ['cancelled', 'CANCELLED'],
  ['expired', 'EXPIRED'],
]);

/** The UUID of a unit item that the reseller gave none: that of the booking with its last group increased, so that it stays the same. */
function itemUuid(uuid: string, index: number): string {
  const last = (BigInt(`0x${uuid.slice(24)}`) + BigInt(index + 1)) % 2n ** 48n;
  return uuid.slice(0, 24) + last.toString(16).padStart(12, '0');
}
