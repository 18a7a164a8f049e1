import { describe, expect, it } from 'vitest';
import { bodyOf, vectors } from './read-vectors.ts';
import type { Vector } from './read-vectors.ts';
import { createSigner } from '../src/index.ts';
import { SignatureError } from '../src/lib/verifying/signature-error.ts';
import { verifyWebhook } from '../src/verify-webhook.ts';

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
