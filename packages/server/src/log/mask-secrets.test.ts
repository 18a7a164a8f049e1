import { expect, it } from 'vitest';
import { maskLine, maskSecrets } from './masking.ts';

it.each([
  { text: 'the key sk_test_abc-DEF_123 is unknown', masked: 'the key [masked] is unknown' },
  { text: 'key=sk_live_abc', masked: 'key=[masked]' },
  { text: 'signed with whsec_c2VjcmV0+/=.', masked: 'signed with [masked].' },
  { text: 'Authorization: Basic dTpw', masked: 'Authorization:[masked]' },
  { text: 'line one\nCookie: a="b"; c=d\nline three', masked: 'line one\nCookie:[masked]\nline three' },
  { text: 'Set-Cookie: id=1', masked: 'Set-Cookie:[masked]' },
  { text: '{"authorization":"Bearer a","x":1}', masked: '{"authorization":[masked]' },
  { text: "[ 'Cookie', 'a=b' ]", masked: "[ 'Cookie',[masked]" },
  { text: 'got {"first_name":"Ada","party_size":2}', masked: 'got {"first_name":[masked],"party_size":2}' },
  { text: String.raw`{\"phone\": \"5\", \"id\": 1}`, masked: String.raw`{\"phone\": [masked], \"id\": 1}` },
  { text: 'sent Bearer abc.def to it', masked: 'sent Bearer [masked] to it' },
  { text: 'GET https://u:p@host.test/path failed', masked: 'GET https://[masked]host.test/path failed' },
  { text: 'POST http://host.test/hook?token=1&x=2 failed', masked: 'POST http://host.test/hook?[masked] failed' },
  { text: 'postgres://app:pw@db:5432/booking', masked: 'postgres://[masked]db:5432/booking' },
  { text: 'for ada.byron+1@diner.co.uk, twice', masked: 'for [masked], twice' },
  { text: 'for <zoë@dîner.test>', masked: 'for <[masked]>' },
  { text: 'call +351210000000 or +351 210 000 000.', masked: 'call [masked] or [masked].' },
])('ERR-7: masks $text', ({ text, masked }) => {
  expect(maskSecrets(text)).toBe(masked);
});

it.each([
  'at run (file:///srv/app/node_modules/@pinojs/redact/index.js:12:34)',
  'node_modules/pino@10.4.0/pino.js',
  '2026-11-21T09:30:00.000+02:00',
  'booking bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1 of org_5f0c1f2e3d4b4a5968778695a4b3c2d1, attempt 3',
  'The header Authorization is missing.',
  'http://127.0.0.1:7420/v1/bookings',
  'took 1763721000000 ms',
])('does not mask %s', (text) => {
  expect(maskSecrets(text)).toBe(text);
});

it('ERR-7: keeps a masked line valid JSON at every depth', () => {
  const line = {
    a: [{ b: 'say "sk_test_x"\nCookie: "a"\\' }, 1, null],
    sk_live_y: true,
    guest: { name: 'Ada' },
    cookie: 1,
  };
  expect(JSON.parse(maskLine(`${JSON.stringify(line)}\n`))).toEqual({
    a: [{ b: 'say "[masked]"\nCookie:[masked]' }, 1, null],
    '[masked]': true,
    guest: '[masked]',
    cookie: '[masked]',
  });
  expect(maskLine('{}\n')).toBe('{}\n');
});
