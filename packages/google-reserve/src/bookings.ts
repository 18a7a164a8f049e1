/** The methods of bookings. A refusal that is a matter of business is a BookingFailure in a response with status 200. */
import {
  type Booking,
  type BookingClient,
  DeadlineError,
  EndedError,
  type Guest,
  type ModifyBooking,
} from '@booking-service/client';
import { findBookingByKey } from '@booking-service/client/find-booking-by-key';
import { findSlot, readWanted } from './availability.ts';
import { GoogleRefusal } from './http/google-refusal.ts';
import { badRequest, type Fields, integerOf, messageOf, requireText, textOf } from './http/read-body.ts';
import { type Kept, readKept, toMetadata, userKey } from './kept.ts';
import type { FailureCause, GoogleBooking } from './messages.ts';
import { statusOf, toGoogleBooking } from './to-google-booking.ts';

export interface BookingsOptions {
  readonly client: BookingClient;
  readonly confirmSeconds: number;
}

interface Found {
  readonly booking: Booking;
  readonly kept: Kept;
}

/** The list has no pages. */
const mostListed = 100;

/**
 * POST /v3/CreateBooking. A repeated token returns its booking, whatever else the request has. Otherwise the slot is searched again, so that
 * a tag of another time is not believed, and booked.
 */
export async function createBooking(body: Fields, { client, confirmSeconds }: BookingsOptions): Promise<object> {
  const idempotencyKey = keyOf(requireText(body, 'idempotency_token'));
  const slot = messageOf(body, 'slot');
  const wanted = readWanted(requireText(slot, 'merchant_id'), slot, 'resources');
  const user = messageOf(body, 'user_information');
  const user_id = requireText(user, 'user_id');
  const guest = toGuest(user);
  let booking = await findBookingByKey(client, idempotencyKey, { retries: 1 });
  if (!booking) {
    refuseUnsupported(body);
    const found = await findSlot(wanted, client);
    if (!found) throw new GoogleRefusal('SLOT_UNAVAILABLE', 'The slot is not offered to this party.');
    const kept = { user_id, telephone: textOf(user, 'telephone') ?? '', slot: found };
    const input = {
      venue_id: wanted.merchant_id,
      slot_id: found.id,
      party_size: wanted.party_size,
      guest,
      metadata: toMetadata(kept, textOf(body, 'additional_request') ?? ''),
    };
    booking = await client.bookings.create(input, { idempotencyKey });
  }
  const decided = await settled(booking, { client, confirmSeconds });
  if (decided.status === 'failed')
    throw new GoogleRefusal(failureOf(decided), decided.error_message ?? 'The booking failed.');
  return { booking: shown(requireKept(decided)) };
}

/** POST /v3/UpdateBooking: a cancellation, another time or another party size. A repeated request returns the booking. */
export async function updateBooking(body: Fields, { client }: BookingsOptions): Promise<object> {
  const given = messageOf(body, 'booking');
  const found = await getBooking(requireText(given, 'booking_id'), client);
  const { booking, kept } = found;
  const status = textOf(given, 'status');
  if (status === 'CANCELED') {
    const cancelled = booking.status === 'cancelled' ? booking : await client.bookings.cancel(booking.id);
    return { booking: shown({ booking: cancelled, kept }) };
  }
  if (status !== undefined && status !== statusOf(booking)) throw badRequest(`A request cannot set ${status}.`);
  if (booking.status === 'cancelled')
    throw new GoogleRefusal('BOOKING_ALREADY_CANCELLED', 'The booking was cancelled before.');
  const { change, moved } = await readChange(messageOf(given, 'slot'), found, client);
  const isChanged = Object.keys(change).length > 0;
  const updated = isChanged ? await client.bookings.modify(booking.id, change) : booking;
  return { booking: shown({ booking: updated, kept: { ...kept, ...moved } }) };
}

