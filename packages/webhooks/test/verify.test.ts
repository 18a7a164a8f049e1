import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createSigner, createVerifier } from '../src/index.ts';
import type { Verification, VerifierOptions } from '../src/index.ts';

const timestamp = 1_795_168_800;
const clock = { now: () => new Date(timestamp * 1000) };
const signer = createSigner({ secret: 'whsec_a', clock });
const verifier = createVerifier({ secrets: ['whsec_a'], clock });
const event = {
  id: 'evt_1',
  type: 'booking.confirmed',
  created: '2026-11-20T10:00:00Z',
  data: { object: { id: 'bkg_1', object: 'booking', status: 'confirmed', provider: 'café ☕' } },
};
const body = JSON.stringify(event);
const header = signer.header(body);

function getOutcome(verification: Verification): string {
  return verification.ok ? 'ok' : verification.reason;
}

describe('createVerifier', () => {
  it('SIG-3: accepts a string, a Buffer and a view of a larger buffer', () => {
    const padded = new TextEncoder().encode(`__${body}__`);
    for (const raw of [body, Buffer.from(body), padded.subarray(2, -2), new TextEncoder().encode(body).buffer]) {
      expect(verifier.verify(raw, header)).toStrictEqual(event);
      expect(verifier.check(raw, header)).toStrictEqual({ ok: true, event, secretIndex: 0, timestamp });
    }
  });

  it('SIG-3: returns the event that was verified if the buffer is reused meanwhile', async () => {
    const other = new TextEncoder().encode(body.replace('evt_1', 'evt_2'));
    for (const form of [(bytes: Uint8Array) => bytes, (bytes: Uint8Array) => bytes.buffer as ArrayBuffer]) {
      const bytes = new TextEncoder().encode(body);
      const verified = verifier.verifyAsync(form(bytes), header);
      bytes.set(other);
      expect(await verified).toStrictEqual(event);
    }
  });

  it('loads and verifies without the encoders of a browser, as in jsdom', async () => {
    vi.stubGlobal('TextEncoder', undefined);
    vi.stubGlobal('TextDecoder', undefined);
    vi.resetModules();
    const inJsdom = await import('../src/index.ts');
    vi.unstubAllGlobals();
    expect(inJsdom.createVerifier({ secrets: ['whsec_a'], clock }).verify(body, header)).toStrictEqual(event);
  });

  it('reads the secrets for each webhook from a function, and rejects with its error', async () => {
    const cause = new Error('The vault is closed.');
    let secrets = Promise.reject<readonly string[]>(cause);
    const late = createVerifier({ secrets: () => secrets, clock });
    await expect(late.checkAsync(body, header)).rejects.toBe(cause);
    secrets = Promise.resolve(['whsec_b', 'whsec_a']);
    expect(await late.checkAsync(body, header)).toMatchObject({ ok: true, secretIndex: 1 });
    expect(() => late.check(body, header)).toThrow('A promise of one needs an Async method.');
    expect(createVerifier({ secrets: () => ['whsec_a'], clock }).verify(body, header)).toStrictEqual(event);
    await expect(createVerifier({ secrets: () => [''] }).verifyAsync(body, header)).rejects.toThrow('unset');
  });

  it('SIG-2: verifies what the signer signs, for any event', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.json({ maxDepth: 2 }),
        fc.nat(600),
        (id, extra, ahead) => {
          const raw = `{"id":${JSON.stringify(id)},"type":"t","created":"c","data":{"object":{}},"extra":${extra}}`;
          const at = timestamp - 300 + ahead;
          const verification = verifier.check(Buffer.from(raw), signer.header(raw, { timestamp: at }));
          expect(verification).toStrictEqual({ ok: true, event: JSON.parse(raw), secretIndex: 0, timestamp: at });
        },
      ),
    );
  });

  it('SIG-2: verifies arbitrary bytes and no others', () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(bytes, bytes, (signed, sent) => {
        const same = Buffer.from(signed).equals(sent);
        expect(getOutcome(verifier.check(signed, signer.header(signed)))).toBe('event_malformed');
        expect(getOutcome(verifier.check(sent, signer.header(signed)))).toBe(
          same ? 'event_malformed' : 'signature_mismatch',
        );
      }),
    );
  });

  it('SIG-3: refuses the body with any single bit flipped, and any prefix of it', () => {
    const raw = Buffer.from(body);
    for (let bit = 0; bit < raw.length * 8; bit += 1) {
      const flipped = Buffer.from(raw);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(getOutcome(verifier.check(flipped, header))).toBe('signature_mismatch');
    }
    for (let length = 0; length < raw.length; length += 1) {
      expect(getOutcome(verifier.check(raw.subarray(0, length), header))).toBe('signature_mismatch');
    }
  });

  it('SIG-3: refuses the header with any digit changed to any other', () => {
    for (const [index, digit] of header.split('').entries()) {
      // Positions of the digits of t (2 to 11) and of v1 (16 on) in `t=1795168800,v1=<64 hex digits>`.
      const alphabet = index >= 16 ? '0123456789abcdefABCDEFg' : index >= 2 && index <= 11 ? '0123456789' : '';
      for (const other of alphabet.replace(digit, '')) {
        const changed = header.slice(0, index) + other + header.slice(index + 1);
        expect(getOutcome(verifier.check(body, changed))).toBe(
          /[A-Zg]/.test(other) ? 'header_malformed' : 'signature_mismatch',
        );
      }
    }
  });

  it('SIG-3: refuses JSON that was serialized again with other blanks', () => {
    expect(getOutcome(verifier.check(JSON.stringify(event, null, 2), header))).toBe('signature_mismatch');
  });

  it.each([event, undefined, null, 42, [body], new DataView(new ArrayBuffer(8))])(
    'SIG-3: refuses the body %j as not raw',
    (raw) => {
      expect(getOutcome(verifier.check(raw as unknown as string, header))).toBe('body_not_raw');
    },
  );

  it('accepts a body of maxBodyBytes and refuses one more byte, as a string and as bytes', () => {
    const bytes = Buffer.byteLength(body);
    const exact = createVerifier({ secrets: ['whsec_a'], clock, maxBodyBytes: bytes });
    const tight = createVerifier({ secrets: ['whsec_a'], clock, maxBodyBytes: bytes - 1 });
    for (const raw of [body, Buffer.from(body)]) {
      expect(getOutcome(exact.check(raw, header))).toBe('ok');
      expect(getOutcome(tight.check(raw, header))).toBe('body_too_large');
    }
    const [largest, tooLarge] = [262_144, 262_145].map((length) => body.padEnd(length - bytes + body.length));
    expect(getOutcome(verifier.check(largest ?? '', signer.header(largest ?? '')))).toBe('ok');
    expect(getOutcome(verifier.check(tooLarge ?? '', signer.header(tooLarge ?? '')))).toBe('body_too_large');
  });
});

