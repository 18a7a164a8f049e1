import { describe, expect, it } from 'vitest';
import { createVerifier, isKnownEvent, SignatureError } from '@booking-service/webhooks';
import type { SignatureErrorReason, Verification } from '@booking-service/webhooks';
import { bodyOf, vectors } from './read-vectors.ts';
import type { Vector } from './read-vectors.ts';

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
