/** Runs each recipe in its framework and sends it the same four webhooks, over HTTP or in the form of its platform. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import type { Receiver } from '@booking-service/webhooks';
import { createTestEvent, createTestWebhook } from '@booking-service/webhooks/testing';
import type { TestWebhook } from '@booking-service/webhooks/testing';
import { getRequestListener } from '@hono/node-server';
import { expect, it } from 'vitest';
import { createApp as createExpressApp } from './express.ts';
import { createApp as createFastifyApp } from './fastify.ts';
import { createApp as createHonoApp } from './hono.ts';
import { createFunction } from './lambda.ts';
import { createRoute } from './next-route.ts';
import { createWebhookServer } from './node.ts';
import { createBookingReceiver } from './receiver.ts';
import { createSqliteDedupe } from './sqlite-dedupe.ts';

const secret = 'whsec_recipes';

type Send = (webhook: TestWebhook) => Promise<{ status: number; text: string }>;

/** Starts a recipe and calls `use` with a function that sends webhooks to it. */
type Recipe = (receiver: Receiver, use: (send: Send) => Promise<void>) => Promise<void>;

function overHttp(start: (receiver: Receiver) => Server): Recipe {
  return async (receiver, use) => {
    const server = start(receiver).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo;
    try {
      await use(async ({ body, headers }) => {
        const response = await fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', body, headers });
        return { status: response.status, text: await response.text() };
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };
}

async function inFastify(receiver: Receiver, use: (send: Send) => Promise<void>): Promise<void> {
  const app = createFastifyApp(receiver);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    await use(async ({ body, headers }) => {
      const response = await fetch(`${url}/webhooks`, { method: 'POST', body, headers });
      return { status: response.status, text: await response.text() };
    });
  } finally {
    await app.close();
  }
}

async function inNext(receiver: Receiver, use: (send: Send) => Promise<void>): Promise<void> {
  const { POST } = createRoute(receiver);
  await use(async ({ body, headers }) => {
    const response = await POST(new Request('https://shop.test/webhooks', { method: 'POST', body, headers }));
    return { status: response.status, text: await response.text() };
  });
}

async function inLambda(receiver: Receiver, use: (send: Send) => Promise<void>): Promise<void> {
  const { handler } = createFunction(receiver);
  await use(async ({ body, headers }) => {
    const result = await handler({ headers, body: Buffer.from(body).toString('base64'), isBase64Encoded: true });
    return { status: result.statusCode, text: result.body };
  });
}

const recipes: Readonly<Record<string, Recipe>> = {
  'express.ts': overHttp((receiver) => createServer(createExpressApp(receiver))),
  'fastify.ts': inFastify,
  'hono.ts': overHttp((receiver) => {
    const listen = getRequestListener(createHonoApp(receiver).fetch);
    return createServer((request, response) => void listen(request, response));
  }),
  'next-route.ts': inNext,
  'lambda.ts': inLambda,
  'node.ts': overHttp(createWebhookServer),
};

it.each(Object.entries(recipes))(
  'SIG-3 EVT-4 DLV-6: %s handles an event once, and refuses a forged webhook',
  async (_, recipe) => {
    const lines: string[] = [];
    await recipe(
      createBookingReceiver(secret, (line) => lines.push(line)),
      async (send) => {
        const confirmed = createTestEvent('booking.confirmed', { object: { provider: 'café ☕' } });
        expect(await send(createTestWebhook(confirmed, { secret }))).toEqual({ status: 204, text: '' });
        expect(await send(createTestWebhook(confirmed, { secret }))).toEqual({ status: 204, text: '' });
        const later = { ...createTestEvent('booking.created'), type: 'venue.closed' };
        expect(await send(createTestWebhook(later, { secret }))).toEqual({ status: 204, text: '' });
        const forged = await send(createTestWebhook(confirmed, { secret: 'whsec_guessed' }));
        expect(forged).toEqual({ status: 400, text: expect.stringMatching(/^signature_mismatch: /) });
        expect(lines).toEqual([
          `${confirmed.data.object.id} is confirmed`,
          'unknown event type venue.closed',
          expect.stringMatching(/^refused: signature_mismatch: /),
        ]);
      },
    );
  },
);

it('DLV-6: sqlite-dedupe.ts gives an event to one handler at a time, and to none after it was handled', async () => {
  using database = new DatabaseSync(':memory:');
  let now = 1_795_168_800_000;
  const dedupe = createSqliteDedupe(database, { leaseSeconds: 60, now: () => now });
  const claim = async () => {
    const result = await dedupe.claim('evt_1');
    if (typeof result === 'string') throw new Error(result);
    return result;
  };
  const late = await claim();
  expect(dedupe.claim('evt_1')).toBe('busy');
  now += 60_000;
  const second = await claim();
  await late.release();
  expect(dedupe.claim('evt_1')).toBe('busy');
  await second.release();
  await (await claim()).commit();
  expect(dedupe.claim('evt_1')).toBe('done');
});
