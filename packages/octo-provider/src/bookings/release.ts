import type { Booking } from '@booking-service/contract';
import { Refusal, type Release } from '@booking-service/server';
import type { OctoBooking } from '../http/octo-client.ts';
import { OctoError } from '../http/octo-error.ts';
import { toBookingUuid } from '../ids.ts';
import { priceOf } from '../availability/units.ts';
import { textOf } from '../unchecked.ts';
import { isOver, type Supplier } from './supplier.ts';

/** The statuses in which a supplier keeps no places for the booking. */
const ended = new Set(['EXPIRED', 'CANCELLED', 'REJECTED', 'REDEEMED']);

/**
 * Cancels the booking at its supplier, and returns what the supplier refunds. Does nothing if the supplier has no such booking, or no longer keeps places for it.
 *
 * After the cancellation cutoff a supplier refuses. Then this throws a Refusal, and the service repeats it, because the supplier can
 * still cancel by hand, and reports it when it gives up. Once the slot is over, nothing is left to release. A Refusal, unlike an
 * error, does not count as a failure of the supplier, which works.
 */
export async function release(booking: Booking, { octo, clock, newSignal }: Supplier): Promise<Release> {
  const uuid = toBookingUuid(booking.id);
  const signal = newSignal();
  const known = await octo.findBooking(uuid, signal);
  if (!known || ended.has(known.status)) return refundOf(known, booking);
  const reason = `The booking is ${booking.status}.`;
  const result = await octo.cancel(uuid, { reason }, signal).catch((error: unknown) => {
    if (!(error instanceof OctoError) || error.row.temporary) throw error;
    return error;
  });
  if (!(result instanceof OctoError) && ended.has(result.status)) return refundOf(result, booking);
  if (isOver(known, clock.now())) return {};
  const message =
    result instanceof OctoError
      ? `The supplier does not cancel the booking. ${result.reason}`
      : `The supplier keeps the cancelled booking as ${result.status}.`;
  throw new Refusal('invalid_state', { message });
}

/**
 * Returns what the supplier refunds for the cancelled booking. OCTO has no amount of a partial refund: it is what the pricing of the
 * cancelled booking is below the price of the booking. The booking as it is read later states the same. If its pricing states no lower
 * price, the policy of the booking decides, as at a supplier that states nothing.
 */
function refundOf(known: OctoBooking | undefined, { price }: Booking): Release {
  if (known?.status !== 'CANCELLED') return {};
  const stated = textOf(known.cancellation?.refund);
  if (stated === 'FULL') return { refund: 'full' };
  if (stated === 'NONE') return { refund: 'none' };
  if (stated !== 'PARTIAL') return {};
  const kept = priceOf(known, []);
  const isLower = price && kept?.currency === price.currency && kept.amount < price.amount;
  return isLower ? { refund: { ...price, amount: price.amount - kept.amount } } : {};
}
