import { expect, it } from 'vitest';
import fc from 'fast-check';
import { createMasking, errorLine } from './error-line.ts';
import { randomId } from '../ids.ts';

it('returns type, message, code, stack and every cause', () => {
  const root = Object.assign(new TypeError('The socket closed.'), { code: 'ECONNRESET', sql: 'SELECT 1' });
  const line = errorLine(new Error('The call failed.', { cause: root }));
  expect(line).toEqual({
    type: 'Error',
    message: 'The call failed.',
    stack: expect.stringContaining('error-line.test'),
    cause: {
      type: 'TypeError',
      message: 'The socket closed.',
      code: 'ECONNRESET',
      stack: expect.stringContaining('error-line.test'),
    },
  });
});

it('ERR-7: masks secrets in messages, codes, stacks and causes', () => {
  const cause = Object.assign(new Error('whsec_hunter2'), { code: 'sk_test_hunter2' });
  const line = errorLine(new Error('sk_live_hunter2', { cause: new Error('ada@hunter2.test', { cause }) }));
  expect(JSON.stringify(line)).not.toContain('hunter2');
});

it('ERR-7: masks personal data as whole words, in any case', () => {
  const reader = { first_name: 'Al', last_name: "O'Byron (jr.)", phone: '+351210000000' };
  const about = {
    loan: { reader, book_id: 'boo_1', metadata: { note: 'by the window' } },
    answer: { code: '424242' },
  };
  const error = new Error("AL o'byron (jr.) of boo_1 also wants by the window with 424242, not 4242424");
  expect(errorLine(error, about, ['reader']).message).toBe(
    '[masked] [masked] of boo_1 also wants [masked] with [masked], not 4242424',
  );
});

it('accepts values that are not errors, and circular causes', () => {
  expect(errorLine('sk_test_x')).toEqual({ type: 'string', message: '[masked]' });
  expect(errorLine(undefined)).toEqual({ type: 'undefined', message: 'undefined' });
  const circle = new Error('round');
  circle.cause = circle;
  const about: { reader?: unknown } = {};
  about.reader = about;
  expect(JSON.stringify(errorLine(circle, about, ['reader'])).length).toBeLessThan(100_000);
});

// maskLine does not parse a line in which nothing can be masked. These tests prove that it finds every line that needs masking.

const { maskLine, maskWholeLine, maskSecrets } = createMasking(['reader']);

/** Pieces of what the patterns match, so that random texts are often secrets and often nearly secrets. */
const pieces = fc.constantFrom(
  'sk_test_',
  'SK_LIVE_',
  'sk_',
  'whsec_',
  'Bearer ',
  'BASIC ',
  'Authorization',
  'cookie',
  ':',
  '=',
  ',',
  ' ',
  '"',
  "'",
  '\\',
  '\n',
  '\t',
  '\r',
  'https://',
  'wss://',
  'postgres://',
  '://',
  '?',
  '#',
  'u:p',
  '@',
  'ada',
  'reader.test',
  '.co',
  '+',
  '+49',
  '00',
  '0049',
  '(0',
  '(030)',
  '30',
  '1234567',
  '4111',
  '4111111111111111',
  '0',
  '7',
  '-',
  '.',
  '/',
  '(',
  ')',
  '\u00a0',
  '\u2009',
  '\u2011',
  '"reader"',
  '"phone": ',
  '"email":"',
  'reader',
  'phone',
  'x',
  '_',
  'é',
  '雨',
  '\ud83d',
);
const anyText = fc.array(pieces, { maxLength: 9 }).map((parts) => parts.join(''));
const name = fc.oneof(
  { weight: 3, arbitrary: anyText },
  fc.constantFrom('reader', 'cookie', 'set-cookie', 'Authorization', 'phone', 'payload', 'route', 'err'),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    { weight: 6, arbitrary: anyText },
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.constantFrom(true, null, 4111111111111111),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}));

it('ERR-7: masks exactly as much as if it parsed every line', () => {
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 4 }), (fields) => {
      const line = `${JSON.stringify(fields)}\n`;
      expect(JSON.parse(maskLine(line))).toEqual(JSON.parse(maskWholeLine(line)));
    }),
    { numRuns: 20_000 },
  );
});

