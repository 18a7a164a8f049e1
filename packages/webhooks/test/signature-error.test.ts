import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as here from '../src/index.ts';
import type { SignatureErrorReason } from '../src/index.ts';

const { createSigner, createVerifier, SignatureError } = here;

const timestamp = 1_795_168_800;
const secret = 'whsec_private';
const other = createSigner({ secret: 'whsec_other' });
const signer = createSigner({ secret });
const event =
  '{"id":"evt_1","type":"booking.created","created":"2026-11-20T10:00:00Z","data":{"object":{"card":"4242"}}}';
const notAnEvent = '{"card":"4242"';

const refusals: Record<SignatureErrorReason, [body: unknown, header: string | undefined]> = {
  header_missing: [event, undefined],
  header_malformed: [event, 't=4242'],
  body_not_raw: [JSON.parse(event), signer.header(event, { timestamp })],
  body_too_large: [event + ' '.repeat(200), signer.header(event, { timestamp })],
  signature_mismatch: [event, other.header(event, { timestamp })],
  timestamp_too_old: [event, signer.header(event, { timestamp: timestamp - 301 })],
  timestamp_too_new: [event, signer.header(event, { timestamp: timestamp + 301 })],
  event_malformed: [notAnEvent, signer.header(notAnEvent, { timestamp })],
};
const reasons = Object.keys(refusals) as SignatureErrorReason[];
const verifier = createVerifier({
  secrets: [secret],
  maxBodyBytes: 200,
  clock: { now: () => new Date(timestamp * 1000) },
});

function getError(reason: SignatureErrorReason): here.SignatureError {
  const [body, header] = refusals[reason];
  try {
    verifier.verify(body as string, header);
  } catch (error) {
    if (error instanceof SignatureError) return error;
    throw error;
  }
  throw new Error(`${reason} was not refused`);
}

describe('SignatureError', () => {
  it.each(reasons)('SIG-3: throws %s from verify and returns it from check, with the fix', (reason) => {
    const [body, header] = refusals[reason];
    const error = getError(reason);
    expect(error.name).toBe('SignatureError');
    expect(error.reason).toBe(reason);
    expect(error.message).toContain(reason);
    expect(error.message).toContain(error.hint);
    expect(verifier.check(body as string, header)).toStrictEqual({ ok: false, reason, hint: error.hint });
  });

  it.each(reasons)('SIG-3: keeps payload, secret and header out of %s', (reason) => {
    const error = getError(reason);
    const shown = inspect(error, { depth: Infinity, showHidden: true }) + JSON.stringify(error);
    expect(shown).not.toMatch(/4242|evt_1|whsec_/);
    expect(error.cause).toBeUndefined();
  });

  it('SIG-3: asks for the raw bytes after a parsed body', () => {
    expect(getError('body_not_raw').hint).toContain('raw bytes');
  });

  it('supports instanceof across two copies of the package, as CommonJS and an ES module in one process are', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'webhooks-copy-'));
    try {
      await cp(fileURLToPath(new URL('../src', import.meta.url)), join(folder, 'src'), { recursive: true });
      const copy = (await import(pathToFileURL(join(folder, 'src/index.ts')).href)) as typeof here;
      const refusal = { ok: false, reason: 'header_missing', hint: '' } as const;
      expect(copy.SignatureError).not.toBe(SignatureError);
      expect(new copy.SignatureError(refusal) instanceof SignatureError).toBe(true);
      expect(new SignatureError(refusal) instanceof copy.SignatureError).toBe(true);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.each([undefined, null, 'text', {}, new Error('another'), Object.create(null)])('is not %j', (value) => {
    expect(value instanceof SignatureError).toBe(false);
  });

  it('SIG-5: names the sandbox clock as a reason for a time in the future', () => {
    expect(getError('timestamp_too_new').hint).toMatch(/sandbox clock.* Else set the clock/);
    expect(getError('timestamp_too_old').hint).not.toContain('sandbox');
  });

  it('lists exactly these reasons in the README', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const [table = ''] = readme.slice(readme.indexOf('| reason ')).split('\n\n');
    const rows = [...table.matchAll(/^\| `([a-z_]+)`/gm)].map((row) => row[1]);
    expect(rows).toHaveLength(reasons.length);
    expect(new Set(rows)).toStrictEqual(new Set(reasons));
  });
});
