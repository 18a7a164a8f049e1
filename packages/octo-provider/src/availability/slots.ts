import {
  type BookingPrice,
  type CancellationPolicy,
  currencyDigits,
  type Slot,
  type SlotUnit,
} from '@booking-service/contract';
import { TZDateMini } from '@date-fns/tz/date/mini';
import type { Offer } from '../catalogue/offer.ts';
import type { OctoAvailability, OctoClient } from '../http/octo-client.ts';
import { longestSlotId, toSlotId } from '../ids.ts';
import { objectsOf, textOf } from '../unchecked.ts';
import { type ChosenUnit, type Guests, mostUnits, priceOf, toUnitQuantities, unitPriceOf, unitsFor } from './units.ts';

/** The contract's maximum of PartySize. A test compares it with the contract. */
export const largestParty = 50;
const day_ms = 24 * 60 * 60_000;

interface SlotSearch extends Guests {
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

/** The start and the duration of a slot. */
interface SlotTime {
  readonly start: Date;
  readonly minutes: number;
}

const minute_ms = 60_000;
const longest_minutes = 24 * 60;
const local = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Returns the time of an availability, or undefined if it cannot be read.
 *
 * A day with opening hours begins when it opens and ends when it closes for the last time. The opening time is a time of day at the
 * venue, so its offset can differ from the one at midnight, on the day on which clocks change. Therefore it is read in the time zone
 * of the product, and with the offset of the availability only if the product has no time zone.
 */
export function timeOf(
  availability: OctoAvailability,
  { timeZone, isByDay }: { timeZone: string | undefined; isByDay: boolean | undefined },
): SlotTime | undefined {
  const from = textOf(availability.localDateTimeStart) ?? textOf(availability.id);
  const start = from === undefined ? undefined : toInstant(from, timeZone);
  if (from === undefined || !start) return undefined;
  const hours = objectsOf(availability.openingHours);
  const [first, last] = [hours[0], hours.at(-1)];
  if ((isByDay ?? availability.allDay === true) && first && last) {
    const opens = atTimeOfDay(from, textOf(first.from), timeZone);
    const closes = atTimeOfDay(from, textOf(last.to), timeZone);
    if (opens && closes) return { start: opens, minutes: minutesBetween(opens, closes) };
  }
  const to = textOf(availability.localDateTimeEnd);
  const end = to === undefined ? undefined : toInstant(to, timeZone);
  return { start, minutes: end ? minutesBetween(start, end) : longest_minutes };
}

/**
 * The policy of a booking of this availability: OCTO states until when a supplier cancels it. A supplier that cancels it later states its
 * refund then.
 */
function policyOf(
  availability: OctoAvailability | null | undefined,
  { timeZone, isByDay, cutoff_ms }: Pick<Offer, 'timeZone' | 'isByDay' | 'cutoff_ms'>,
): { cancellation?: CancellationPolicy } {
  const time = timeOf(availability ?? {}, { timeZone, isByDay });
  if (!time || cutoff_ms === undefined) return {};
  const free_until = new Date(time.start.getTime() - cutoff_ms).toISOString();
  return { cancellation: { free_until, late_refund_percent: 0 } };
}

/** The start of a booking of this availability, and its policy. */
export function termsOf(
  availability: OctoAvailability | null | undefined,
  offer: Pick<Offer, 'timeZone' | 'isByDay' | 'cutoff_ms'>,
): { starts_at?: string; cancellation?: CancellationPolicy } {
  const time = timeOf(availability ?? {}, offer);
  return { ...(time && { starts_at: time.start.toISOString() }), ...policyOf(availability, offer) };
}

/** Closing before opening means on the next day. */
function minutesBetween(start: Date, end: Date): number {
  const minutes = Math.round((end.getTime() - start.getTime()) / minute_ms);
  return Math.min(Math.max(1, minutes > 0 ? minutes : minutes + longest_minutes), longest_minutes);
}

/** The instant of a local time with an offset. Without an offset, it is in the time zone, or in UTC. */
function toInstant(text: string, timeZone: string | undefined): Date | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00', offset] = local.exec(text) ?? [];
  if (year === undefined) return undefined;
  if (offset === undefined && timeZone !== undefined) {
    return valid(
      new TZDateMini(
        Number(year),
        Number(month) - 1,
        Number(day),
        Number(hour),
        Number(minute),
        Number(second),
        timeZone,
      ),
    );
  }
  const zone = offset === undefined ? 'Z' : offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  // A date of JavaScript has no leap second.
  const [whole, added_ms] = second === '60' ? ['59', 1000] : [second, 0];
  return valid(new Date(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${whole}${zone}`) + added_ms));
}

/** The instant of a time of day, such as 09:00, on the local day of another local time. 24:00 is the end of the day. */
function atTimeOfDay(day: string, time: string | undefined, timeZone: string | undefined): Date | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})/.exec(time ?? '') ?? [];
  const [, year, month, date, , , , offset] = local.exec(day) ?? [];
  if (hour === undefined || minute === undefined || year === undefined) return undefined;
  const at = new TZDateMini(
    Number(year),
    Number(month) - 1,
    Number(date),
    Number(hour),
    Number(minute),
    timeZone ?? toZone(offset),
  );
  return valid(at);
}

function toZone(offset: string | undefined): string {
  return offset === undefined || offset === 'Z' ? '+00:00' : offset;
}

function valid(date: Date): Date | undefined {
  return Number.isNaN(date.getTime()) ? undefined : new Date(date.getTime());
}