/** Returns what changes, and the time of the new slot if it does. */
async function readChange(
  slot: Fields,
  { booking, kept }: Found,
  client: BookingClient,
): Promise<{ change: ModifyBooking; moved?: Pick<Kept, 'slot'> }> {
  const party_size = integerOf(messageOf(slot, 'resources'), 'party_size') ?? booking.party_size;
  const size = party_size === booking.party_size ? {} : { party_size };
  const [start, duration] = [integerOf(slot, 'start_sec'), integerOf(slot, 'duration_sec')];
  const now = kept.slot.slot_id === booking.slot_id ? kept.slot : undefined;
  const isSameTime = start === now?.start_sec && (duration ?? now?.duration_sec) === now?.duration_sec;
  if (start === undefined || isSameTime) return { change: size };
  const service = { service_id: 'reservation', ...slot, resources: { party_size } };
  const found = await findSlot(readWanted(booking.venue_id, service, 'resources'), client);
  if (!found) throw new GoogleRefusal('SLOT_UNAVAILABLE', 'The slot is not offered to this party.');
  const { id: slot_id, starts_at, duration_minutes } = found;
  const time = { slot_id, start_sec: Date.parse(starts_at) / 1000, duration_sec: duration_minutes * 60 };
  return { change: slot_id === booking.slot_id ? size : { slot_id, ...size }, moved: { slot: time } };
}

/** POST /v3/GetBookingStatus. Google collects no payment for these bookings. */
export async function getBookingStatus(body: Fields, { client }: BookingsOptions): Promise<object> {
  const { booking } = await getBooking(requireText(body, 'booking_id'), client);
  return {
    booking_id: booking.id,
    booking_status: statusOf(booking),
    prepayment_status: 'PREPAYMENT_NOT_PROVIDED',
  };
}

/** POST /v3/ListBookings: the newest bookings of a user. */
export async function listBookings(body: Fields, { client }: BookingsOptions): Promise<object> {
  const metadata = { [userKey]: requireText(body, 'user_id') };
  const { data } = await client.bookings.list({ metadata, limit: mostListed });
  return {
    bookings: data.flatMap((booking) => {
      const kept = readKept(booking);
      return kept ? [shown({ booking, kept })] : [];
    }),
  };
}

/** Refuses what this server does not offer. Google sends it only for slots whose feed states it. */
function refuseUnsupported(body: Fields): void {
  const unsupported = new Map<string, FailureCause>([
    ['lease_ref', 'LEASE_EXPIRED'],
    ['payment_processing_parameters', 'PAYMENT_OPTION_NOT_VALID'],
    ['offer_id', 'OFFER_UNAVAILABLE'],
    ['deal_id', 'OFFER_UNAVAILABLE'],
  ]);
  for (const [name, cause] of unsupported)
    if ((body[name] ?? '') !== '') throw new GoogleRefusal(cause, `This server does not take ${name}.`);
}

function keyOf(token: string): string {
  if (/^[ -~]{1,240}$/.test(token)) return `google:${token}`;
  throw badRequest('idempotency_token is longer than 240 characters, or not printable ASCII.');
}

/** Waits until the provider has decided. A booking that it has not decided in time is pending, and Google asks for its status later. */
async function settled(booking: Booking, { client, confirmSeconds }: BookingsOptions): Promise<Booking> {
  if (booking.status !== 'processing') return booking;
  const until = ['confirmed', 'requires_action'] as const;
  try {
    return await client.bookings.waitFor(booking.id, { until, deadline: confirmSeconds * 1000 });
  } catch (error) {
    if (error instanceof EndedError) return error.booking;
    if (error instanceof DeadlineError) return booking;
    throw error;
  }
}

function failureOf({ error_code }: Booking): FailureCause {
  return error_code === undefined || error_code === 'slot_not_offered' || error_code === 'provider_failed'
    ? 'SLOT_UNAVAILABLE'
    : 'PAYMENT_ERROR';
}

/** Throws 404 for a booking that Google did not make, or whose personal data was erased. */
async function getBooking(id: string, client: BookingClient): Promise<Found> {
  if (!/^bkg_[0-9a-f]{32}$/.test(id)) throw noBooking();
  return requireKept(await client.bookings.get(id));
}

function requireKept(booking: Booking): Found {
  const kept = readKept(booking);
  if (!kept) throw noBooking();
  return { booking, kept };
}

function noBooking(): GoogleRefusal {
  return new GoogleRefusal(404, 'No booking has this id.');
}

function shown({ booking, kept }: Found): GoogleBooking {
  return toGoogleBooking(booking, kept);
}

/** Google writes telephones with spaces and hyphens. Another form than E.164 without them is stored, and not sent to the provider. */
function toGuest(user: Fields): Guest {
  const last_name = textOf(user, 'family_name');
  const phone = (textOf(user, 'telephone') ?? '').replaceAll(/[\s().-]/g, '');
  return {
    first_name: requireText(user, 'given_name'),
    ...(last_name !== undefined && { last_name }),
    email: requireText(user, 'email'),
    ...(/^\+[1-9]\d{6,14}$/.test(phone) && { phone }),
  };
}
