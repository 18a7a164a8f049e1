// Runs in Node and Bun, which also support the synchronous functions, and the other entry points.
import { createRequire } from 'node:module';
import { createVerifier, SignatureError } from '@booking-service/webhooks';
import * as express from '@booking-service/webhooks/express';
import * as lambda from '@booking-service/webhooks/lambda';
import * as node from '@booking-service/webhooks/node';
import { createTestEvent, createTestWebhook } from '@booking-service/webhooks/testing';
import { same } from '../same.mjs';
import { bodyOf, check, vectors } from './check.mjs';

const checked = await check();

for (const { name, secrets, now, options = {}, header, body, expect } of vectors) {
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
  const result = verifier.check(bodyOf(body), header);
  same(name, result.ok ? 'ok' : result.reason, expect.ok ? 'ok' : expect.reason);
}

const secret = 'whsec_runtime';
const { body, headers } = createTestWebhook(createTestEvent('booking.failed'), { secret });
same('sign and verify', createVerifier({ secrets: [secret] }).verify(body, headers).type, 'booking.failed');
for (const [name, entry] of Object.entries({ express, lambda, node })) same(name, Object.keys(entry).length, 1);

const required = createRequire(import.meta.url)('@booking-service/webhooks');
same('a second build', required.SignatureError === SignatureError, false);
const refusal = required.createVerifier({ secrets: [secret] }).check(body, null);
same('an error of the other build', new required.SignatureError(refusal) instanceof SignatureError, true);
same('an error for the other build', new SignatureError(refusal) instanceof required.SignatureError, true);

console.log(`${checked}, ${vectors.length} synchronously, every entry point, errors of both builds`);
