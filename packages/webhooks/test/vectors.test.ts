import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  createSigner,
  createVerifier,
  isKnownEvent,
  SignatureError,
  type SignatureErrorReason,
  type Verification,
} from '@booking-service/webhooks';
import { verifyWebhook } from '../src/verify-webhook.ts';

interface Part {
  readonly utf8?: string;
  readonly base64?: string;
  readonly times?: number;
}

/** One golden vector. vectors/README.md describes its fields. */
interface Vector {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly options?: {
    readonly tolerance?: number;
    readonly future_tolerance?: number;
    readonly max_body_bytes?: number;
  };
  readonly header: string | null;
  readonly body: readonly Part[];
  readonly expect:
    | { readonly ok: true; readonly secret_index: number; readonly timestamp: number }
    | { readonly ok: false; readonly reason: string };
}

const file = new URL('../vectors/signatures.json', import.meta.url);

/** The golden vectors. */
// vectors/README.md describes this form, and the tests read every field.
const vectors: readonly Vector[] = (JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }).vectors;

/** Returns the bytes of a vector's body. */
function bodyOf({ body }: Vector): Buffer {
  const parts = body.map(({ utf8, base64 = '', times = 1 }) => {
    const bytes = utf8 === undefined ? Buffer.from(base64, 'base64') : Buffer.from(utf8);
    return Buffer.alloc(bytes.length * times, bytes);
  });
  return Buffer.concat(parts);
}

function verifierFor({ secrets, now, options = {} }: Vector) {
  const { tolerance, future_tolerance: futureTolerance, max_body_bytes: maxBodyBytes } = options;
  return createVerifier({
    secrets,
    clock: { now: () => new Date(now * 1000) },
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(futureTolerance === undefined ? {} : { futureTolerance }),
    ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
  });
}

function verdictOf(found: Verification): Vector['expect'] {
  if (!found.ok) return { ok: false, reason: found.reason };
  return { ok: true, secret_index: found.secretIndex, timestamp: found.timestamp };
}

function rawVerdictOf(vector: Vector): unknown {
  try {
    return verifierFor(vector).verifyRaw(bodyOf(vector), vector.header);
  } catch (error) {
    return error instanceof SignatureError ? error.reason : error;
  }
}

describe.each(vectors)('$name', (vector) => {
  it('SIG-1 SIG-2 SIG-3 SIG-5: has the same verdict synchronously and asynchronously', async () => {
    const verifier = verifierFor(vector);
    const body = bodyOf(vector);
    expect(verdictOf(verifier.check(body, vector.header))).toEqual(vector.expect);
    expect(verdictOf(await verifier.checkAsync(body, vector.header))).toEqual(vector.expect);
  });

  it('SIG-3: has the same verdict without parsing the body', () => {
    const { expect: verdict } = vector;
    expect(rawVerdictOf(vector)).toEqual(
      verdict.ok
        ? { secretIndex: verdict.secret_index, timestamp: verdict.timestamp }
        : // Genuine, but not an event: verifyRaw accepts it.
          (verdict.reason !== 'event_malformed' && verdict.reason) || { secretIndex: 0, timestamp: vector.now },
    );
  });
});

it('SIG-5: has a vector for every possible reason', () => {
  const shown = new Set(vectors.map(({ expect: verdict }) => (verdict.ok ? 'ok' : verdict.reason)));
  // A parsed body has no bytes for a vector to contain.
  const reasons: Record<Exclude<SignatureErrorReason, 'body_not_raw'> | 'ok', true> = {
    ok: true,
    header_missing: true,
    header_malformed: true,
    body_too_large: true,
    signature_mismatch: true,
    timestamp_too_old: true,
    timestamp_too_new: true,
    event_malformed: true,
  };
  expect([...shown].toSorted()).toEqual(Object.keys(reasons).toSorted());
});

it('EVT-4: distinguishes an event of an unknown type', () => {
  const types: string[] = vectors.flatMap((vector) => {
    const found = verifierFor(vector).check(bodyOf(vector), vector.header);
    return found.ok && !isKnownEvent(found.event) ? [found.event.type] : [];
  });
  expect(types).toEqual(['venue.closed']);
});

const timestamp = 1_795_168_800;
const eventOf = (id: string) =>
  JSON.stringify({ id, type: 'booking.confirmed', created: '2026-11-20T10:00:00Z', data: { object: {} } });
const genuine = eventOf('evt_1');
const genuineHeader = createSigner({ secret: 'whsec_a', clock: { now: () => new Date(timestamp * 1000) } }).header(
  genuine,
);

async function outcomeOf(vector: Vector): Promise<string> {
  const { secrets, header, now, options = {} } = vector;
  try {
    const { tolerance = 300, max_body_bytes: maxBodyBytes = 262_144 } = options;
    await verifyWebhook({ body: bodyOf(vector), header, secrets, tolerance, maxBodyBytes, now: now * 1000 });
    return 'ok';
  } catch (error) {
    if (error instanceof SignatureError) return error.reason;
    throw error;
  }
}

describe('verifyWebhook', () => {
  // verifyWebhook has one tolerance for both directions.
  const fitting = vectors.filter(({ options }) => options?.future_tolerance === undefined);
  it.each(fitting)('SIG-1 SIG-2 SIG-3 SIG-5: $name', async (vector) => {
    expect(await outcomeOf(vector)).toBe(vector.expect.ok ? 'ok' : vector.expect.reason);
  });

  it('SIG-3: returns the event that was verified if the buffer is reused meanwhile', async () => {
    for (const form of [(bytes: Uint8Array) => bytes, (bytes: Uint8Array) => bytes.buffer as ArrayBuffer]) {
      const bytes = new TextEncoder().encode(genuine);
      const verified = verifyWebhook({
        body: form(bytes),
        header: genuineHeader,
        secrets: ['whsec_a'],
        now: timestamp * 1000,
      });
      bytes.set(new TextEncoder().encode(eventOf('evt_2')));
      expect((await verified).id).toBe('evt_1');
    }
  });

  it('SIG-3: refuses a parsed body', async () => {
    const [vector] = vectors;
    if (!vector) throw new Error('There are no vectors.');
    const verified = verifyWebhook({ body: {} as string, header: vector.header, secrets: vector.secrets });
    await expect(verified).rejects.toMatchObject({ reason: 'body_not_raw' });
  });

  it.each([[[]], [['']], [['whsec_a', ' ']], [[undefined]], [['whsec_a\n']], [[' whsec_a']]])(
    'SIG-3: refuses to verify with the secrets %j',
    async (secrets) => {
      const verified = verifyWebhook({ body: '{}', header: 't=1', secrets: secrets as string[] });
      await expect(verified).rejects.toThrow('The signing secret is unset, blank, or has white space around it.');
    },
  );

  it('SIG-5: refuses if the time is not a number', async () => {
    const [vector] = vectors;
    if (!vector) throw new Error('There are no vectors.');
    expect(await outcomeOf({ ...vector, now: Number.NaN })).toBe('timestamp_too_old');
  });
});
