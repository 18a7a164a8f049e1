import { currencyDigits, type BookingPrice, type Slot, type SlotUnit } from '@booking-service/contract';
import type { Offer } from '../catalogue/offer.ts';
import type { OctoAvailability, OctoClient } from '../http/octo-client.ts';
import { longestSlotId, toSlotId } from '../ids.ts';
import { objectsOf, textOf } from '../unchecked.ts';
import { type ChosenUnit, type Guests, mostUnits, priceOf, toUnitQuantities, unitPriceOf, unitsFor } from './units.ts';
import { policyOf, timeOf } from './slot-time.ts';

/** The contract's maximum of PartySize. A test compares it with the contract. */
export const largestParty = 50;
const day_ms = 24 * 60 * 60_000;

export interface SlotSearch extends Guests {
  /** A day in UTC: YYYY-MM-DD. */
  readonly date: string;
}

/**
 * Returns the slots that begin on this day, in UTC, and that the supplier offers to these guests, earliest first. Where no unit stands for
 * all guests, a search by their number shows the slots with their units, without a price.
 * The supplier's days are local ones: a day in UTC is part of two or three of them, so its neighbors are requested too.
 */
export async function findSlots(
  offer: Offer,
  { date, party_size, party }: SlotSearch,
  { octo, now, signal }: { octo: Pick<OctoClient, 'checkAvailability'>; now: Date; signal: AbortSignal },
): Promise<Slot[]> {
  const isOpen = !offer.unit && party === undefined;
  const chosen = isOpen ? [] : unitsFor(offer, { party_size, party });
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  if (!chosen || Number.isNaN(midnight)) return [];
  const { product_id: productId, option_id: optionId } = offer;
  const localDateStart = dayOf(midnight - day_ms);
  const localDateEnd = dayOf(midnight + day_ms);
  const units = isOpen ? {} : { units: toUnitQuantities(chosen) };
  const check = { productId, optionId, localDateStart, localDateEnd, ...units };
  const found = await octo.checkAvailability(check, signal);
  const slots = objectsOf(found)
    .filter((availability) => isOffered(availability, now))
    .flatMap((availability) => toSlot(availability, { offer, party_size, chosen }))
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
  { offer, party_size, chosen }: { offer: Offer; party_size: number; chosen: readonly ChosenUnit[] },
): Slot[] {
  const { venue, timeZone, isByDay } = offer;
  const availability_id = textOf(availability.id);
  const time = timeOf(availability, { timeZone, isByDay });
  if (availability_id === undefined || !time) return [];
  const { least, most } = sizesOf(offer, chosen);
  const maxParty = Math.min(mostUnits(offer, availability) * (offer.unit?.guests ?? 1), most, largestParty);
  const id = toSlotId(venue.id, availability_id);
  if (id.length > longestSlotId || party_size > maxParty) return [];
  const price = chosen.length > 0 ? priceOf(availability, chosen) : undefined;
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
      ...toSlotUnits(offer, availability),
      ...policyOf(availability, offer),
    },
  ];
}

/** The bounds of the number of guests: those of the only unit, or of all units together. */
function sizesOf({ unit, total }: Offer, chosen: readonly ChosenUnit[]): { least: number; most: number } {
  const [only] = chosen;
  if (!unit || chosen.length > 1 || only?.unit !== unit) return { least: total.min, most: total.max };
  return { least: Math.max(total.min, unit.min) * unit.guests, most: unit.max * unit.guests };
}

/** The kinds of guests, if there are several. */
function toSlotUnits({ units }: Offer, availability: OctoAvailability): Pick<Slot, 'units'> {
  if (units.length < 2) return {};
  return {
    units: units.map((unit): SlotUnit => {
      const { name, label, min_age, max_age } = unit;
      const price = unitPriceOf(availability, unit, 1);
      return {
        unit: name,
        ...(label !== undefined && { label }),
        ...(min_age !== undefined && { min_age }),
        ...(max_age !== undefined && { max_age }),
        ...(price && { price }),
      };
    }),
  };
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