describe('the age of a signature', () => {
  const cases: [options: Omit<VerifierOptions, 'secrets'>, age: number, outcome: string][] = [
    [{}, 300, 'ok'],
    [{}, 301, 'timestamp_too_old'],
    [{}, -300, 'ok'],
    [{}, -301, 'timestamp_too_new'],
    [{ tolerance: 10 }, 10, 'ok'],
    [{ tolerance: 10 }, 11, 'timestamp_too_old'],
    [{ tolerance: 10 }, -10, 'ok'],
    [{ tolerance: 10 }, -11, 'timestamp_too_new'],
    [{ futureTolerance: 0 }, 300, 'ok'],
    [{ futureTolerance: 0 }, 0, 'ok'],
    [{ futureTolerance: 0 }, -1, 'timestamp_too_new'],
    [{ tolerance: 0, futureTolerance: 5 }, 1, 'timestamp_too_old'],
    [{ tolerance: 0, futureTolerance: 5 }, -5, 'ok'],
    [{ tolerance: Number.POSITIVE_INFINITY, futureTolerance: 0 }, timestamp, 'ok'],
  ];
  it.each(cases)('SIG-5: with %j, %i s is %s', (options, age, outcome) => {
    const aged = createVerifier({ secrets: ['whsec_a'], clock, ...options });
    const sent = signer.header(body, { timestamp: timestamp - age });
    expect(getOutcome(aged.check(body, sent))).toBe(outcome);
  });

  it('SIG-5: counts whole seconds as t does', () => {
    const late = createVerifier({
      secrets: ['whsec_a'],
      clock: { now: () => new Date((timestamp + 300) * 1000 + 999) },
    });
    expect(getOutcome(late.check(body, header))).toBe('ok');
  });

  it('SIG-5: refuses if the clock does not return a number', () => {
    const broken = createVerifier({ secrets: ['whsec_a'], clock: { now: () => new Date(Number.NaN) } });
    expect(getOutcome(broken.check(body, header))).toBe('timestamp_too_old');
  });

  it('SIG-5: is checked after the signature', () => {
    expect(getOutcome(verifier.check(body, `t=1,v1=${header.slice(-64)}`))).toBe('signature_mismatch');
  });
});

