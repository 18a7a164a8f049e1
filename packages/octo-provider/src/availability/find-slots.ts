import { currencyDigits, type BookingPrice, type Slot } from '@booking-service/contract';
import type { Offer } from '../catalogue/offer.ts';
import type { OctoAvailability, OctoClient } from '../http/octo-client.ts';
import { longestSlotId, toSlotId } from '../ids.ts';
import { objectsOf, textOf } from '../unchecked.ts';
import { mostUnits, priceOf, unitsFor } from './units.ts';
import { policyOf, timeOf } from './slot-time.ts';

/** The contract's maximum of PartySize. A test compares it with the contract. */
export const largestParty = 50;
const day_ms = 24 * 60 * 60_000;

export interface SlotSearch {
  /** A day in UTC: YYYY-MM-DD. */
  readonly date: string;
  readonly party_size: number;
}

/**
 * Returns the slots that begin on this day, in UTC, and that the supplier offers to this many guests, earliest first.
 * The supplier's days are local ones: a day in UTC is part of two or three of them, so its neighbors are requested too.
 */
export async function findSlots(
  offer: Offer,
  { date, party_size }: SlotSearch,
  { octo, now, signal }: { octo: Pick<OctoClient, 'checkAvailability'>; now: Date; signal: AbortSignal },
): Promise<Slot[]> {
  const quantity = unitsFor(offer.unit, party_size);
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  if (quantity === undefined || Number.isNaN(midnight)) return [];
  const { product_id: productId, option_id: optionId } = offer;
  const localDateStart = dayOf(midnight - day_ms);
  const localDateEnd = dayOf(midnight + day_ms);
  const units = [{ id: offer.unit.id, quantity }];
  const found = await octo.checkAvailability({ productId, optionId, localDateStart, localDateEnd, units }, signal);
  const slots = objectsOf(found)
    .filter((availability) => isOffered(availability, now))
    .flatMap((availability) => toSlot(availability, { offer, party_size, quantity }))
    .filter(({ starts_at }) => starts_at.slice(0, 10) === date);
  // Two availabilities with the same id are one slot.
  const unique = [...new Map(slots.map((slot) => [slot.id, slot])).values()];
  return unique.toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
}

/** True if the supplier still offers the availability. A missing field does not exclude it. */
export function isOffered({ available, status, utcCutoffAt }: OctoAvailability, now: Date): boolean {
  if (available === false || status === 'SOLD_OUT' || status === 'CLOSED') return false;
  const cutoff = Date.parse(textOf(utcCutoffAt) ?? '');
  return Number.isNaN(cutoff) || cutoff > now.getTime();
}

/** Returns one slot, or none if the availability cannot be read or is for fewer guests. */
function toSlot(
  availability: OctoAvailability,
  { offer, party_size, quantity }: { offer: Offer; party_size: number; quantity: number },
): Slot[] {
  const { venue, unit, timeZone, isByDay } = offer;
  const availability_id = textOf(availability.id);
  const time = timeOf(availability, { timeZone, isByDay });
  if (availability_id === undefined || !time) return [];
  const maxParty = Math.min(mostUnits(unit, availability) * unit.guests, largestParty);
  const least = unit.min * unit.guests;
  const id = toSlotId(venue.id, availability_id);
  if (id.length > longestSlotId || party_size > maxParty) return [];
  const price = priceOf(availability, { unit_id: unit.id, quantity });
  return [
    {
      id,
      object: 'slot',
      venue_id: venue.id,
      starts_at: time.start.toISOString(),
      duration_minutes: time.minutes,
      min_party_size: least,
      max_party_size: maxParty,
      ...(price && toPriced(price)),
      ...policyOf(availability, offer),
    },
  ];
}

/** Earlier versions stated the price in the metadata only. Callers that read it there still can. */
function toPriced({ amount, currency }: BookingPrice): Pick<Slot, 'price' | 'metadata'> {
  const digits = currencyDigits(currency);
  return {
    price: { amount, currency, per: 'booking' },
    metadata: { price: (amount / 10 ** digits).toFixed(digits), currency },
  };
}

function dayOf(time_ms: number): string {
  return new Date(time_ms).toISOString().slice(0, 10);
}
