/** Checks the receiver of the sandbox and the signer of deliveries against the golden vectors. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSigner } from '@booking-service/webhooks';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../src/command/sandbox/receiver.ts';

interface Vector {
  readonly name: string;
  readonly secrets: readonly [string, ...string[]];
  readonly now: number;
  readonly options?: object;
  readonly header: string | null;
  readonly body: readonly { readonly utf8?: string; readonly base64?: string; readonly times?: number }[];
  readonly expect: { readonly ok: boolean; readonly reason?: string };
}

const file = fileURLToPath(import.meta.resolve('@booking-service/webhooks/vectors/signatures.json'));
// packages/webhooks/vectors/README.md describes the format.
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] };
// The receiver has one secret and the default limits. An HTTP header cannot contain NUL or characters outside ASCII.
const sendable = vectors.filter(
  ({ secrets, options, header, expect: verdict }) =>
    secrets.length === 1 &&
    options === undefined &&
    verdict.reason !== 'body_too_large' &&
    /^[\t\x20-\x7e]*$/.test(header ?? ''),
);

function bodyOf({ body }: Vector): Buffer {
  return Buffer.concat(
    body.flatMap(({ utf8, base64 = '', times = 1 }) => {
      const bytes = utf8 === undefined ? Buffer.from(base64, 'base64') : Buffer.from(utf8);
      return Array.from({ length: times }, () => bytes);
    }),
  );
}

describe('the golden vectors', () => {
  it('SIG-3: can mostly be sent over HTTP', () => {
    expect(sendable.length).toBeGreaterThan(50);
  });

  it.each(sendable)("SIG-1 SIG-3 SIG-5: match the verdict of the sandbox's receiver: $name", async (vector) => {
    const now = () => new Date(vector.now * 1000);
    await using receiver = await startReceiver({
      host: '127.0.0.1',
      port: 0,
      readSecrets: async () => vector.secrets.slice(0, 1),
      now,
    });
    const headers = {
      'Content-Type': 'application/json',
      ...(vector.header && { 'Service-Signature': vector.header }),
    };
    const response = await fetch(`${receiver.url}/webhooks`, {
      method: 'POST',
      headers,
      body: new Uint8Array(bodyOf(vector)),
    });
    expect(response.status).toBe(vector.expect.ok ? 204 : 400);
    const { data } = (await (await fetch(`${receiver.url}/events`)).json()) as { data: { signature: string }[] };
    expect(data.map(({ signature }) => signature.split(':')[0])).toEqual([vector.expect.reason ?? 'verified']);
  });

  it.each(vectors.filter(({ name }) => name.startsWith('valid')))(
    'SIG-2: match the signatures of deliveries: $name',
    (vector) => {
      const signer = createSigner({ secret: vector.secrets[0] });
      expect(signer.header(bodyOf(vector), { timestamp: vector.now })).toBe(vector.header);
    },
  );
});
