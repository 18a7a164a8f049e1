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
