import { describe, expect, it } from 'vitest';
import { usualMistakes, createSigner, createVerifier, SignatureError } from '../src/index.ts';

const timestamp = 1_795_168_800;
const secret = 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0';
const body =
  '{"id":"evt_1","type":"booking.created","created":"2026-11-20T10:00:00Z","data":{"object":{"provider":"café"}}}\n';
const header = createSigner({ secret }).header(body, { timestamp });

function verifierWith(...secrets: string[]) {
  return createVerifier({ secrets, clock: { now: () => new Date(timestamp * 1000) }, diagnose: usualMistakes });
}

const pretty = JSON.stringify(JSON.parse(body), null, 2);
const crlf = body.replaceAll('\n', '\r\n');
const latin1AsUtf8 = Buffer.from(Buffer.from(body).toString('latin1'));
const mistakes: [name: string, configured: string, arrived: string | Buffer, mistake: string][] = [
  ['quotes around the secret', `"${secret}"`, body, 'quotation marks'],
  ['a secret without whsec_', secret.slice(6), body, 'lacks its prefix whsec_'],
  ['a secret still in base64', btoa(secret), body, 'base64 form of the real one'],
  ['JSON serialized again', secret, JSON.stringify(JSON.parse(body), null, 2), 'parsed and serialized again'],
  ['JSON in a JSON string', secret, JSON.stringify(body), 'wrapped in a JSON string'],
  ['CRLF', secret, crlf, 'became CRLF'],
  ['a byte order mark', secret, `\u{FEFF}${body}`, 'byte order mark was added'],
  ['the line break cut off', secret, body.trim(), 'line break after the body was removed'],
  ['base64', secret, btoa(Buffer.from(body).toString('latin1')), 'still base64'],
  ['Latin-1', secret, latin1AsUtf8, 'Latin-1'],
];

describe('diagnose', () => {
  it.each(mistakes)('SIG-3: finds %s', async (_, configured, arrived, mistake) => {
    // Serializing also removed the line break at the end of the body, so the original is signed without it.
    const signed = mistake.includes('serialized again') ? body.trim() : body;
    const sent = createSigner({ secret }).header(signed, { timestamp });
    const verifier = verifierWith('whsec_other', configured);
    const found = verifier.check(arrived, sent);
    expect(found).toMatchObject({
      ok: false,
      reason: 'signature_mismatch',
      diagnosis: expect.stringContaining(mistake),
    });
    expect(await verifier.checkAsync(arrived, sent)).toEqual(found);
  });

  // Mistakes of the sender or of a proxy.
  const reversed: [name: string, signedWith: string, signed: string, arrived: string, mistake: string][] = [
    ['a sender that leaves out whsec_', secret.slice(6), body, body, 'leaves out whsec_'],
    ['a secret that was decoded', btoa(secret), body, body, 'decoded from base64'],
    ['line breaks without CR', secret, crlf, body, 'lost their CR'],
    ['a byte order mark removed', secret, `\u{FEFF}${body}`, body, 'byte order mark before the body was removed'],
    ['blanks around the body', secret, pretty, `\n ${pretty} `, 'added around the body'],
  ];
  it.each(reversed)('SIG-3: finds %s', (_, signedWith, signed, arrived, mistake) => {
    const sent = createSigner({ secret: signedWith }).header(signed, { timestamp });
    expect(verifierWith(secret).check(arrived, sent)).toMatchObject({ diagnosis: expect.stringContaining(mistake) });
  });

  it('SIG-3: finds a sender that decodes the secret', async () => {
    const { createHmac } = await import('node:crypto');
    const key = Buffer.from(secret.slice(6), 'base64');
    const v1 = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
    const found = verifierWith(secret).check(body, `t=${timestamp},v1=${v1}`);
    expect(found).toMatchObject({ diagnosis: expect.stringContaining('The sender decodes the secret') });
  });

  it('SIG-3: never accepts a webhook and reports nothing if no mistake matches', () => {
    const found = verifierWith('whsec_other').check(body, header);
    expect(found).toMatchObject({ ok: false, reason: 'signature_mismatch' });
    expect(found).not.toHaveProperty('diagnosis');
  });

  it('SIG-3: is off without the option', () => {
    const verifier = createVerifier({ secrets: [`"${secret}"`], clock: { now: () => new Date(timestamp * 1000) } });
    expect(verifier.check(body, header)).not.toHaveProperty('diagnosis');
  });

  it('SIG-3: appears in the error, which contains neither secret nor payload', () => {
    const verify = () => verifierWith(`'${secret}'`).verify(body, header);
    expect(verify).toThrow(SignatureError);
    expect(verify).toThrow('quotation marks around it. Remove them.');
    expect(verify).not.toThrow(/c2Vj|evt_1/);
  });

  it('SIG-3: costs at most 80 HMACs, for five secrets and the worst body', () => {
    const worst = ` "${'é\r\n'.repeat(5)}" `;
    const secrets = Array.from({ length: 5 }, (_, index) => `"whsec_YWJj${index}YWJjYWJj"`);
    for (const text of [worst, `\u{FEFF}\r\n${body}`, btoa(body.replace('é', 'e'))]) {
      const tried = [...usualMistakes({ secrets, body: Buffer.from(text) })];
      expect(tried.length).toBeLessThanOrEqual(80);
    }
  });
});
