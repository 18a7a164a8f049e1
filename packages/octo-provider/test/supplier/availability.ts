import type { components } from '../../src/generated/octo.ts';
import { daysBetween, toInstant, toLocal } from './local-time.ts';
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
