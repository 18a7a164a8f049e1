/** maskLine does not parse a line in which nothing can be masked. These tests prove that it finds every line that needs masking. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskLine, maskWholeLine } from './masking.ts';

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
  'diner.test',
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
  '"guest"',
  '"phone": ',
  '"email":"',
  'guest',
  'phone',
  'x',
  '_',
  'é',
  '雨',
  '\ud83d',
);
const text = fc.array(pieces, { maxLength: 9 }).map((parts) => parts.join(''));
const name = fc.oneof(
  { weight: 3, arbitrary: text },
  fc.constantFrom('guest', 'cookie', 'set-cookie', 'Authorization', 'phone', 'payload', 'route', 'err'),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    { weight: 6, arbitrary: text },
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
    hostname: 'booking-1',
    request_id: 'req_019a8f03c1d27e4ab5f6071829304a5b',
    booking_id: 'bkg_00198f03c1d27e4ab5f6071829304a5e',
    trace_id: '00192f3577b34da6a3ce929d0e0e4736',
    operationId: 'createBooking',
    organization_id: 'org_019a8f03c1d27e4ab5f6071829304a5c',
    key_id: 'key_019a8f03c1d27e4ab5f6071829304a5d',
    key_digest: '0049b1c2d3e4',
    client_address: '192.168.100.200',
    method: 'POST',
    route: '/v1/bookings/{id}',
    status: 409,
    error_code: 'invalid_state',
    duration_ms: 12,
  };
  // Masking would write the line again, without its spaces.
  const line = `${JSON.stringify(fields, null, ' ')}\n`;
  expect(maskLine(line)).toBe(line);
  expect(maskWholeLine(line)).not.toBe(line);
});
