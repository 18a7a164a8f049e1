import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSigner, createVerifier } from '../src/index.ts';
import type { HeaderSource, RawBody } from '../src/index.ts';

const timestamp = 1_795_168_800;
const secret = 'whsec_hostile';
const signer = createSigner({ secret });
const verifier = createVerifier({
  secrets: [secret, 'whsec_2', 'whsec_3'],
  clock: { now: () => new Date(timestamp * 1000) },
});

async function outcomeOf(body: RawBody, header: HeaderSource): Promise<string> {
  const found = verifier.check(body, header);
  expect(await verifier.checkAsync(body, header)).toEqual(found);
  return found.ok ? 'ok' : found.reason;
}

const bytes = fc.uint8Array({ maxLength: 6000 });
const bit = fc.nat(7).map((place) => 1 << place);

describe('hostile input', () => {
  it('SIG-2: verifies arbitrary bytes in short and long bodies, synchronously and asynchronously', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, async (body) => {
        const header = signer.header(body, { timestamp });
        expect(verifier.verifyRaw(body, header)).toEqual({ secretIndex: 0, timestamp });
        expect(await outcomeOf(body, header)).toBe('event_malformed');
      }),
    );
  });

  it('SIG-3: refuses a body with any flipped bit', async () => {
    const some = fc.uint8Array({ minLength: 1, maxLength: 6000 });
    await fc.assert(
      fc.asyncProperty(some, fc.nat(), bit, async (body, place, mask) => {
        const header = signer.header(body, { timestamp });
        const changed = Uint8Array.from(body);
        const index = place % body.length;
        changed[index] = (changed[index] ?? 0) ^ mask;
        expect(await outcomeOf(changed, header)).toBe('signature_mismatch');
      }),
    );
  });

  it('SIG-3: refuses a header with any flipped bit', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), bit, (body, place, mask) => {
        const header = Buffer.from(signer.header(body, { timestamp }));
        const index = place % header.length;
        header[index] = (header[index] ?? 0) ^ mask;
        expect(() => verifier.verifyRaw(body, header.toString('latin1'))).toThrow(
          /\((?:signature_mismatch|header_malformed)\)/,
        );
      }),
    );
  });

  it('SIG-5: refuses every age beyond the tolerance, past or future', () => {
    const tolerance = fc.nat(100_000);
    fc.assert(
      fc.property(tolerance, tolerance, fc.integer({ min: -200_000, max: 200_000 }), (past, future, age) => {
        const aged = createVerifier({
          secrets: [secret],
          tolerance: past,
          futureTolerance: future,
          clock: { now: () => new Date(timestamp * 1000) },
        });
        const found = aged.check('{}', signer.header('{}', { timestamp: timestamp - age }));
        const reason = age > past ? 'timestamp_too_old' : -age > future ? 'timestamp_too_new' : 'event_malformed';
        expect(found).toMatchObject({ ok: false, reason });
      }),
    );
  });

  it.each([
    ['a megabyte', 'x'.repeat(1_048_576)],
    ['10,000 parts', 'v1=0,'.repeat(10_000)],
    ['10,000 commas', ','.repeat(10_000)],
    ['a megabyte of digits', `t=${'1'.repeat(1_048_576)}`],
    ['NUL', `t=${timestamp}\0,v1=${'0'.repeat(64)}`],
    ['unicode', `t=${timestamp},v1=${'０'.repeat(64)}`],
    ['surrogates', `\u{D800}=\u{DC00}`],
  ])('SIG-5: refuses a header of %s', async (_, header) => {
    expect(await outcomeOf('{}', header)).toBe('header_malformed');
    expect(await outcomeOf('{}', [header])).toBe('header_malformed');
  });

  it('SIG-5: makes at most 8 comparisons with each secret for the longest header', async () => {
    const parts = [`t=${timestamp}`, ...Array<string>(59).fill(`v1=${'0'.repeat(64)}`)].join(',');
    expect(parts.length).toBeLessThanOrEqual(4096);
    expect(await outcomeOf('{}', parts)).toBe('signature_mismatch');
  });

  it('SIG-5: never throws, for any header and body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), async (body, header) => {
        expect(await outcomeOf(body as string, header as string)).not.toBe('ok');
      }),
    );
  });
});

describe('the source of the header', () => {
  const body = '{"id":"evt_1","type":"booking.created","created":"2026-11-20T10:00:00Z","data":{"object":{}}}';
  const value = signer.header(body, { timestamp });

  it.each([
    ['Headers', new Headers({ 'service-signature': value })],
    ["Node's headers", { host: 'a', 'service-signature': value }],
    ['headers in their own case', { Host: 'a', 'Service-Signature': value }],
    ['lists of values', { 'SERVICE-SIGNATURE': [value] }],
    ['headers without a prototype', Object.assign(Object.create(null) as object, { 'service-signature': value })],
  ] as [string, HeaderSource][])('SIG-1: in %s', async (_, headers) => {
    expect(await outcomeOf(body, headers)).toBe('ok');
  });

  it.each([
    {},
    { 'service-signature': undefined },
    { signature: value },
    new Headers(),
    [],
    { 'service-signature': [] },
  ])('SIG-1: %o has none', async (headers) => {
    expect(await outcomeOf(body, headers as HeaderSource)).toBe('header_missing');
  });

  it('SIG-5: refuses two headers', async () => {
    const twice = new Headers();
    twice.append('Service-Signature', value);
    twice.append('Service-Signature', value);
    expect(await outcomeOf(body, twice)).toBe('header_malformed');
    expect(await outcomeOf(body, { 'service-signature': value, 'Service-Signature': value })).toBe('header_malformed');
    expect(await outcomeOf(body, { 'service-signature': [value, value] })).toBe('header_malformed');
  });
});

it('SIG-3: parses the verified bytes even if the buffer changes meanwhile', async () => {
  const body = Buffer.from('{"id":"evt_1","type":"booking.created","created":"c","data":{"object":{}}}');
  const verified = verifier.verifyAsync(body, signer.header(body, { timestamp }));
  body.write('evt_9', body.indexOf('evt_1'));
  expect(await verified).toMatchObject({ id: 'evt_1' });
});

it('SIG-2: names the asynchronous functions if node:crypto is absent', () => {
  const found = Object.getOwnPropertyDescriptor(process, 'getBuiltinModule');
  Object.defineProperty(process, 'getBuiltinModule', { configurable: true, value: () => undefined });
  try {
    const elsewhere = createVerifier({ secrets: [secret] });
    expect(() => elsewhere.check('{}', `t=1,v1=${'0'.repeat(64)}`)).toThrow('Use verifyAsync or checkAsync');
  } finally {
    if (found) Object.defineProperty(process, 'getBuiltinModule', found);
  }
});
