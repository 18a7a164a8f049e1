/** The length of each unit in milliseconds. */
const units = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

type Unit = keyof typeof units;

/** A time span in words: `1 second`, `10 minutes`. */
export type Duration = `${number} ${Unit | `${Unit}s`}`;

/** Returns a time span in milliseconds. Throws a RangeError with the accepted form for any other text. */
export function toMilliseconds(duration: Duration | number): number {
  if (typeof duration === 'number') return duration;
  const [, count = '', name = ''] = /^(\d+(?:\.\d+)?) (second|minute|hour|day)s?$/.exec(duration) ?? [];
  if (count === '')
    throw new RangeError(`"${duration}" is not a duration. Write 10 seconds, 5 minutes, 2 hours or 1 day.`);
  // The pattern has the names of the units.
  return Math.round(Number(count) * units[name as Unit]);
}