describe('several secrets', () => {
  it('SIG-2: accepts both secrets during a rotation and reports the matching one', () => {
    const rotating = createVerifier({ secrets: ['whsec_new', 'whsec_a'], clock });
    const fresh = createSigner({ secret: 'whsec_new', clock }).header(body);
    expect(rotating.check(body, fresh)).toMatchObject({ ok: true, secretIndex: 0 });
    expect(rotating.check(body, header)).toMatchObject({ ok: true, secretIndex: 1 });
    expect(getOutcome(createVerifier({ secrets: ['whsec_new'], clock }).check(body, header))).toBe(
      'signature_mismatch',
    );
  });

  it('accepts five secrets and refuses six', () => {
    const five = ['1', '2', '3', '4', 'whsec_a'];
    expect(createVerifier({ secrets: five, clock }).check(body, header)).toMatchObject({ ok: true, secretIndex: 4 });
    expect(() => createVerifier({ secrets: [...five, '6'] })).toThrow(RangeError);
  });

  it.each([undefined, [], 'abc', [''], ['whsec_a', ' '], ['whsec_a', undefined]])(
    'SIG-3: refuses to verify with the secrets %j',
    (secrets) => {
      expect(() => createVerifier({ secrets: secrets as string[] })).toThrow(TypeError);
      expect(() => createVerifier({ secrets: secrets as string[] })).toThrow(/^The signing secret/);
    },
  );

  it.each(['tolerance', 'futureTolerance', 'maxBodyBytes'])('refuses a %s that is not a number from 0 up', (option) => {
    for (const wrong of [-1, Number.NaN, '300', null]) {
      expect(() => createVerifier({ secrets: ['whsec_a'], [option]: wrong })).toThrow(RangeError);
    }
  });
});

describe('the event', () => {
  it('EVT-4: accepts unknown types and fields', () => {
    const raw = JSON.stringify({ ...event, type: 'venue.closed', data: { object: { status: 'waitlisted' }, more: 1 } });
    expect(verifier.verify(raw, signer.header(raw))).toStrictEqual(JSON.parse(raw));
  });

  const data = { object: {} };
  it.each([
    '',
    'null',
    '[]',
    '"text"',
    body.slice(0, -1),
    JSON.stringify({ ...event, id: 1 }),
    JSON.stringify({ id: 'evt_1', created: 'c', data }),
    JSON.stringify({ id: 'evt_1', type: 't', created: null, data }),
    JSON.stringify({ ...event, data: undefined }),
    JSON.stringify({ ...event, data: [] }),
    JSON.stringify({ ...event, data: { object: [] } }),
    JSON.stringify({ ...event, data: { object: null } }),
    `{"__proto__":${body}}`,
    Buffer.concat([Buffer.from(body.slice(0, -1)), Buffer.from([0x2c, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])]),
    '['.repeat(200_000),
  ])('EVT-2: refuses a signed body that is not an event (%#)', (raw) => {
    expect(getOutcome(verifier.check(raw, signer.header(raw)))).toBe('event_malformed');
  });
});