it('does not parse the line of a usual request', () => {
  const fields = {
    level: 'info',
    time: '2026-11-21T09:30:00.000Z',
    pid: 4711,
    hostname: 'library-1',
    request_id: 'req_019a8f03c1d27e4ab5f6071829304a5b',
    loan_id: 'lon_00198f03c1d27e4ab5f6071829304a5e',
    trace_id: '00192f3577b34da6a3ce929d0e0e4736',
    operationId: 'createLoan',
    organization_id: 'org_019a8f03c1d27e4ab5f6071829304a5c',
    key_id: 'key_019a8f03c1d27e4ab5f6071829304a5d',
    key_digest: '0049b1c2d3e4',
    client_address: '192.168.100.200',
    method: 'POST',
    route: '/v1/loans/{id}',
    status: 409,
    error_code: 'invalid_state',
    duration_ms: 12,
  };
  // Masking would write the line again, without its spaces.
  const line = `${JSON.stringify(fields, null, ' ')}\n`;
  expect(maskLine(line)).toBe(line);
  expect(maskWholeLine(line)).not.toBe(line);
});

it.each([
  { text: 'card 4111 1111 1111 1111 was declined', masked: 'card [masked] was declined' },
  { text: 'card 4111-1111-1111-1111, 12/27', masked: 'card [masked], 12/27' },
  { text: 'pan=5500.0000.0000.0004;', masked: 'pan=[masked];' },
  { text: 'amex 378282246310005', masked: 'amex [masked]' },
  { text: 'pan "4111\u00a01111\u00a01111\u00a01111"', masked: 'pan "[masked]"' },
  { text: '120 4111 1111 1111 1111 737', masked: '120 [masked] 737' },
  { text: 'caller (0049 30 1234567) is unknown', masked: 'caller ([masked]) is unknown' },
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
/** The words around a number in the error of another system. */
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
  const prefixes = fc.constantFrom('evt', 'req', 'org', 'key', 'dlv');
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
    { examples: [['00100000-0000-0000-0000-000000000000', 'evt_3000000000007']] },
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

it.each([
  { text: 'the key sk_test_abc-DEF_123 is unknown', masked: 'the key [masked] is unknown' },
  { text: 'key=sk_live_abc', masked: 'key=[masked]' },
  { text: 'signed with whsec_c2VjcmV0+/=.', masked: 'signed with [masked].' },
  { text: 'Authorization: Basic dTpw', masked: 'Authorization:[masked]' },
  { text: 'line one\nCookie: a="b"; c=d\nline three', masked: 'line one\nCookie:[masked]\nline three' },
  { text: 'Set-Cookie: id=1', masked: 'Set-Cookie:[masked]' },
  { text: '{"authorization":"Bearer a","x":1}', masked: '{"authorization":[masked]' },
  { text: "[ 'Cookie', 'a=b' ]", masked: "[ 'Cookie',[masked]" },
  { text: 'got {"first_name":"Ada","copies":2}', masked: 'got {"first_name":[masked],"copies":2}' },
  { text: String.raw`{\"phone\": \"5\", \"id\": 1}`, masked: String.raw`{\"phone\": [masked], \"id\": 1}` },
  { text: 'sent Bearer abc.def to it', masked: 'sent Bearer [masked] to it' },
  { text: 'GET https://u:p@host.test/path failed', masked: 'GET https://[masked]host.test/path failed' },
  { text: 'POST http://host.test/hook?token=1&x=2 failed', masked: 'POST http://host.test/hook?[masked] failed' },
  { text: 'postgres://app:pw@db:5432/library', masked: 'postgres://[masked]db:5432/library' },
  { text: 'for ada.byron+1@reader.co.uk, twice', masked: 'for [masked], twice' },
  { text: 'for <zoë@dîner.test>', masked: 'for <[masked]>' },
  { text: 'call +351210000000 or +351 210 000 000.', masked: 'call [masked] or [masked].' },
])('ERR-7: masks $text', ({ text, masked }) => {
  expect(maskSecrets(text)).toBe(masked);
});

it.each([
  'at run (file:///srv/app/node_modules/@pinojs/redact/index.js:12:34)',
  'node_modules/pino@10.4.0/pino.js',
  '2026-11-21T09:30:00.000+02:00',
  'loan lon_5f0c1f2e3d4b4a5968778695a4b3c2d1 of org_5f0c1f2e3d4b4a5968778695a4b3c2d1, attempt 3',
  'The header Authorization is missing.',
  'http://127.0.0.1:7420/v1/loans',
  'took 1763721000000 ms',
])('does not mask %s', (text) => {
  expect(maskSecrets(text)).toBe(text);
});

it('ERR-7: keeps a masked line valid JSON at every depth', () => {
  const line = {
    a: [{ b: 'say "sk_test_x"\nCookie: "a"\\' }, 1, null],
    sk_live_y: true,
    reader: { name: 'Ada' },
    cookie: 1,
  };
  expect(JSON.parse(maskLine(`${JSON.stringify(line)}\n`))).toEqual({
    a: [{ b: 'say "[masked]"\nCookie:[masked]' }, 1, null],
    '[masked]': true,
    reader: '[masked]',
    cookie: '[masked]',
  });
  expect(maskLine('{}\n')).toBe('{}\n');
});
