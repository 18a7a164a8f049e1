import type { BookingClient } from './lib/client.ts';
import { BookingClientError } from './lib/errors.ts';
import type { CallOptions } from './lib/options.ts';
import type { Booking, CreateBooking } from './lib/resources/resources.ts';

/** The refusals of a create whose key is unused: the steps after the replay in the contract's order of refusals. */
const withoutBooking = [
  'invalid_request',
  'billing_required',
  'free_tier_exhausted',
  'billing_check_unavailable',
  'entitlement_check_unavailable',
] as const;

/**
 * Returns the booking that a create with this `Idempotency-Key` made; undefined if none did. It makes no booking: it sends an empty create,
 * which the service refuses, unless the key has a booking (IDM-1). Throws every other error of a create.
 */
export async function findBookingByKey(
  client: BookingClient,
  idempotencyKey: string,
  options: CallOptions = {},
): Promise<Booking | undefined> {
  // The service does not compare the body of a repeated key (IDM-3).
  const nothing = {} as CreateBooking;
  const { data, error } = await client.bookings.create(nothing, { ...options, idempotencyKey }).result();
  if (!error) return data;
  if (error instanceof BookingClientError && error.is(...withoutBooking)) return undefined;
  throw error;
}
