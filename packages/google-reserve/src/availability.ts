/** Slots as Google names them: by their start, and by their id as the tag. The service searches one day and one party size at a time. */
import { type BookingClient, BookingClientError, type Slot } from '@booking-service/client';
import { badRequest, type Fields, integerOf, messageOf, messagesOf, requireText, textOf } from './http/read-body.ts';

/** Google asks for one service of each restaurant. */
export const serviceId = 'reservation';

const largestPage = 100;
const largestParty = 50;
const concurrentSearches = 8;
/** The last second that a date can state. */
const latestSecond = 8_640_000_000_000;

export interface AvailabilityOptions {
  readonly client: BookingClient;
  readonly maxSearches: number;
}

/** A slot that Google names. An absent value is any. */
export interface Wanted {
  readonly merchant_id: string;
  readonly service_id: string;
  readonly start_sec: number;
  readonly duration_sec: number | undefined;
  readonly availability_tag: string | undefined;
  readonly party_size: number;
}

/** POST /v3/CheckAvailability. The service states whether it offers a slot, so there is one spot or none. */
export async function checkAvailability(body: Fields, { client }: AvailabilityOptions): Promise<object> {
  const slot = messageOf(body, 'slot');
  const found = await findSlot(readWanted(requireText(slot, 'merchant_id'), slot, 'resources'), client);
  return { slot, count_available: found ? 1 : 0 };
}

/** POST /v3/BatchAvailabilityLookup. The response has one item for each slot, in the order of the request. */
export async function lookUpAvailability(
  body: Fields,
  { client, maxSearches }: AvailabilityOptions,
): Promise<{ slot_time_availability: readonly object[] }> {
  const merchant_id = requireText(body, 'merchant_id');
  const times = messagesOf(body, 'slot_time').map((slot_time) => ({
    slot_time,
    wanted: readWanted(merchant_id, slot_time, 'resource_ids'),
  }));
  const searches = new Map(times.map(({ wanted }) => [searchKey(wanted), wanted]));
  if (searches.size > maxSearches)
    throw badRequest(`One lookup may name ${maxSearches} pairs of a day and a party size. Send several.`);
  const slots = new Map<string, readonly Slot[]>();
  const pending = [...searches];
  while (pending.length > 0) {
    const some = pending.splice(0, concurrentSearches);
    await Promise.all(some.map(async ([key, wanted]) => slots.set(key, await searchDay(wanted, client))));
  }
  return {
    slot_time_availability: times.map(({ slot_time, wanted }) => ({
      slot_time,
      available: slots.get(searchKey(wanted))?.some((slot) => isWanted(slot, wanted)) ?? false,
    })),
  };
}

/** Returns the slot if the service offers it to a party of this size. */
export async function findSlot(wanted: Wanted, client: BookingClient): Promise<Slot | undefined> {
  const slots = await searchDay(wanted, client);
  return slots.find((slot) => isWanted(slot, wanted));
}

/** Reads a Slot, whose party size is in `resources`, or a SlotTime, whose party size is in `resource_ids`. */
export function readWanted(merchant_id: string, slot: Fields, resources: 'resources' | 'resource_ids'): Wanted {
  const start_sec = integerOf(slot, 'start_sec');
  if (start_sec === undefined || start_sec > latestSecond) throw badRequest('start_sec is missing or not a time.');
  return {
    merchant_id,
    service_id: requireText(slot, 'service_id'),
    start_sec,
    duration_sec: integerOf(slot, 'duration_sec'),
    availability_tag: textOf(slot, 'availability_tag'),
    party_size: integerOf(messageOf(slot, resources), 'party_size') ?? 1,
  };
}

function isWanted({ id, starts_at, duration_minutes }: Slot, wanted: Wanted): boolean {
  return (
    Date.parse(starts_at) === wanted.start_sec * 1000 &&
    (wanted.duration_sec === undefined || wanted.duration_sec === duration_minutes * 60) &&
    (wanted.availability_tag === undefined || wanted.availability_tag === id)
  );
}

function searchKey({ start_sec, party_size }: Wanted): string {
  return `${dayOf(start_sec)} ${party_size}`;
}

function dayOf(start_sec: number): string {
  return new Date(start_sec * 1000).toISOString().slice(0, 10);
}

/** A venue or a service that does not exist offers nothing. */
async function searchDay(
  { merchant_id: venue_id, service_id, start_sec, party_size }: Wanted,
  client: BookingClient,
): Promise<readonly Slot[]> {
  const isPossible = /^ven_[A-Za-z0-9_-]{1,196}$/.test(venue_id) && party_size <= largestParty;
  if (!isPossible || service_id !== serviceId) return [];
  const slots: Slot[] = [];
  try {
    const day = { venue_id, date: dayOf(start_sec), party_size, limit: largestPage };
    for await (const slot of client.availability.search(day)) slots.push(slot);
  } catch (error) {
    if (error instanceof BookingClientError && error.is('not_found')) return [];
    throw error;
  }
  return slots;
}
