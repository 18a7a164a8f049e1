import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSigner, createVerifier } from '../src/index.ts';

const timestamp = 1_795_168_800;

/**
 * Computed outside this package; Python's hmac returns the same:
 * printf '%s' "1795168800.$BODY" | openssl dgst -sha256 -hmac 'whsec_gölden'
 */
const golden = {
  secret: 'whsec_gölden',
  body: '{"id":"evt_golden","type":"booking.confirmed","created":"2026-11-20T10:00:00Z","data":{"object":{"id":"bkg_golden","object":"booking","status":"confirmed","provider":"café ☕"}}}',
  header: 't=1795168800,v1=5ed86e10f2d9d0ee7d5e119a8fcf0df2ef74b6e326147ee69bac7a23471411f8',
};

describe('createSigner', () => {
  it('SIG-1 SIG-2: signs as openssl does, and the verifier accepts it', () => {
    const signer = createSigner({ secret: golden.secret });
    const verifier = createVerifier({ secrets: [golden.secret], clock: { now: () => new Date(timestamp * 1000) } });
    for (const body of [golden.body, Buffer.from(golden.body)]) {
      expect(signer.header(body, { timestamp })).toBe(golden.header);
      expect(verifier.verify(body, golden.header)).toStrictEqual(JSON.parse(golden.body));
    }
  });

  it('SIG-2: signs <t>.<raw body> with the UTF-8 bytes of the secret, for any bytes', () => {
    const secrets = fc.string({ unit: 'grapheme', minLength: 1 }).filter((secret) => secret === secret.trim());
    fc.assert(
      fc.property(secrets, fc.nat(999_999_999_999), fc.uint8Array({ maxLength: 2000 }), (secret, time, body) => {
        const signed = Buffer.concat([Buffer.from(`${time}.`), body]);
        const hex = createHmac('sha256', Buffer.from(secret, 'utf8')).update(signed).digest('hex');
        expect(createSigner({ secret }).header(body, { timestamp: time })).toBe(`t=${time},v1=${hex}`);
      }),
    );
  });

  it.each([0, 1, 63, 64, 65, 4095, 4096, 4097, 4105, 4112, 4113, 100_000])(
    'SIG-2: signs a body of %i bytes',
    (bytes) => {
      const body = Buffer.alloc(bytes, 'webhook');
      for (const secret of ['whsec_a', 's'.repeat(64), 's'.repeat(65)]) {
        for (const time of [0, 999_999_999_999]) {
          const hex = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
          expect(createSigner({ secret }).header(body, { timestamp: time })).toBe(`t=${time},v1=${hex}`);
        }
      }
    },
  );

  it('SIG-2: signs only the part of a buffer that the body views', () => {
    const signer = createSigner({ secret: 'whsec_a' });
    expect(signer.header(Buffer.from('xxbodyxx').subarray(2, 6), { timestamp })).toBe(
      signer.header('body', { timestamp }),
    );
  });

  it('SIG-4: reads t from now, rounded down to seconds, for every attempt', () => {
    let milliseconds = timestamp * 1000 + 999;
    const signer = createSigner({ secret: 'whsec_a', clock: { now: () => new Date(milliseconds) } });
    const first = signer.header('{}');
    milliseconds += 1;
    const second = signer.header('{}');
    expect(first).toBe(signer.header('{}', { timestamp }));
    expect(second).toBe(signer.header('{}', { timestamp: timestamp + 1 }));
    expect(second.slice(-64)).not.toBe(first.slice(-64));
  });

  it.each([undefined, null, '', ' \n', 42])('SIG-2: refuses the secret %j', (secret) => {
    expect(() => createSigner({ secret: secret as string })).toThrow(TypeError);
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1_000_000_000_000, '1795168800'])(
    'SIG-1: refuses the timestamp %j',
    (wrong) => {
      const signer = createSigner({ secret: 'whsec_a' });
      expect(() => signer.header('{}', { timestamp: wrong as number })).toThrow(RangeError);
      expect(() =>
        createSigner({ secret: 'whsec_a', clock: { now: () => new Date(Number.NaN) } }).header('{}'),
      ).toThrow(RangeError);
    },
  );

  it.each([{ id: 'evt_1' }, null, undefined, 42, new Uint16Array(2)])('SIG-2: refuses the body %j', (body) => {
    const signer = createSigner({ secret: 'whsec_a' });
    expect(() => signer.header(body as unknown as string, { timestamp })).toThrow(TypeError);
  });
});
