import fc from 'fast-check';
import { expect, it } from 'vitest';
import { errorLine } from './error-line.ts';
import { randomId } from '../domain/ids.ts';
import { maskSecrets } from './masking.ts';

it.each([
  { text: 'card 4111 1111 1111 1111 was declined', masked: 'card [masked] was declined' },
  { text: 'card 4111-1111-1111-1111, 12/27', masked: 'card [masked], 12/27' },
  { text: 'pan=5500.0000.0000.0004;', masked: 'pan=[masked];' },
  { text: 'amex 378282246310005', masked: 'amex [masked]' },
  { text: 'pan "4111\u00a01111\u00a01111\u00a01111"', masked: 'pan "[masked]"' },
  { text: '120 4111 1111 1111 1111 737', masked: '120 [masked] 737' },
  { text: 'guest (0049 30 1234567) is unknown', masked: 'guest ([masked]) is unknown' },
  { text: 'call 004930 123 45 67', masked: 'call [masked]' },
  { text: 'call +49\u00a0(0)30 1234567', masked: 'call [masked]' },
  { text: 'call (0)30 1234567 or (030) 123-4567', masked: 'call [masked] or [masked]' },
  { text: 'call +49 (0) 30 / 12 34 56', masked: 'call [masked]' },
])('ERR-7: masks the numbers in $text', ({ text, masked }) => {
  expect(maskSecrets(text)).toBe(masked);
  expect(errorLine(new Error(text)).message).toBe(masked);
});

const digit = fc.integer({ min: 0, max: 9 });
/** 13 to 19 digits with a valid check digit. They do not start like an instant. */
const card = fc
  .tuple(fc.integer({ min: 3, max: 9 }), fc.array(digit, { minLength: 11, maxLength: 17 }))
  .map(([first, rest]) => withCheckDigit([first, ...rest].join('')));
const gap = fc.constantFrom('', ' ', '.', '-', '\u00a0', ' - ', '\u2009', '\u2011');
/** The words around a number in the error of a provider. */
const words = fc.constantFrom(['', ''], ['card ', ' declined'], ['"', '"'], ['pan=', ';'], ['12 ', ' 737'], ['(', ')']);

it('ERR-7: masks every card number with any separators', () => {
  fc.assert(
    fc.property(card, fc.array(gap, { minLength: 19, maxLength: 19 }), words, (number, gaps, [before, behind]) => {
      const spaced = number
        .split('')
        .map((each, index) => each + (index < number.length - 1 ? gaps[index] : ''))
        .join('');
      const masked = maskSecrets(`${before}${spaced}${behind}`);
      expect(masked).toContain('[masked]');
      expect(masked).not.toContain(spaced);
    }),
  );
});

it('ERR-7: masks every telephone number in international form', () => {
  const number = fc.array(digit, { minLength: 7, maxLength: 12 });
  const prefix = fc.constantFrom('+', '00', '+ ', '00 ');
  const spaces = fc.array(fc.constantFrom('', ' ', '-', '\u00a0', '/', ' ('), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(prefix, fc.integer({ min: 1, max: 9 }), number, spaces, (begin, first, digits, gaps) => {
      const rest = digits.map((each, index) => (gaps[index] ?? '') + String(each)).join('');
      expect(maskSecrets(`no answer from ${begin}${first}${rest}, gave up`)).toBe('no answer from [masked], gave up');
    }),
    // 00 1083003499 34 is a card number too, and would leave (0 unmasked.
    { examples: [['00 ', 1, '083003499340'.split('').map(Number), [...Array.from({ length: 11 }, () => ''), ' (']]] },
  );
});

it('does not mask ids, UUIDs and instants with any digits', () => {
  const prefixes = fc.constantFrom('bkg', 'evt', 'req', 'org', 'key', 'dlv', 'ses');
  const numeric = fc.tuple(prefixes, card).map(([prefix, digits]) => `${prefix}_${digits}`);
  const uuids = fc.oneof(
    fc.uuid(),
    fc
      .array(digit, { minLength: 32, maxLength: 32 })
      .map((digits) => digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')),
  );
  const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2033-01-01'), noInvalidDate: true });
  const texts = fc.oneof(
    numeric,
    prefixes.map((prefix) => randomId(prefix)),
    uuids,
    times.map((time) => time.toISOString()),
    times.map((time) => time.toISOString().replace('T', ' ').replace('Z', '')),
    times.map((time) => String(time.getTime())),
    times.map((time) => `${time.getTime()}000`),
    times.map((time) => time.toISOString().replaceAll(/\D/g, '').slice(0, 14)),
  );
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const text = `at ${one}: ${other}, after 3 attempts in 1200 ms`;
      expect(maskSecrets(text)).toBe(text);
    }),
    // This UUID once matched as a telephone number.
    { examples: [['00100000-0000-0000-0000-000000000000', 'bkg_3000000000007']] },
  );
});

function withCheckDigit(digits: string): string {
  const isRight = (last: number) => {
    const all = `${digits}${last}`.split('').map(Number).toReversed();
    const sum = all.reduce(
      (total, each, place) => total + (place % 2 === 0 ? each : Math.floor(each / 5) + ((2 * each) % 10)),
      0,
    );
    return sum % 10 === 0;
  };
  return `${digits}${Array.from({ length: 10 }, (_, last) => last).find(isRight)}`;
}
