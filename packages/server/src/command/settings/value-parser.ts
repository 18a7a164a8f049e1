/** Which texts are a value: in words, and as a parser that returns undefined for any other text. */
export interface ValueParser<T> {
  /** Completes "It must be …". */
  readonly expected: string;
  readonly parse: (text: string) => T | undefined;
}

/** Accepts whole numbers from `min` to `max` in decimal digits: no sign, space, exponent, other base or leading zero. */
export function wholeNumber(min: number, max: number): ValueParser<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    parse(text) {
      const number = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
  };
}

/** Accepts a time, and returns it in UTC. */
export const time: ValueParser<string> = {
  expected: 'a time such as 2026-11-21T09:30:00Z',
  parse(text) {
    const ms = Date.parse(text);
    return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(ms) ? new Date(ms).toISOString() : undefined;
  },
};
