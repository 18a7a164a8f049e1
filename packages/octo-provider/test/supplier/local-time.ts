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
