/** One closed connection ends no check, and a header that is missing is no 0. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { exchange, numberIn, type ShownRequest } from '../src/exchange.ts';

async function openServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server has a port.
  const { port } = server.address() as AddressInfo;
  return {
    target: `POST http://127.0.0.1:${port}/v1/bookings?a=1`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const sent = { key: 'sk_test_hunter2', body: { party_size: 2 }, timeout_ms: 10_000 };

it('sends a request again if its connection closes without a response', async () => {
  let requests = 0;
  await using server = await openServer((request, response) => {
    requests += 1;
    if (requests === 1) request.socket.destroy();
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  expect(await exchange(server.target, sent)).toMatchObject({ status: 200 });
  expect(requests).toBe(2);
});

it('fails the check if the second connection closes, too, and shows its request without the key', async () => {
  await using server = await openServer((request) => request.socket.destroy());
  const shown: ShownRequest[] = [];
  const onRequest = (request: ShownRequest) => void shown.push(request);
  await expect(exchange(server.target, { ...sent, onRequest })).rejects.toThrow(
    'POST /v1/bookings got no response, twice',
  );
  expect(shown).toEqual([
    {
      method: 'POST',
      path: '/v1/bookings?a=1',
      headers: { 'Content-Type': 'application/json' },
      body: '{"party_size":2}',
    },
  ]);
});

it('reports a header that is missing', async () => {
  await using server = await openServer((_, response) => response.writeHead(200, { 'Retry-After': '0' }).end());
  const response = await exchange(server.target, sent);
  expect(numberIn(response, 'Retry-After')).toBe(0);
  expect(() => numberIn(response, 'RateLimit-Reset')).toThrow('POST /v1/bookings 200 has no header RateLimit-Reset');
});
