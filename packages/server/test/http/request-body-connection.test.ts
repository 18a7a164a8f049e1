/** Bodies of which the service leaves a part unread, and their connections. In a host, the connection belongs to the host. */
import { once } from 'node:events';
import type { Booking } from '@booking-service/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type TestResponse, type World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { openRaw, parseResponses, sendRaw, toRequest } from '../support/raw/raw-http.ts';
import { newBooking } from '../support/new-booking.ts';
import { outcomeOf, refusalOf } from '../support/expectations.ts';

const json = JSON.stringify(newBooking({ date: '2026-11-22' }));

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

it.each([1_048_577, 2_000_000])('END-12: refuses a valid body of %i bytes with 413', async (size) => {
  const response = await world.call('POST', '/v1/bookings', { text: json.padEnd(size) });
  expect(outcomeOf(response)).toEqual(refusalOf(413, 'payload_too_large'));
});

/** Sends the booking over a raw socket, with these headers and the key. */
async function post(headers: readonly string[], body: string): Promise<TestResponse<unknown>> {
  const all = [`Authorization: Bearer ${world.organization.keys.test}`, ...headers];
  const [response] = await sendRaw(world.url, toRequest('POST /v1/bookings', { headers: all, body }));
  if (!response) throw new Error('There was no response.');
  world.wire.checkResponse({ method: 'POST', path: '/v1/bookings', ...response });
  return { ...response, body: JSON.parse(response.text) };
}

const typed = 'Content-Type: application/json';
const chunked = 'Transfer-Encoding: chunked';

function toChunks(body: string, size: number): string {
  const chunks = body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  return [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
}

it('END-12: refuses an announced body of 20 MiB with 413 at once and closes the connection', async () => {
  const response = await post([typed, 'Content-Length: 20971520'], json);
  expect(outcomeOf(response)).toEqual(refusalOf(413, 'payload_too_large'));
  expect(response.headers.get('connection')).toBe('close');
});

it('END-12: refuses a chunked body of 1.5 MB with 413 before its end and closes the connection', async () => {
  const response = await post([typed, chunked], toChunks(json.padEnd(1_500_000), 60_000).slice(0, -5));
  expect(outcomeOf(response)).toEqual(refusalOf(413, 'payload_too_large'));
  expect(response.headers.get('connection')).toBe('close');
});

it.each(engines)(
  'IDM-7: returns a replay without waiting for its body, and serves the next request on the connection (%s)',
  async (engine) => {
    await using stored = await openWorldOn(engine);
    const { body: first } = await stored.call<Booking>('POST', '/v1/bookings', {
      body: newBooking(),
      headers: { 'Idempotency-Key': 'order-1' },
    });
    const whole = '{}'.padEnd(200_000);
    const head = toRequest('POST /v1/bookings', {
      headers: [
        `Authorization: Bearer ${stored.organization.keys.test}`,
        'Content-Type: application/json',
        'Idempotency-Key: order-1',
        `Content-Length: ${whole.length}`,
      ],
    });
    const last = toRequest(`GET /v1/bookings/${first.id}`, {
      headers: [`Authorization: Bearer ${stored.organization.keys.test}`, 'Connection: close'],
    });
    const socket = openRaw(stored.url);
    const chunks: Buffer[] = [];
    const closed = once(socket, 'close');
    const responded = once(socket, 'data');
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.write(head);
    await responded;
    socket.write(whole + last);
    await closed;
    const responses = parseResponses(Buffer.concat(chunks));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    for (const { text } of responses) expect(JSON.parse(text)).toMatchObject({ id: first.id });
  },
);
