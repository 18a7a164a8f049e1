import { type BookingPrice, currencyDigits } from '@booking-service/contract';
/** A price with the code of its currency: `EUR 50.00`. */
export function moneyText({ amount, currency }: BookingPrice): string {
  const digits = currencyDigits(currency);
  const major = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${currency} ${major.format(amount / 10 ** digits)}`;
}

/** Returns an amount as a person enters it, without its currency: `50.00`. */
export function plainMoney({ amount, currency }: BookingPrice): string {
  const digits = currencyDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

/** Returns an entered amount in the minor unit. Undefined if it is not one of this currency: `50`, `50.5` or `50,00` of EUR. */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = currencyDigits(currency);
  const [, major = '', minor = ''] = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  return major === '' || minor.length > digits ? undefined : Number(major + minor.padEnd(digits, '0'));
}

/** A letter, a digit, or another character that leaves a mark on the screen. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Characters that change the direction of the text around them: right-to-left letters and control characters. */
const directed = /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]/u;

/**
 * A name that a person chose, ready to be part of a sentence: it cannot reorder the words around it. A name without a visible character is
 * shown as `Without a name`.
 */
export function shownName(name: string | null): string {
  if (name === null || !visible.test(name)) return 'Without a name';
  return directed.test(name) ? `\u2068${name}\u2069` : name;
}

const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

const words = {
  long: new Intl.RelativeTimeFormat('en', { numeric: 'auto' }),
  counted: new Intl.RelativeTimeFormat('en'),
  narrow: new Intl.RelativeTimeFormat('en', { style: 'narrow' }),
};
const exactFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const minute = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const slot = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** A time as seen at `now`, in milliseconds: `5 minutes ago`, narrow `5m ago`, `in 2 hours`, or its date after 30 days. */
export function relativeTime(at: string, now: number, style: 'long' | 'narrow' = 'long'): string {
  const distance = Date.parse(at) - now;
  if (Math.abs(distance) >= 30 * 86_400_000) return date.format(Date.parse(at));
  const [unit, ms] = units.find(([, each]) => Math.abs(distance) >= each) ?? (['second', 1000] as const);
  const count = Math.trunc(distance / ms);
  // "Yesterday" is a day of the calendar: 40 hours ago can be the day before it.
  return words[unit === 'day' && style === 'long' ? 'counted' : style].format(count, unit);
}

/** A time in the time zone of the browser, to the second. */
export function exactTime(at: string): string {
  return exactFormat.format(Date.parse(at));
}

/** The same without its year and seconds, where the space is small. */
export function shortTime(at: string): string {
  return minute.format(Date.parse(at));
}

/** The same without its seconds, for the start of a slot. */
export function slotTime(at: string): string {
  return slot.format(Date.parse(at));
}

/** A duration in words: `850 ms`, `12.5 s`. */
export function durationText(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}
