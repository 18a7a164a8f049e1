/** Runs each adapter in its framework with real requests. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { createReceiver, createVerifier } from '@booking-service/webhooks';
import type { Refusal } from '@booking-service/webhooks';
import { createExpressHandler } from '@booking-service/webhooks/express';
import { createFetchHandler } from '@booking-service/webhooks/fetch';
import { createLambdaHandler } from '@booking-service/webhooks/lambda';
import { createNodeHandler } from '@booking-service/webhooks/node';
import { createTestEvent, createTestWebhook } from '@booking-service/webhooks/testing';

const secret = 'whsec_adapters';
const maxBodyBytes = 100_000;
const event = createTestEvent('booking.confirmed', { object: { provider: 'café ☕' } });
const { body, headers } = createTestWebhook(event, { secret });
const failure = new Error('The database is away.');

let refused: Refusal[] = [];
let handled: string[] = [];

function receiverThat(act: () => void = () => undefined) {
  refused = [];
  handled = [];
  const verifier = createVerifier({ secrets: [secret], maxBodyBytes });
  return createReceiver({ verifier, onRefused: (refusal) => void refused.push(refusal) }).on(
    'booking.confirmed',
    (seen) => {
      act();
      handled.push(seen.id);
    },
  );
}

function fail(): void {
  throw failure;
}

const servers: ReturnType<typeof createServer>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
}

async function post(url: string, init: RequestInit = {}): Promise<[status: number, text: string]> {
  const response = await fetch(url, { method: 'POST', body, headers, ...init });
  return [response.status, await response.text()];
}

describe('Express', () => {
  function appWith(...before: RequestHandler[]): Express {
    const app = express();
    for (const each of before) app.use(each);
    app.post('/webhooks', createExpressHandler(receiverThat()));
    return app;
  }

  it.each([
    ['nothing', undefined],
    ['express.raw', express.raw({ type: 'application/json' })],
    ['express.text', express.text({ type: 'application/json' })],
    ['express.raw of another type', express.raw({ type: 'text/plain' })],
  ])('SIG-3: receives after %s', async (_, before) => {
    const app = appWith(...(before ? [before] : []));
    expect(await post(await listen(app))).toEqual([204, '']);
    expect(handled).toEqual([event.id]);
  });

  it('SIG-3: refuses a body that express.json parsed, with the fix', async () => {
    const app = appWith(express.json());
    const [status, text] = await post(await listen(app));
    expect(status).toBe(400);
    expect(text).toContain('body_not_raw: A body parser, usually express.json(), parsed this body');
    expect(text).toContain("Put app.post('/webhooks', createExpressHandler(receiver)) above app.use(express.json())");
    expect(refused).toMatchObject([{ reason: 'body_not_raw', hint: expect.stringContaining('express.raw(') }]);
  });

  it('SIG-3: accepts a raw body that express.json kept', async () => {
    const keepRaw = express.json({ verify: (req, _res, raw) => void Object.assign(req, { rawBody: raw }) });
    const app = appWith(keepRaw);
    expect(await post(await listen(app))).toEqual([204, '']);
  });

  it('DLV-6: passes an error of the handler to the error handler', async () => {
    const app = express();
    const errors: unknown[] = [];
    app.post('/webhooks', createExpressHandler(receiverThat(fail)));
    const keep: ErrorRequestHandler = (error, _request, response, _next) => {
      errors.push(error);
      response.status(500).end();
    };
    app.use(keep);
    expect(await post(await listen(app))).toEqual([500, '']);
    expect(errors).toEqual([failure]);
  });
});

describe('node:http', () => {
  it('SIG-3: receives, and refuses with the reason', async () => {
    const url = await listen(createNodeHandler(receiverThat()));
    expect(await post(url)).toEqual([204, '']);
    expect(await post(url, { body: `${String(body)} ` })).toEqual([
      400,
      expect.stringMatching(/^signature_mismatch: /),
    ]);
    expect(handled).toEqual([event.id]);
  });

  it('SIG-3: refuses a body whose announced or actual length is too long', async () => {
    const url = await listen(createNodeHandler(receiverThat()));
    const long = 'x'.repeat(maxBodyBytes + 1);
    expect(await post(url, { body: long })).toEqual([413, expect.stringMatching(/^body_too_large: /)]);
    const streamed = new Blob([long]).stream();
    const [status] = await post(url, { body: streamed, duplex: 'half' });
    expect(status).toBe(413);
    expect(refused.map(({ reason }) => reason)).toEqual(['body_too_large', 'body_too_large']);
  });

  it('ignores a sender that disconnects during the body', async () => {
    const errors: unknown[] = [];
    const handler = createNodeHandler(receiverThat(), { onError: (error) => void errors.push(error) });
    const closed = Promise.withResolvers<void>();
    const url = await listen((req, res) => {
      handler(req, res);
      req.on('close', closed.resolve);
      req.on('data', () => sender.destroy());
    });
    const sender = request(url, { method: 'POST', headers: { ...headers, 'Content-Length': '500' } });
    sender.on('error', () => undefined);
    sender.write('{"id":');
    await closed.promise;
    expect(await post(url, { body: 'x' })).toEqual([400, expect.any(String)]);
    expect([errors, handled, refused.length]).toEqual([[], [], 1]);
  });

  it('DLV-6: responds with 500 if the handler throws and calls onError', async () => {
    const errors: unknown[] = [];
    const url = await listen(createNodeHandler(receiverThat(fail), { onError: (error) => void errors.push(error) }));
    expect(await post(url)).toEqual([500, '']);
    expect(errors).toEqual([failure]);
  });

  it('DLV-6: emits a warning for an error of the handler without onError', async () => {
    const warned = once(process, 'warning');
    const url = await listen(createNodeHandler(receiverThat(fail)));
    expect(await post(url)).toEqual([500, '']);
    expect(await warned).toEqual([failure]);
  });
});

describe('fetch', () => {
  function requestOf(init: RequestInit = {}): Request {
    return new Request('https://receiver.test/webhooks', { method: 'POST', body, headers, ...init });
  }

  it('SIG-3: receives, and refuses a body that was read, is too long or is missing', async () => {
    const handle = createFetchHandler(receiverThat());
    expect((await handle(requestOf())).status).toBe(204);
    const read = requestOf();
    await read.json();
    const tooLong = requestOf({ body: 'x'.repeat(maxBodyBytes + 1) });
    const empty = new Request('https://receiver.test/webhooks', { method: 'POST', headers });
    const responses = await Promise.all([read, tooLong, empty].map((each) => handle(each)));
    expect(responses.map(({ status }) => status)).toEqual([400, 413, 400]);
    expect(refused.map(({ reason }) => reason).toSorted()).toEqual([
      'body_not_raw',
      'body_too_large',
      'signature_mismatch',
    ]);
    expect(await responses[0]?.text()).toMatch(/^body_not_raw: /);
    expect(handled).toEqual([event.id]);
  });

  it('SIG-3: stops reading at the maximum size', async () => {
    let pulled = 0;
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(maxBodyBytes / 4));
      },
    });
    const handle = createFetchHandler(receiverThat());
    const response = await handle(requestOf({ body: endless, duplex: 'half' }));
    expect(response.status).toBe(413);
    expect(pulled).toBeLessThanOrEqual(7);
  });

  it('DLV-6: rejects with the error of the handler', async () => {
    await expect(createFetchHandler(receiverThat(fail))(requestOf())).rejects.toBe(failure);
  });
});

describe('Lambda', () => {
  const text = String(body);
  it.each([
    ['an HTTP API', { headers: { 'service-signature': headers['Service-Signature'] }, body: text }],
    ['a REST API', { headers, body: text, isBase64Encoded: false }],
    ['a REST API without lists of values', { headers, multiValueHeaders: {}, body: text }],
    ['base64', { headers, body: Buffer.from(text).toString('base64'), isBase64Encoded: true }],
    [
      'a load balancer with lists of values',
      { headers: null, multiValueHeaders: { 'service-signature': [headers['Service-Signature']] }, body: text },
    ],
  ])('SIG-3: receives from %s', async (_, lambdaEvent) => {
    const result = await createLambdaHandler(receiverThat())(lambdaEvent);
    expect(result).toMatchObject({ statusCode: 204, body: '' });
    expect(handled).toEqual([event.id]);
  });

  it('SIG-3: refuses, and rejects with the error of the handler', async () => {
    const refusal = await createLambdaHandler(receiverThat())({ headers, body: null });
    expect(refusal).toMatchObject({ statusCode: 400, body: expect.stringMatching(/^signature_mismatch: /) });
    expect(await createLambdaHandler(receiverThat())({})).toMatchObject({ statusCode: 400 });
    await expect(createLambdaHandler(receiverThat(fail))({ headers, body: text })).rejects.toBe(failure);
  });
});
