/** The checks and the rules agree: each rule has a check, or a reason why it has none. One closed connection ends no check. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { checks, rules, unseenRules, wireRules } from '../src/index.ts';
import { CheckedService } from '../src/checked-service.ts';
import { limitChecks } from '../src/checks/limit-checks.ts';
import { openClock } from '../src/admin.ts';
import { startReceiver } from '../src/receiver.ts';
import { exchange, numberIn, type ShownRequest } from '../src/exchange.ts';

const proven = new Set([...checks.flatMap((check) => check.rules), ...wireRules]);

it.each(Object.keys(rules))('%s has a check, or a reason why it cannot be seen', (rule) => {
  expect([proven.has(rule), Object.hasOwn(unseenRules, rule)], 'add a check, or a line to unseenRules').toContain(true);
});

describe('no check', () => {
  it('proves a rule that does not exist', () => {
    expect([...proven, ...Object.keys(unseenRules)].filter((rule) => !Object.hasOwn(rules, rule))).toEqual([]);
  });

  it('proves a rule that is listed as unseen', () => {
    expect(Object.keys(unseenRules).filter((rule) => proven.has(rule))).toEqual([]);
  });
});

/** A month from now. Its window ends 100 seconds later. */
const created = new Date((Math.floor(Date.now() / 300_000) + 9000) * 300_000 - 100_000);

it.each([
  ['passes', 100],
  ['fails', 160],
] as const)('the check of the window, by the time of the service: %s if the reset is %d s', async (verdict, reset) => {
  await using server = await openServer((request, response) => {
    request.resume();
    const isSearch = request.url?.endsWith('/search') ?? false;
    const body = isSearch ? { data: [{ id: 'slt_a' }] } : { created };
    response
      .writeHead(isSearch ? 200 : 201, { 'Content-Type': 'application/json', 'RateLimit-Reset': reset })
      .end(JSON.stringify(body));
  });
  const receiver = await startReceiver({});
  const service = new CheckedService({
    url: server.url,
    keys: { test: 'sk_test_any' },
    clock: await openClock(undefined, 0),
    receiver,
    secrets: [],
    venue: 'ven_any',
    maxWait_seconds: 0,
    timeout_ms: 5000,
  });
  const check = limitChecks.find(({ title }) => title.startsWith('windows of five minutes'));
  const found = check?.run(service).then(
    () => 'passes',
    (error: Error) => (error.message.includes('multiple of five minutes') ? 'fails' : error),
  );
  expect(await found).toBe(verdict);
  await receiver.close();
});

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

async function openServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server has a port.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    target: `POST ${url}/v1/bookings?a=1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}
