import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSigner, createVerifier, type HeaderValue } from '../src/index.ts';
import { isAmong, SIGNATURE_HEADER, SIGNATURE_SCHEME } from '../src/lib/verifying/signature.ts';
import { delivery } from '@booking-service/contract';
import { DEFAULT_TOLERANCE } from '../src/lib/verifying/verify.ts';

const timestamp = 1_795_168_800;
const verifier = createVerifier({ secrets: ['whsec_a'], clock: { now: () => new Date(timestamp * 1000) } });
const body = '{"id":"evt_1","type":"booking.created","created":"2026-11-20T10:00:00Z","data":{"object":{}}}';
const header = createSigner({ secret: 'whsec_a' }).header(body, { timestamp });
const [t = '', v1 = ''] = header.split(',');
const wrong = `v1=${'0'.repeat(64)}`;

function getOutcome(value: HeaderValue): string {
  const verification = verifier.check(body, value);
  return verification.ok ? 'ok' : verification.reason;
}

describe('the Service-Signature header', () => {
  it.each([undefined, null, '', [], ['']])('SIG-1: treats %j as missing', (value) => {
    expect(getOutcome(value)).toBe('header_missing');
  });

  it('SIG-1: accepts a string, an array of one, and the parts in any order', () => {
    for (const value of [header, [header], `${v1},${t}`, ` ${t} ,\t${v1} `]) expect(getOutcome(value)).toBe('ok');
  });

  it('SIG-5: ignores unknown parts', () => {
    const unknown = ['v0=abc', 'v2=', 'T=1', 'V1=x', 'tt=5', '=', 'alone', '', 'ключ=☕'];
    expect(getOutcome([...unknown, t, ...unknown, v1, ...unknown].join(','))).toBe('ok');
  });

  it('SIG-5: tries each v1 part and skips malformed ones', () => {
    expect(getOutcome(`${t},${wrong},${v1}`)).toBe('ok');
    expect(getOutcome(`${t},${v1},${wrong}`)).toBe('ok');
    expect(getOutcome(`${t},v1=,v1=abc,${v1}`)).toBe('ok');
    expect(getOutcome(`${t},${wrong},${wrong}`)).toBe('signature_mismatch');
  });

  it('SIG-5: reads at most 8 signatures', () => {
    expect(getOutcome([t, ...Array<string>(7).fill(wrong), v1].join(','))).toBe('ok');
    expect(getOutcome([t, ...Array<string>(8).fill(wrong), v1].join(','))).toBe('signature_mismatch');
  });

  it.each([
    ['no t', v1],
    ['t twice', `${t},${t},${v1}`],
    ['t twice, one empty', `t=,${t},${v1}`],
    ['empty t', `t=,${v1}`],
    ['t without value', `t,${v1}`],
    ['signed t', `t=+1795168800,${v1}`],
    ['negative t', `t=-1795168800,${v1}`],
    ['fractional t', `t=1795168800.0,${v1}`],
    ['exponent in t', `t=1e9,${v1}`],
    ['hexadecimal t', `t=0x6b000000,${v1}`],
    ['blank within t', `t= 1795168800,${v1}`],
    ['13 digits in t', `t=0001795168800,${v1}`],
    ['full-width digits in t', `t=１７９５１６８８００,${v1}`],
    ['newline within the parts', `t=1795168800\n5,${v1}`],
    ['NUL after t', `${t}\0,${v1}`],
    ['NUL after v1', `${header}\0`],
    ['no v1', t],
    ['empty v1', `${t},v1=`],
    ['v1 in upper case', `${t},v1=${v1.slice(3).toUpperCase()}`],
    ['v1 too short', header.slice(0, -1)],
    ['v1 too long', `${header}0`],
    ['v1 in full-width digits', `${t},v1=${'０'.repeat(64)}`],
    ['another separator', `${t};${v1}`],
    ['the header twice', `${header}, ${header}`],
  ])('SIG-1 SIG-5: malformed: %s', (_, value) => {
    expect(getOutcome(value)).toBe('header_malformed');
  });

  it('SIG-2: signs the text of t, leading zeros included', () => {
    const hex = createHmac('sha256', 'whsec_a').update(`001795168800.${body}`).digest('hex');
    expect(getOutcome(`t=001795168800,v1=${hex}`)).toBe('ok');
    expect(getOutcome(`t=1795168800,v1=${hex}`)).toBe('signature_mismatch');
  });

  it('SIG-1: refuses an array of several values or of other types', () => {
    const values: unknown[] = [[header, header], [t, v1], [[header]], [1], 1, true, Symbol('t')];
    for (const value of values) {
      expect(getOutcome(value as HeaderValue)).toBe('header_malformed');
    }
  });

  it('accepts 4096 characters and no more', () => {
    expect(getOutcome(header.padEnd(4096, ','))).toBe('ok');
    expect(getOutcome(header.padEnd(4097, ','))).toBe('header_malformed');
  });

  it.each([
    ['1 MB of digits', `t=${'1'.repeat(1_000_000)},${v1}`],
    ['1 MB of blanks', `${t}${' '.repeat(1_000_000)},${v1}`],
    ['10,000 signatures', [t, ...Array<string>(10_000).fill(v1)].join(',')],
    ['10,000 empty parts', `${header}${','.repeat(10_000)}`],
    ['an array of 10,000', Array<string>(10_000).fill(header)],
  ])('refuses %s', (_, value) => {
    expect(getOutcome(value)).toBe('header_malformed');
  });

  it('SIG-3: never throws from check, for any header and body', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (anyHeader, anyBody) => {
        expect(verifier.check(anyBody as string, anyHeader as string).ok).toBe(false);
        expect(verifier.check(anyBody as string, header).ok).toBe(false);
      }),
    );
  });

  it('SIG-3: refuses every variation of a genuine header', () => {
    const pieces = fc.constantFrom(t, wrong, 't=', 'v1=', ',', '=', '\0', '1795168800', v1.slice(3, 66), ' ');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        expect(verifier.check(body, parts.join('')).ok).toBe(false);
      }),
    );
  });
});

const expected = '0123456789abcdef'.repeat(4);

/** Text that counts the reads of its characters. */
class CountedText extends String {
  reads = 0;

  override charCodeAt(index: number): number {
    this.reads += 1;
    return super.charCodeAt(index);
  }
}

it.each([
  { name: 'the first digit', signature: `f${expected.slice(1)}` },
  { name: 'the last digit', signature: `${expected.slice(0, -1)}0` },
  { name: 'every digit', signature: 'g'.repeat(64) },
  { name: 'no digit', signature: expected },
])('SIG-3: reads all 64 digits of a signature that differs in $name', ({ signature }) => {
  const counted = new CountedText(signature);
  // A String object behaves like the string in the comparison, and counts the reads.
  expect(isAmong([counted as unknown as string], expected)).toBe(signature === expected);
  expect(counted.reads).toBe(64);
});

it('SIG-3: finds the expected signature after others and never a shorter one', () => {
  expect(isAmong(['f'.repeat(64), expected], expected)).toBe(true);
  expect(isAmong([expected.slice(0, 63), ''], expected)).toBe(false);
  expect(isAmong([], expected)).toBe(false);
});

it("SIG-1 SIG-5: has the contract's header name, scheme and tolerance", () => {
  const own = { header: SIGNATURE_HEADER, scheme: SIGNATURE_SCHEME, tolerance_seconds: DEFAULT_TOLERANCE };
  expect(delivery.signature).toMatchObject(own);
});
