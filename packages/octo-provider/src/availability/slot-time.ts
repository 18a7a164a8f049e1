import { TZDateMini } from '@date-fns/tz/date/mini';
import type { CancellationPolicy } from '@booking-service/contract';
import type { Offer } from '../catalogue/offer.ts';
import { objectsOf, textOf } from '../unchecked.ts';
import type { OctoAvailability } from '../http/octo-client.ts';

/** The start and the duration of a slot. */
export interface SlotTime {
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
export function policyOf(
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
