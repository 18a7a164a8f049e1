/** Reservations: a create with confirm_later, which the reseller confirms. Nothing is sent to the provider before that. */
import { type BookingClient, BookingClientError } from '@booking-service/client';
import { findSlot, parseAvailabilityId, type SlotTime } from '../catalogue/availability.ts';
import { requireOption, requireUnit } from '../catalogue/products.ts';
import { OctoRefusal } from '../http/octo-refusal.ts';
import { type Fields, fieldsOf, itemsOf, requireText, textOf } from '../http/read-body.ts';
import { noContact, readContact, toGuest } from './contact.ts';
import { findBooking, type Found, keyOf, mostRevisions, requireUuid } from './find-booking.ts';
import { type Kept, type KeptItem, readKept, toMetadata } from './kept.ts';

export interface BookingsOptions {
  readonly client: BookingClient;
  readonly fallbackEmail: string;
  readonly confirmSeconds: number;
}

/** The values of a hold. */
interface Wanted {
  readonly venue_id: string;
  readonly kept: Kept;
}

/** POST /bookings/. A repeated UUID returns its booking. */
export async function reserve(body: Fields, options: BookingsOptions): Promise<Found> {
  const given = textOf(body, 'uuid');
  const uuid = given === undefined ? crypto.randomUUID() : requireUuid(given);
  const venue_id = requireText(body, 'productId');
  requireOption(venue_id, requireText(body, 'optionId'));
  const items = readItems(body);
  if (!items) throw new OctoRefusal('UNPROCESSABLE_ENTITY', 'unitItems is missing or empty.');
  const known = given === undefined ? undefined : await findBooking(uuid, options.client);
  if (known) return known;
  const time = await requireSlot(requireText(body, 'availabilityId'), { venue_id, party_size: items.length }, options);
  const kept = {
    uuid,
    revision: 1,
    resellerReference: textOf(body, 'resellerReference') ?? null,
    notes: textOf(body, 'notes') ?? null,
    contact: readContact(body) ?? noContact,
    time,
    items,
  };
  const { found } = await create({ venue_id, kept }, options);
  return found;
}

/** Replaces a hold by one with the changed values, which begins anew. Refused unless the booking is on hold. */
export async function replaceHold({ booking, kept }: Found, body: Fields, options: BookingsOptions): Promise<Found> {
  const venue_id = textOf(body, 'productId') ?? booking.venue_id;
  requireOption(venue_id, textOf(body, 'optionId') ?? 'DEFAULT');
  const items = readItems(body) ?? kept.items;
  const availability = textOf(body, 'availabilityId');
  const isSamePlace =
    availability === undefined && venue_id === booking.venue_id && items.length === booking.party_size;
  const search = { venue_id, party_size: items.length };
  const time = isSamePlace
    ? kept.time
    : availability === undefined
      ? await requireOffered(kept.time, search, options)
      : await requireSlot(availability, search, options);
  const changed = {
    resellerReference: textOf(body, 'resellerReference') ?? kept.resellerReference,
    notes: textOf(body, 'notes') ?? kept.notes,
    contact: readContact(body) ?? kept.contact,
  };
  const next = await createNext({ venue_id, kept: { ...kept, ...changed, time, items } }, options);
  const { bookings } = options.client;
  const { error } = await bookings.cancel(booking.id).result();
  if (!error) return next;
  // A lost response: the cancellation may have happened.
  if (error.effect === 'unknown' && (await bookings.get(booking.id)).status === 'cancelled') return next;
  // The hold was confirmed or cancelled, or it expired, since it was read. That stands, and its replacement goes.
  await bookings.cancel(next.booking.id);
  throw error;
}

/** A key that is in use belongs to a change that is under way, or that was interrupted. */
async function createNext({ venue_id, kept }: Wanted, options: BookingsOptions): Promise<Found> {
  for (let revision = kept.revision + 1; revision <= mostRevisions; revision += 1) {
    const { found, isNew } = await create({ venue_id, kept: { ...kept, revision } }, options);
    if (isNew) return found;
    if (found.booking.status === 'requires_action')
      throw new OctoRefusal('UNPROCESSABLE_ENTITY', 'Another change of this booking is under way.');
  }
  const message = `A reservation can be changed or extended ${mostRevisions - 1} times. Cancel it and make another one.`;
  throw new OctoRefusal('UNPROCESSABLE_ENTITY', message);
}

async function create(
  { venue_id, kept }: Wanted,
  { client, fallbackEmail }: BookingsOptions,
): Promise<{ found: Found; isNew: boolean }> {
  const request = {
    venue_id,
    slot_id: kept.time.slot_id,
    party_size: kept.items.length,
    // A reservation may come without a contact. The confirmation replaces this guest.
    guest: { last_name: 'Reservation', ...toGuest(kept.contact, { fallbackEmail }) },
    confirm_later: true,
    metadata: toMetadata(kept),
  };
  const idempotencyKey = keyOf(kept.uuid, kept.revision);
  const { data: booking, response } = await client.bookings.create(request, { idempotencyKey }).withResponse();
  const isNew = response.headers.get('Idempotent-Replayed') === null;
  return { found: { booking, kept: readKept(booking) ?? kept }, isNew };
}

/** Returns the items, one for each guest, or undefined if the body has none. */
export function readItems(body: Fields): KeptItem[] | undefined {
  const items = itemsOf(body, 'unitItems')?.map((item) => {
    const fields = fieldsOf(item, 'a unit item');
    requireUnit(requireText(fields, 'unitId'));
    const uuid = textOf(fields, 'uuid');
    return {
      uuid: uuid === undefined ? undefined : requireUuid(uuid),
      resellerReference: textOf(fields, 'resellerReference'),
      contact: readContact(fields),
    };
  });
  return items?.length === 0 ? undefined : items;
}

interface Party {
  readonly venue_id: string;
  readonly party_size: number;
}

async function requireSlot(availabilityId: string, party: Party, options: BookingsOptions): Promise<SlotTime> {
  const time = parseAvailabilityId(availabilityId);
  if (!time) throw new OctoRefusal('INVALID_AVAILABILITY_ID', 'The id is not of an availability.', { availabilityId });
  return requireOffered(time, party, options);
}

async function requireOffered(time: SlotTime, party: Party, options: BookingsOptions): Promise<SlotTime> {
  const slot = await findSlot(time, party, options).catch((error: unknown) => {
    // A party that is larger than any is not offered anything.
    if (error instanceof BookingClientError && error.is('invalid_request')) return undefined;
    throw error;
  });
  if (slot) return slot;
  throw new OctoRefusal('UNPROCESSABLE_ENTITY', 'The availability is not offered to these guests, or no longer is.');
}
