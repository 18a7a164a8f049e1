/** The operations of bookings. Each returns the booking as OCTO writes it. */
import {
  type Booking,
  type BookingClient,
  BookingClientError,
  DeadlineError,
  EndedError,
} from '@booking-service/client';
import type { components } from '../generated/octo.ts';
import { OctoRefusal } from '../http/octo-refusal.ts';
import { badRequest, type Fields, textOf } from '../http/read-body.ts';
import { readContact, toGuest } from './contact.ts';
import { findBooking, type Found, getBooking } from './find-booking.ts';
import { type BookingsOptions, readItems, replaceHold, reserve } from './holds.ts';
import { readKept, referenceKey, toMetadata } from './kept.ts';
import { statusOf, toOctoBooking } from './to-octo-booking.ts';

type OctoBooking = components['schemas']['Booking'];

/** OCTO has no pages. A reference is of a few bookings. */
const mostListed = 50;

export async function reserveBooking(body: Fields, options: BookingsOptions): Promise<OctoBooking> {
  return shown(await reserve(body, options));
}

export async function readBooking(uuid: string, { client }: BookingsOptions): Promise<OctoBooking> {
  return shown(await getBooking(uuid, client));
}

/** Confirms a hold and waits until the provider has decided, or for `confirmSeconds`. A repeated confirmation returns the booking. */
export async function confirmBooking(uuid: string, body: Fields, options: BookingsOptions): Promise<OctoBooking> {
  const items = readItems(body);
  const contact = readContact(body);
  if (!contact) throw badRequest('contact is missing.');
  const known = await getBooking(uuid, options.client);
  const status = statusOf(known.booking);
  if (status === 'CONFIRMED' || status === 'PENDING') return shown(known);
  requireHold(known);
  const isResized = items !== undefined && items.length !== known.booking.party_size;
  const { booking, kept } = isResized ? await replaceHold(known, { unitItems: body['unitItems'] }, options) : known;
  const resellerReference = textOf(body, 'resellerReference') ?? kept.resellerReference;
  const confirmed = { ...kept, resellerReference, contact, items: items ?? kept.items };
  const { client, confirmSeconds } = options;
  const input = { type: 'confirm_booking', guest: toGuest(contact, options), metadata: toMetadata(confirmed) } as const;
  const continued = await client.bookings.continue(booking.id, input);
  return shown({ booking: await settled(continued, { client, confirmSeconds }), kept: confirmed });
}

/** A booking that the provider has not decided in time is PENDING, and the reseller reads it again. */
async function settled(
  booking: Booking,
  { client, confirmSeconds }: Pick<BookingsOptions, 'client' | 'confirmSeconds'>,
): Promise<Booking> {
  const until = ['confirmed', 'requires_action'] as const;
  try {
    return await client.bookings.waitFor(booking.id, { until, deadline: confirmSeconds * 1000 });
  } catch (error) {
    if (error instanceof EndedError) return error.booking;
    if (error instanceof DeadlineError) return booking;
    throw error;
  }
}

/** Begins the hold anew. The service decides how long it is, whatever the reseller requests. */
export async function extendBooking(uuid: string, _body: Fields, options: BookingsOptions): Promise<OctoBooking> {
  const found = await getBooking(uuid, options.client);
  requireHold(found);
  return shown(await replaceHold(found, {}, options));
}

/** Changes a hold in any field, and a confirmed booking in its number of guests. */
export async function updateBooking(uuid: string, body: Fields, options: BookingsOptions): Promise<OctoBooking> {
  const found = await getBooking(uuid, options.client);
  if (statusOf(found.booking) !== 'CONFIRMED') {
    requireHold(found);
    return shown(await replaceHold(found, body, options));
  }
  const now = shown(found);
  const items = readItems(body);
  const kept: readonly (keyof OctoBooking)[] = [
    'productId',
    'optionId',
    'availabilityId',
    'notes',
    'resellerReference',
  ];
  const other = kept.find((name) => (textOf(body, name) ?? now[name]) !== now[name]);
  if (other !== undefined || readContact(body)) {
    const message = `The ${other ?? 'contact'} of a confirmed booking stays. Cancel the booking and make another one.`;
    throw new OctoRefusal('UNPROCESSABLE_ENTITY', message);
  }
  if (!items) return now;
  const booking = await options.client.bookings.modify(found.booking.id, { party_size: items.length });
  return shown({ ...found, booking });
}

/** A cancelled booking is returned, so that a reseller that lost the response can send the request again. */
export async function cancelBooking(uuid: string, body: Fields, { client }: BookingsOptions): Promise<OctoBooking> {
  const reason = textOf(body, 'reason') ?? null;
  const { booking, kept } = await getBooking(uuid, client);
  const cancelled = booking.status === 'cancelled' ? booking : await client.bookings.cancel(booking.id);
  return toOctoBooking(cancelled, kept, reason);
}

/** The bookings with a reference of the reseller, or the one with a reference of the supplier. */
export async function listBookings(query: URLSearchParams, { client }: BookingsOptions): Promise<OctoBooking[]> {
  const [supplier, reseller] = [query.get('supplierReference'), query.get('resellerReference')];
  if (supplier === null && reseller === null) throw badRequest('Send a resellerReference or a supplierReference.');
  const uuids = new Set<string>();
  for (const { metadata } of supplier === null
    ? await listByReference(reseller ?? '', client)
    : await listById(supplier, client)) {
    const kept = readKept({ metadata });
    if (kept) uuids.add(kept.uuid);
  }
  const found: OctoBooking[] = [];
  for (const uuid of uuids) {
    const each = await findBooking(uuid, client);
    const booking = each && shown(each);
    // The hold that another one has replaced may have had another reference.
    if (booking && [null, booking.resellerReference].includes(reseller) && [null, booking.id].includes(supplier))
      found.push(booking);
  }
  return found;
}

async function listByReference(reference: string, client: BookingClient): Promise<Booking[]> {
  const bookings: Booking[] = [];
  for await (const booking of client.bookings.list({ metadata: { [referenceKey]: reference }, limit: mostListed })) {
    if (bookings.length === mostListed) throw badRequest(`More than ${mostListed} bookings have this reference.`);
    bookings.push(booking);
  }
  return bookings;
}

async function listById(id: string, client: BookingClient): Promise<Booking[]> {
  if (!/^bkg_[0-9a-f]{32}$/.test(id)) return [];
  const { data, error } = await client.bookings.get(id).result();
  if (!error) return [data];
  if (error instanceof BookingClientError && error.is('not_found', 'wrong_key_environment')) return [];
  throw error;
}

function requireHold({ booking }: Found): void {
  const status = statusOf(booking);
  if (status !== 'ON_HOLD') throw new OctoRefusal('UNPROCESSABLE_ENTITY', `The booking is ${status}.`);
}

function shown({ booking, kept }: Found): OctoBooking {
  return toOctoBooking(booking, kept);
}
