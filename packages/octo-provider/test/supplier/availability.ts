import type { components } from '../../src/generated/octo.ts';
import type { Option, Product } from './products.ts';

type Schemas = components['schemas'];
type Availability = Schemas['Availability'];

const slot_ms = 90 * 60_000;
const cutoff_ms = 30 * 60_000;

export interface Offered {
  readonly product: Product;
  readonly option: Option;
  readonly hours: { readonly from: string; readonly to: string } | undefined;
  readonly capacity: number;
}

/** Every availability of these local days. `taken` returns how many units of one are reserved. */
export function availabilityOf(
  { product, option, hours, capacity }: Offered,
  { first, last, now, taken }: { first: string; last: string; now: Date; taken: (id: string) => number },
): Availability[] {
  const { timeZone = 'UTC' } = product;
  return daysBetween(first, last).flatMap((day) =>
    option.availabilityLocalStartTimes.map((time) => {
      const start = toInstant(day, time, timeZone);
      const end = hours ? toInstant(nextDay(day), '00:00', timeZone) : new Date(start.getTime() + slot_ms);
      const id = toLocal(start, timeZone);
      const cutoff = hours ? toInstant(day, hours.to, timeZone) : new Date(start.getTime() - cutoff_ms);
      const vacancies = cutoff <= now ? 0 : capacity - taken(id);
      return {
        id,
        localDateTimeStart: id,
        localDateTimeEnd: toLocal(end, timeZone),
        utcCutoffAt: wholeSeconds(cutoff),
        allDay: hours !== undefined,
        available: vacancies > 0,
        status: vacancies > 0 ? 'AVAILABLE' : 'SOLD_OUT',
        vacancies,
        capacity,
        maxUnits: null,
        openingHours: hours ? [hours] : [],
      } satisfies Availability;
    }),
  );
}

export function wholeSeconds(instant: Date): string {
  return instant.toISOString().replace(/\.\d+Z$/, 'Z');
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

/** Local times with their offsets, computed with Intl and nothing of the provider. */

/** Returns the offset of a time zone at an instant, in minutes. */
export function offsetAt(timeZone: string, instant: Date): number {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Returns the instant of a local day (YYYY-MM-DD) and time (HH:MM) in a time zone. */
export function toInstant(day: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const guess = new Date(asUtc - offsetAt(timeZone, new Date(asUtc)) * 60_000);
  return new Date(asUtc - offsetAt(timeZone, guess) * 60_000);
}

/** Returns the local time with its offset: 2022-05-23T00:00:00+01:00. */
export function toLocal(instant: Date, timeZone: string): string {
  const offset = offsetAt(timeZone, instant);
  const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${pad(hours)}:${pad(minutes)}`;
}

/** Returns the days from the first to the last, both included: YYYY-MM-DD. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
