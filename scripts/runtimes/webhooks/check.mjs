// Runs on every runtime with the installed package: each golden vector must have its verdict.
import { createReceiver, createVerifier } from '@booking-service/webhooks';
import { createFetchHandler } from '@booking-service/webhooks/fetch';
import golden from '@booking-service/webhooks/vectors/signatures.json' with { type: 'json' };
import { verifyWebhook } from '@booking-service/webhooks/verify';
import { same } from '../same.mjs';

export const { vectors } = golden;

/** Returns a line that summarizes the check. Throws if a verdict differs. */
export async function check() {
  let requests = 0;
  for (const { name, secrets, now, options = {}, header, body: parts, expect } of vectors) {
    const body = bodyOf(parts);
    const {
      tolerance = 300,
      future_tolerance: futureTolerance = tolerance,
      max_body_bytes: maxBodyBytes = 262_144,
    } = options;
    const verifier = createVerifier({
      secrets,
      tolerance,
      futureTolerance,
      maxBodyBytes,
      clock: { now: () => new Date(now * 1000) },
    });
    const expected = expect.ok ? 'ok' : expect.reason;
    const result = await verifier.checkAsync(body, header);
    same(name, result.ok ? 'ok' : result.reason, expected);

    if (options.future_tolerance === undefined) {
      const verified = verifyWebhook({ body, header, secrets, tolerance, maxBodyBytes, now: now * 1000 });
      same(
        name,
        await verified.then(
          () => 'ok',
          (error) => error.reason,
        ),
        expected,
      );
    }
    // A Headers object accepts neither NUL nor Unicode.
    if (header !== null && /^[\t\x20-\x7e]+$/.test(header)) {
      const handle = createFetchHandler(createReceiver({ verifier }));
      const headers = { 'Service-Signature': header };
      const response = await handle(new Request('https://receiver.test/', { method: 'POST', body, headers }));
      same(name, response.status, expect.ok ? 204 : expected === 'body_too_large' ? 413 : 400);
      requests += 1;
    }
  }
  return `${vectors.length} vectors checked asynchronously, ${requests} of them as a Request`;
}

/** Joins the parts of a vector's body into bytes. */
export function bodyOf(parts) {
  const pieces = parts.flatMap(({ utf8, base64 = '', times = 1 }) => {
    const bytes =
      utf8 === undefined ? Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)) : new TextEncoder().encode(utf8);
    return Array.from({ length: times }, () => bytes);
  });
  const body = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    body.set(piece, offset);
    offset += piece.length;
  }
  return body;
}
