import { expect, it } from 'vitest';
import { currencyDigits } from '../src/index.ts';

it.each([
  ['EUR', 2],
  ['HUF', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['UYW', 4],
  ['ZZZ', 2],
])('the minor unit of %s has %d digits', (currency, digits) => {
  expect(currencyDigits(currency)).toBe(digits);
});
